import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9.

describe("date and touch parse, print and reject dates as toybox does", () => {
  testRows([
    ["date -u -d @0", "Thu Jan  1 00:00:00 UTC 1970\n"],
    ["date -u -d @0 +%s.%N", "0.000000000\n"],
    [
      "date -u -d @86399 +'%F %T %j %u %w %a %A %b %B %y %C %e %k %l %I %p %M %S'",
      "1970-01-01 23:59:59 001 4 4 Thu Thursday Jan January 70 19  1 23 11 11 PM 59 59\n",
    ],
    [
      "date -u -d @951782400 +'%F %U %W %V %G %g %D %h %R %r %T %c %x %X'",
      "2000-02-29 09 09 09 2000 00 02/29/00 Feb 00:00 12:00:00 AM 00:00:00 Tue Feb 29 00:00:00 2000 02/29/00 00:00:00\n",
    ],
    ["date -u -d @1704067200 +'%F %U %W %V %G %j'", "2024-01-01 00 01 01 2024 001\n"],
    ["date -u -d @1735603200 +'%F %V %G %g'", "2024-12-31 01 2025 25\n"],
    ["date -u -d @0 +%n%t%%", "\n\t%\n"],
    ["date -u -d @0 +'%-d %-m %_d %-H %_H %-j'", "1 1  1 0  0 1\n"],
    ["date -u -d '2024-02-29' +%s", "1709164800\n"],
    ["date -u -d '2024-02-29 12:34' +%s", "1709210040\n"],
    ["date -u -d '2024-02-29 12:34:56' +%s", "1709210096\n"],
    ["date -u -d '2024-02-29T12:34:56Z' +%s", "1709210096\n"],
    ["date -u -d '2024-02-29T12:34:56' +%s", "1709210096\n"],
    ["date -u -d '2024-02-30' +%F; echo $?", "2024-03-01\n0\n"],
    ["date -u -d '2023-02-29' +%F; echo $?", "2023-03-01\n0\n"],
    ["date -u -d '2024-13-01' +%F; echo $?", "1\n", "date: bad date 2024-13-01\n"],
    ["date -u -d '2024-00-10' +%F; echo $?", "1\n", "date: bad date 2024-00-10\n"],
    ["date -u -d '2024-01-01 24:00' +%F; echo $?", "1\n", "date: bad date 2024-01-01 24:00\n"],
    ["date -u -d '2024-01-01 10:60' +%F; echo $?", "1\n", "date: bad date 2024-01-01 10:60\n"],
    ["date -u -d '2024-01-01 10:10:61' +%F; echo $?", "1\n", "date: bad date 2024-01-01 10:10:61\n"],
    ["date -u -d nonsense; echo $?", "1\n", "date: bad date nonsense\n"],
    ["date -u -d ''; echo $?", "1\n", "date: bad date \n"],
    ["date -u -d @x; echo $?", "1\n", "date: bad date @x\n"],
    ["date -u -d @-86400 +%F", "1969-12-31\n"],
    ["date -u -d @1.5 +%s.%N", "1.500000000\n"],
    ["date -u -d 010203042024.05 +'%F %T'", "2024-01-02 03:04:05\n"],
    ["date -u -d 0102030424 +'%F %T'", "2024-01-02 03:04:00\n"],
    ["date -u -d 133203042024 +'%F %T'; echo $?", "1\n", "date: bad date 133203042024\n"],
    ["TZ=America/New_York date -d '2024-03-10 01:59:59' +'%s %z %Z'", "1710053999 -0500 EST\n"],
    ["TZ=America/New_York date -d '2024-03-10 03:00:00' +'%s %z %Z'", "1710054000 -0400 EDT\n"],
    ["TZ=America/New_York date -d '2024-03-10 05:00' +'%s %F %T'", "1710061200 2024-03-10 05:00:00\n"],
    ["TZ=America/New_York date -d '2024-11-03 00:30' +'%s %z'", "1730608200 -0400\n"],
    ["TZ=America/New_York date -d '2024-11-03 04:00' +'%s %F %T %z'", "1730624400 2024-11-03 04:00:00 -0500\n"],
    ["TZ=Asia/Shanghai date -d '2024-01-01 00:00' +'%s %F %T %z'", "1704038400 2024-01-01 00:00:00 +0800\n"],
    ["TZ=Asia/Kolkata date -d '@0' +'%F %T %z'", "1970-01-01 05:30:00 +0530\n"],
    ["TZ=Europe/Berlin date -d '2024-07-01 12:00' +'%s %z'", "1719828000 +0200\n"],
    ["TZ=Pacific/Auckland date -d '2024-04-07 01:30' +'%s %F %T %z'", "1712406600 2024-04-07 01:30:00 +1300\n"],
    ["TZ=Pacific/Auckland date -d '2024-09-29 03:30' +'%s %F %T %z'", "1727533800 2024-09-29 03:30:00 +1300\n"],
    ["TZ=Nowhere/None date -d @0 +%T; echo $?", "00:00:00\n0\n"],
    ["TZ=UTC0 date -d @0 +%T", "00:00:00\n"],
    ["TZ=UTC-3 date -d @0; TZ=UTC-3 date -d @0 '+%H:%M %Z %z'", "Thu Jan  1 03:00:00 UTC 1970\n03:00 UTC +0300\n"],
    ["TZ=UTC+5:30 date -d @1720000000 '+%T %Z %z'", "04:16:40 UTC -0530\n"],
    ["TZ='<+03>-3' date -d '2024-07-01 12:00' '+%s %T %Z'", "1719824400 12:00:00 +03\n"],
    [
      "TZ=JST-9 date -d '2024-01-01 00:30' '+%s %F %Z'; TZ=JST-9 date -u -d @0 +%T",
      "1704036600 2024-01-01 JST\n00:00:00\n",
    ],
    ["touch -d 1970-01-01T00:00:00Z f; TZ=EST5 ls -l f | cut -d ' ' -f 6,7", "1969-12-31 19:00\n"],
    ["touch -t 202402291234.56 f; TZ=UTC date -r f +%s", "1709210096\n"],
    ["touch -t 02291234 f; date -r f +%m%d%H%M", "03011234\n"],
    ["touch -d 2024-02-30 f; echo $?", "0\n"],
    ["touch -d @86400 f; stat -c %Y f; touch -d @0 g; touch -r g f; stat -c %Y f", "86400\n0\n"],
    [
      "date -u -I -d @0; date -u -Iseconds -d @0; date -u -Iminutes -d @0; date -u -Ihours -d @0",
      "1970-01-01\n1970-01-01T00:00:00+00:00\n1970-01-01T00:00+00:00\n1970-01-01T00+00:00\n",
    ],
    ["date -u -d @0 +%; date -u -d @0 +%Q; date -u -d @0 +", "%\n%Q\n\n"],
    ["date -q; echo $?", "1\n", "date: Unknown option 'q' (see \"date --help\")\n"],
    ["date 2>&1 -d; echo $?", 'date: Missing argument to -d (see "date --help")\n1\n'],
  ]);
});

describe("cal and date use the calendar and zone of the given time", () => {
  testRows([
    [
      "cal 2 2024; cal 1 1; cal 9 2023",
      "   February 2024     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n 4  5  6  7  8  9 10 \n11 12 13 14 15 16 17 \n18 19 20 21 22 23 24 \n25 26 27 28 29       \n                     \n     January 1       \nSu Mo Tu We Th Fr Sa \n    1  2  3  4  5  6 \n 7  8  9 10 11 12 13 \n14 15 16 17 18 19 20 \n21 22 23 24 25 26 27 \n28 29 30 31          \n                     \n   September 2023    \nSu Mo Tu We Th Fr Sa \n                1  2 \n 3  4  5  6  7  8  9 \n10 11 12 13 14 15 16 \n17 18 19 20 21 22 23 \n24 25 26 27 28 29 30 \n                     \n",
    ],
    [
      "TZ=Asia/Tokyo date -d '2024-01-01 00:30' +%s; TZ=America/New_York date -d '2024-03-10 02:30' +%s > /dev/null; echo $?",
      "1704036600\n0\n",
    ],
  ]);
});

describe("date parses -D and -d and prints all formats", () => {
  testRows([
    [
      "date -u -d @0; date -u -d @86399 +%H:%M:%S; date -u -d @1700000000 '+%Y-%m-%d %T'",
      "Thu Jan  1 00:00:00 UTC 1970\n23:59:59\n2023-11-14 22:13:20\n",
    ],
    [
      "date -u -d @1700000000 '+%a %A %b %B %d %e %j %U %W %u %w %y %C %G %V %g'",
      "Tue Tuesday Nov November 14 14 318 46 46 2 2 23 20 2023 46 23\n",
    ],
    [
      "date -u -d @1700000000 '+%D %F %R %r %I %l %k %p %s %n%t|%%|%h %c %x %X'",
      "11/14/23 2023-11-14 22:13 10:13:20 PM 10 10 22 PM 1700000000 \n\t|%|Nov Tue Nov 14 22:13:20 2023 11/14/23 22:13:20\n",
    ],
    [
      "date -u -d '2024-02-29' +%j; date -u -d '2024-02-29 13:14' +%s; date -u -d '2024-02-29 13:14:15' +%s",
      "060\n1709212440\n1709212455\n",
    ],
    ["date -u -d '2024-02-29T13:14:15Z' +%s; date -u -d '2024-02-29T13:14:15+02:00' +%s", "1709212455\n1709205255\n"],
    ["date -u -d '2024-13-01'; echo $?", "1\n", "date: bad date 2024-13-01\n"],
    [
      "date -u -d 2024-03-10 +%U; date -u -d 2023-12-31 '+%G-%V %u'; date -u -d 2024-12-30 '+%G-%V'",
      "10\n2023-52 7\n2025-01\n",
    ],
    [
      "touch -d 2024-01-02T03:04:05Z f; date -u -r f; date -r nofile; echo $?",
      "Tue Jan  2 03:04:05 UTC 2024\n1\n",
      "date: Can't stat nofile: No such file or directory\n",
    ],
    ["date -u -I -d @0; date -u -Iseconds -d @0; echo $?", "1970-01-01\n1970-01-01T00:00:00+00:00\n0\n"],
    [
      "cal 2 2024; cal 1 1970",
      "   February 2024     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n 4  5  6  7  8  9 10 \n11 12 13 14 15 16 17 \n18 19 20 21 22 23 24 \n25 26 27 28 29       \n                     \n    January 1970     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n 4  5  6  7  8  9 10 \n11 12 13 14 15 16 17 \n18 19 20 21 22 23 24 \n25 26 27 28 29 30 31 \n                     \n",
    ],
    [
      "cal 9 1752; cal 13 2024; echo $?",
      "   September 1752    \nSu Mo Tu We Th Fr Sa \n                1  2 \n 3  4  5  6  7  8  9 \n10 11 12 13 14 15 16 \n17 18 19 20 21 22 23 \n24 25 26 27 28 29 30 \n                     \n1\n",
      "cal: 13 > 12\n",
    ],
    ["date -u -D '%d.%m.%Y' -d '29.02.2024' +%F", "2024-02-29\n"],
    ["date -u -D '%H:%M %d/%m/%y' -d '13:14 29/02/24' +%s", "1709212440\n"],
    ["date -u -D '%b %d' -d 'Mar 5' '+%F %T'", "1900-03-05 00:00:00\n"],
    ["date -u -D '%s' -d '86400' '+%F %T'", "1970-01-02 00:00:00\n"],
    [
      "date -u -D '%a %e %B %y' -d 'thu 9 march 70' +%F; date -u -D '%y-%m-%d' -d 68-1-1 +%Y; date -u -D '%y-%m-%d' -d 69-1-1 +%Y",
      "1970-03-09\n2068\n1969\n",
    ],
    [
      "date -u -D '%F  %R' -d '2024-01-01 10:00' +%s; date -u -D '%Y%m%d' -d '20240131' +%F",
      "1704103200\n2024-01-31\n",
    ],
    ["date -u -D '%D %T%n' -d '01/31/24 10:00:00 ' '+%F %T'", "2024-01-31 10:00:00\n"],
    [
      "date -u -D '%F %I:%M %p' -d '2024-01-01 12:05 am' +%T; date -u -D '%F %r' -d '2024-01-01 01:05:06 PM' +%T",
      "00:05:00\n13:05:06\n",
    ],
    ["date -u -D '%F' -d '2024-02-29x'; echo $?", "1\n", "date: bad date 2024-02-29x\n"],
    ["date -u -D '%d.%m.%Y' -d x; echo $?", "1\n", "date: bad date x\n"],
    ["date -u -D %H:%M -d x; echo $?", "1\n", "date: bad date x\n"],
    [
      "date -u -D '%F %%' -d '2024-02-29 %' +%F; date -u -D 'on %d of %b, %Y' -d 'on 9 of Sep, 2021' +%F",
      "2024-02-29\n2021-09-09\n",
    ],
    ["touch -r nofile x; echo $?; ls", "1\n", "touch: Can't stat nofile: No such file or directory\n"],
  ]);
});
