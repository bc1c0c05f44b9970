import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9 under mksh R59c.

describe("comm, expand, nl, paste, rev, split and tac format lines as toybox does", () => {
  testRows([
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm  x y", "a\n\t\tb\n\tc\n\t\td\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -1 x y", "\tb\nc\n\td\ne\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -2 x y", "a\n\tb\n\td\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -3 x y", "a\n\tc\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -12 x y", "b\nd\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -13 x y", "c\ne\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -23 x y", "a\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm -123 x y", ""],
    [
      "printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm x; echo $?",
      "1\n",
      'comm: Need 2 arguments (see "comm --help")\n',
    ],
    [
      "printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm x nope; echo $?",
      "1\n",
      "comm: No file nope: No such file or directory\n",
    ],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; cat y | comm x -", "a\n\t\tb\n\tc\n\t\td\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; comm - y < x", "a\n\t\tb\n\tc\n\t\td\n\te\n"],
    ["printf 'b\\na\\n' > x; printf 'a\\n' > y; comm x y", "\ta\nb\na\n"],
    [
      "printf 'a\\tb c\\n        x\\n   \\ty\\nlong line of words here\\n' > f; expand  f; echo $?",
      "a       b c\n        x\n        y\nlong line of words here\n0\n",
    ],
    [
      "printf 'a\\tb c\\n        x\\n   \\ty\\nlong line of words here\\n' > f; expand -t 4 f; echo $?",
      "a   b c\n        x\n    y\nlong line of words here\n0\n",
    ],
    [
      "printf 'a\\tb c\\n        x\\n   \\ty\\nlong line of words here\\n' > f; expand -t 2,6 f; echo $?",
      "a b c\n        x\n      y\nlong line of words here\n0\n",
    ],
    [
      "printf 'a\\tb c\\n        x\\n   \\ty\\nlong line of words here\\n' > f; expand -t x f; echo $?",
      "1\n",
      "expand: bad tablist\n",
    ],
    [
      "printf 'a\\tb c\\n        x\\n   \\ty\\nlong line of words here\\n' > f; expand -t 4,2 f; echo $?",
      "1\n",
      "expand: bad tablist\n",
    ],
    ["printf '\\ta\\n' | expand -", "        a\n"],
    ["printf 'a\\bb\\tc\\n' | expand | od -c", "0000000   a  \\b   b                               c  \\n\n0000014\n"],
    ["expand nope; echo $?", "1\n", "expand: nope: No such file or directory\n"],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl  f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -ba f; echo $?",
      "     1\ta\n     2\t\n     3\tb\n     4\t\n     5\t\n     6\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -bt f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -bn f; echo $?",
      "       a\n       \n       b\n       \n       \n       c\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -b pb f; echo $?",
      "       a\n       \n     1\tb\n       \n       \n       c\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -nln f; echo $?",
      "1     \ta\n       \n2     \tb\n       \n       \n3     \tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -nrn f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -nrz f; echo $?",
      "000001\ta\n       \n000002\tb\n       \n       \n000003\tc\n0\n",
    ],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -w3 f; echo $?", "  1\ta\n    \n  2\tb\n    \n    \n  3\tc\n0\n"],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -s: f; echo $?",
      "     1:a\n       \n     2:b\n       \n       \n     3:c\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -v 10 f; echo $?",
      "    10\ta\n       \n    11\tb\n       \n       \n    12\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -E f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n0\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -l 2 -ba f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n     3\t\n     4\tc\n0\n",
    ],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -ba -w2 -nrz -s' ' f; echo $?", "01 a\n02 \n03 b\n04 \n05 \n06 c\n0\n"],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -bx f; echo $?", "1\n", "nl: bad -b 'x'\n"],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -nxx f; echo $?", "1\n", "nl: bad -n 'xx'\n"],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl -w 0 f; echo $?", "1\ta\n \n2\tb\n \n \n3\tc\n0\n"],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl < f", "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n"],
    ["printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl - < f", "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n"],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl nope f; echo $?",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n1\n",
      "nl: nope: No such file or directory\n",
    ],
    [
      "printf 'a\\n\\nb\\n\\n\\nc\\n' > f; nl f f",
      "     1\ta\n       \n     2\tb\n       \n       \n     3\tc\n     4\ta\n       \n     5\tb\n       \n       \n     6\tc\n",
    ],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste  x y", "a\tb\nb\tc\nd\td\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -s x y", "a\tb\td\nb\tc\td\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d , x y", "a,b\nb,c\nd,d\n,e\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d ,: x y", "a,b\nb,c\nd,d\n,e\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -s -d , x y", "a,b,d\nb,c,d,e\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d '' x y", "ab\nbc\ndd\ne\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d '\\t' x y", "a\tb\nb\tc\nd\td\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d '\\n' x y", "a\nb\nb\nc\nd\nd\n\ne\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -sd+ x y", "a+b+d\nb+c+d+e\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste x - < y", "a\tb\nb\tc\nd\td\n\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste - - < y", "b\tc\nd\te\n"],
    ["printf 'a\\nb\\nd\\n' > x; printf 'b\\nc\\nd\\ne\\n' > y; paste -d , - - - < y", "b,c,d\ne,,\n"],
    ["paste < /dev/null", ""],
    ["printf 'a\\nb' > x; paste x x", "a\ta\nb\tb\n"],
    ["printf 'abc\\nde' | rev", "cba\ned\n"],
    ["rev nope; echo $?", "1\n", "rev: nope: No such file or directory\n"],
    ["printf '' | rev", ""],
    ["printf 'a\\nb\\nc' | tac", "cb\na\n"],
    ["printf 'a\\n\\nb\\n' | tac", "b\n\na\n"],
    ["tac nope; echo $?", "1\n", "tac: nope: No such file or directory\n"],
    ["printf '1\\n2\\n' > x; printf '3\\n' > y; tac x y", "2\n1\n3\n"],
    ["printf '' | tac", ""],
    ["split -l 1 - p < /dev/null; ls", ""],
  ]);
});
