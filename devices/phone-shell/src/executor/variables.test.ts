import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("variables, attributes and arrays behave as in mksh", () => {
  testRows([
    [
      'a=(x y z); echo ${#a[@]} ${a[1]} ${a[@]} "${a[*]}"; IFS=-; echo "${a[*]}" ${a[*]}',
      "3 y x y z x y z\nx-y-z x y z\n",
    ],
    [
      'a=(x y z); a+=(w); echo ${a[3]}; a[7]=q; echo ${#a[@]} "${!a[@]}"; unset \'a[1]\'; echo "${a[@]}" "${!a[@]}"',
      "w\n5 0 1 2 3 7\nx z w q 0 2 3 7\n",
    ],
    ["set -A b 1 2 3; echo ${b[@]}; set +A b 9; echo ${b[@]}; set -A b; echo ${#b[@]}", "1 2 3\n9 2 3\n0\n"],
    [
      'a=(1 2 3 4 5); echo ${a[@]:1:2} ${a[@]: -2}; echo ${a[*]#1} "${a[@]%5}"',
      "",
      "/system/bin/sh: ${a[@]: 1}: bad substitution\n",
      1,
    ],
    [
      'a=("a b" "c"); for x in "${a[@]}"; do echo "<$x>"; done; for x in ${a[@]}; do echo "<$x>"; done',
      "<a b>\n<c>\n<a>\n<b>\n<c>\n",
    ],
    [
      "a=(foo bar); echo ${a[@]/o/0} ${a[@]//o/0} ${a[0]^} 2>&1; echo $?",
      "",
      "/system/bin/sh: ${a[@]/o}: bad substitution\n",
      1,
    ],
    ['a=5; a[1]=6; echo $a ${a[0]} ${a[1]} ${#a}; b[2]=x; echo "[$b]"', "5 5 6 1\n[]\n"],
    ["i=1; a=(p q r); echo ${a[i]} ${a[i+1]} ${a[$i]} ${a[-1]}", "q r q\n"],
    [
      'typeset -a t; t[0]=z; typeset -p t; a=(1 "2 3"); typeset -p a',
      "set -A t\ntypeset t[0]=z\nset -A a\ntypeset a[0]=1\ntypeset a[1]='2 3'\n",
    ],
    [
      "typeset -i n=3+4; echo $n; n=n*2; echo $n; typeset -i8 o=8; echo $o; typeset -i16 h=255; echo $h",
      "7\n14\n8#10\n16#ff\n",
    ],
    [
      'typeset -u U=abc; typeset -l L=ABC; echo $U $L; U=x; echo $U; typeset -L4 p=abcdef; typeset -R4 q=ab; typeset -Z4 z=7; echo "[$p][$q][$z]"',
      "ABC abc\nX\n[abcd][  ab][0007]\n",
    ],
    [
      "f() { typeset l=in; g=out; echo $l; }; l=keep; f; echo $l $g; h() { local l=2; i; }; i() { echo dyn $l; }; h",
      "in\nkeep out\ndyn 2\n",
    ],
    ['x=1; f() { local x; echo "[${x-unset}]"; x=2; }; f; echo $x', "[unset]\n1\n"],
  ]);
});
