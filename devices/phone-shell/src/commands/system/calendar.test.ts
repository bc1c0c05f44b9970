import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9 under mksh R59c.

describe("cal, date and seq compute as toybox does", () => {
  testRows([
    [
      "cal 1 2024; echo $?",
      "    January 2024     \nSu Mo Tu We Th Fr Sa \n    1  2  3  4  5  6 \n 7  8  9 10 11 12 13 \n14 15 16 17 18 19 20 \n21 22 23 24 25 26 27 \n28 29 30 31          \n                     \n0\n",
    ],
    [
      "cal 2 2024; echo $?",
      "   February 2024     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n 4  5  6  7  8  9 10 \n11 12 13 14 15 16 17 \n18 19 20 21 22 23 24 \n25 26 27 28 29       \n                     \n0\n",
    ],
    [
      "cal 9 1752; echo $?",
      "   September 1752    \nSu Mo Tu We Th Fr Sa \n                1  2 \n 3  4  5  6  7  8  9 \n10 11 12 13 14 15 16 \n17 18 19 20 21 22 23 \n24 25 26 27 28 29 30 \n                     \n0\n",
    ],
    [
      "cal 2 2000; echo $?",
      "   February 2000     \nSu Mo Tu We Th Fr Sa \n       1  2  3  4  5 \n 6  7  8  9 10 11 12 \n13 14 15 16 17 18 19 \n20 21 22 23 24 25 26 \n27 28 29             \n                     \n0\n",
    ],
    [
      "cal 12 9999; echo $?",
      "   December 9999     \nSu Mo Tu We Th Fr Sa \n          1  2  3  4 \n 5  6  7  8  9 10 11 \n12 13 14 15 16 17 18 \n19 20 21 22 23 24 25 \n26 27 28 29 30 31    \n                     \n0\n",
    ],
    ["cal 13 2024; echo $?", "1\n", "cal: 13 > 12\n"],
    ["cal 0 2024; echo $?", "1\n", "cal: 0 < 1\n"],
    ["cal x 2024; echo $?", "1\n", "cal: not integer: x\n"],
    ["cal 2 x; echo $?", "1\n", "cal: not integer: x\n"],
    ["cal 1 0; echo $?", "1\n", "cal: 0 < 1\n"],
    [
      "cal 2023 | head -9",
      "    January 2023         February 2023           March 2023       \nSu Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  Su Mo Tu We Th Fr Sa  \n 1  2  3  4  5  6  7            1  2  3  4            1  2  3  4  \n 8  9 10 11 12 13 14   5  6  7  8  9 10 11   5  6  7  8  9 10 11  \n15 16 17 18 19 20 21  12 13 14 15 16 17 18  12 13 14 15 16 17 18  \n22 23 24 25 26 27 28  19 20 21 22 23 24 25  19 20 21 22 23 24 25  \n29 30 31              26 27 28              26 27 28 29 30 31     \n                                                                  \n     April 2023             May 2023             June 2023        \n",
    ],
    [
      "cal 1 2 3; echo $?",
      "     February 3      \nSu Mo Tu We Th Fr Sa \n                   1 \n 2  3  4  5  6  7  8 \n 9 10 11 12 13 14 15 \n16 17 18 19 20 21 22 \n23 24 25 26 27 28    \n                     \n0\n",
    ],
    ["TZ=UTC date -d @1700000000 '+%Y-%m-%d'; echo $?", "2023-11-14\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%H:%M:%S'; echo $?", "22:13:20\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%s'; echo $?", "1700000000\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%j'; echo $?", "318\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%a %A %b %B'; echo $?", "Tue Tuesday Nov November\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%u %w'; echo $?", "2 2\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%U %V %W'; echo $?", "46 46 46\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%D'; echo $?", "11/14/23\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%F'; echo $?", "2023-11-14\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%T'; echo $?", "22:13:20\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%R'; echo $?", "22:13\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%r'; echo $?", "10:13:20 PM\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%I %p %l %k'; echo $?", "10 PM 10 22\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%e'; echo $?", "14\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%y %C %G %g'; echo $?", "23 20 2023 23\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%N'; echo $?", "000000000\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%z %Z'; echo $?", "+0000 UTC\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%n%t%%'; echo $?", "\n\t%\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%c'; echo $?", "Tue Nov 14 22:13:20 2023\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%x %X'; echo $?", "11/14/23 22:13:20\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%h'; echo $?", "Nov\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%q'; echo $?", "%q\n0\n"],
    ["TZ=UTC date -d @1700000000 '+%'; echo $?", "%\n0\n"],
    ["TZ=UTC date -d '2024-02-29 12:34:56' +%s", "1709210096\n"],
    ["TZ=UTC date -d '2024-02-29' +%s", "1709164800\n"],
    ["TZ=UTC date -d 2024-02-29T01:02:03Z +%s", "1709168523\n"],
    ["TZ=UTC date -u -d @0", "Thu Jan  1 00:00:00 UTC 1970\n"],
    ["TZ=UTC date -d nonsense; echo $?", "1\n", "date: bad date nonsense\n"],
    ["TZ=UTC date -d 12:34 +%H:%M", "12:34\n"],
    ["TZ=UTC date -I -d @0", "1970-01-01\n"],
    ["TZ=UTC date -Is -d @0", "1970-01-01T00:00:00+00:00\n"],
    ["touch -d 2020-01-02T03:04:05Z f; TZ=UTC date -r f", "Thu Jan  2 03:04:05 UTC 2020\n"],
    ["TZ=EST5EDT date -d @1700000000", "Tue Nov 14 17:13:20 EST 2023\n"],
    [
      "seq 10 > f; split -l 3 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxaa\n1\n2\n3\nxab\n4\n5\n6\nxac\n7\n8\n9\nxad\n10\n",
    ],
    [
      "seq 10 > f; split -l 4 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxaa\n1\n2\n3\n4\nxab\n5\n6\n7\n8\nxac\n9\n10\n",
    ],
    [
      "seq 10 > f; split -b 5 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxaa\n1\n2\n3xab\n\n4\n5\nxac\n6\n7\n8xad\n\n9\n10xae\n\n",
    ],
    [
      "seq 10 > f; split -a 1 -l 3 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxa\n1\n2\n3\nxb\n4\n5\n6\nxc\n7\n8\n9\nxd\n10\n",
    ],
    [
      "seq 10 > f; split -a 3 -l 5 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxaaa\n1\n2\n3\n4\n5\nxaab\n6\n7\n8\n9\n10\n",
    ],
    [
      "seq 10 > f; split -b 1k f; echo $?; for i in x*; do echo $i; cat $i; done",
      "0\nxaa\n1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n",
    ],
    [
      "seq 10 > f; split -l 0 f; echo $?; for i in x*; do echo $i; cat $i; done",
      "1\nx*\n",
      'split: -l < 1 (see "split --help")\ncat: x*: No such file or directory\n',
      1,
    ],
    [
      "seq 10 > f; split -l x f; echo $?; for i in x*; do echo $i; cat $i; done",
      "1\nx*\n",
      "split: not integer: x\ncat: x*: No such file or directory\n",
      1,
    ],
    [
      "seq 10 > f; split -b x f; echo $?; for i in x*; do echo $i; cat $i; done",
      "1\nx*\n",
      "split: not integer: x\ncat: x*: No such file or directory\n",
      1,
    ],
    ["seq 10 > f; split -l 5 f out; ls", "f\noutaa\noutab\n"],
    ["seq 10 > f; split -l 4 - p < f; ls", "f\npaa\npab\npac\n"],
    ["seq 10 > f; split nope; echo $?", "1\n", "split: nope: No such file or directory\n"],
    ["seq 10 > f; split -l 2 -a 1 f z; ls; echo $?", "f\nza\nzb\nzc\nzd\nze\n0\n"],
    ["seq 60 > f; split -l 2 -a 1 f; echo $?", "1\n", "split: bad suffix\n"],
    ["seq 5 | xargs -n2", "1 2\n3 4\n5\n"],
    ["seq 3; echo $?", "1\n2\n3\n0\n"],
    ["seq 2 5; echo $?", "2\n3\n4\n5\n0\n"],
    ["seq 5 2; echo $?", "0\n"],
    ["seq 5 -1 2; echo $?", "5\n4\n3\n2\n0\n"],
    ["seq 1 .5 3; echo $?", "1.0\n1.5\n2.0\n2.5\n3.0\n0\n"],
    ["seq -w 8 11; echo $?", "08\n09\n10\n11\n0\n"],
    ["seq -s , 4; echo $?", "1,2,3,4\n0\n"],
    ["seq -f %03g 3; echo $?", "001\n002\n003\n0\n"],
    ["seq 1 2 3 4; echo $?", "1\n", 'seq: Max 3 arguments (see "seq --help")\n'],
    ["seq 1e1 12; echo $?", "10\n11\n12\n0\n"],
    ["seq 0.1 0.1 0.5; echo $?", "0.1\n0.2\n0.3\n0.4\n0.5\n0\n"],
    ["seq -s '' 3; echo $?", "123\n0\n"],
    ["seq -5 -3; echo $?", "-5\n-4\n-3\n0\n"],
    ["seq 1 1; echo $?", "1\n0\n"],
    ["seq 2 1; echo $?", "0\n"],
  ]);
});

describe("cal shows months as toybox does", () => {
  testRows([
    [
      "cal 1 1970",
      "    January 1970     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n 4  5  6  7  8  9 10 \n11 12 13 14 15 16 17 \n18 19 20 21 22 23 24 \n25 26 27 28 29 30 31 \n                     \n",
    ],
  ]);
});
