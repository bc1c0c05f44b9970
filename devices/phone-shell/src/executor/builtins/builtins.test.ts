import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("builtins behave as in mksh", () => {
  testRows([
    [
      "read a b <<< 'x y z'; echo \"[$a][$b]\"; read a <<< '  lead trail  '; echo \"[$a]\"; IFS= read a <<< '  lead  '; echo \"[$a]\"; read a b c <<< 'x'; echo \"[$a][$b][$c]\"",
      "[x][y z]\n[lead trail]\n[  lead  ]\n[x][][]\n",
    ],
    [
      "read -r a <<< 'a\\b\\\\c'; echo \"$a\" | od -An -c; read a <<< 'a\\b\\\\c'; echo \"$a\" | od -An -c; printf 'a\\\\\\nb\\n' | { read x; echo \"$x\"; }; printf 'a\\\\\\nb\\n' | { read -r x; echo \"$x\"; }",
      "   a  \\b   \\   c  \\n\n   a   b\nab\na\\\n",
    ],
    [
      "IFS=: read a b c <<< 'x::z'; echo \"[$a][$b][$c]\"; IFS=: read a b <<< 'x:y:z'; echo \"[$a][$b]\"; IFS=' :' read a b <<< 'x : y'; echo \"[$a][$b]\"; IFS=: read a b <<< ':x'; echo \"[$a][$b]\"",
      "[x][][z]\n[x][y:z]\n[x][y]\n[][x]\n",
    ],
    [
      "read <<< 'whole line'; echo \"[$REPLY]\"; read x < /dev/null; echo $? [$x]; printf 'no newline' | { read x; echo $? $x; read x; echo $? [$x]; }",
      "[whole line]\n1 []\n1 no newline\n1 []\n",
    ],
    [
      "printf 'a:b:c' | { read -d : x; echo $x; read -d : x; echo $x; read -d : x; echo $? $x; }; printf 'a\\0b\\0' | { read -d '' x; echo $x; read -d '' x; echo $x; }",
      "a\nb\n1 c\na\nb\n",
    ],
    [
      "read -A a <<< 'x y z'; echo ${#a[*]} ${a[2]}; read -rA a <<< 'x\\y z'; echo ${a[0]}; while read -r k v; do echo \"$v=$k\"; done <<< $'a 1\\nb 2'",
      "3 z\nx\\y\n1=a\n2=b\n",
    ],
    [
      "printf '%s\\n' a 'b c' ''; printf '%s-%s\\n' 1 2 3; printf 'x%sy\\n'; printf '%%|%c|%5c|%-3c|\\n' abc d e; printf '%s' ; printf 'none\\n' a b",
      "a\nb c\n\n1-2\n3-\nxy\n%|a|    d|e  |\nnone\n",
    ],
    [
      "printf '%d %i %u %o %x %X %#o %#x\\n' 42 -42 42 42 255 255 8 255; printf '%5d|%-5d|%05d|%+d|% d|%+05d\\n' 1 2 3 4 5 6; printf '%.3d|%8.3d|%-8.3d|\\n' 5 5 5",
      "42 -42 42 52 ff FF 010 0xff\n    1|2    |00003|+4| 5|+0006\n005|     005|005     |\n",
    ],
    [
      "printf '%d\\n' 0x1f 017 \"'A\" '\"B' -0x10 +5 ' 7'; printf '%d\\n' ''; echo $?; printf '%d %d\\n' 1a x; echo $?",
      "31\n15\n65\n66\n-16\n5\n7\n0\n0\n1 0\n1\n",
      "printf: bad %d 1a\nprintf: bad %d x\n",
    ],
    [
      "printf '%s|%10s|%-10s|%.2s|%10.3s|%*s|%-*s|%.*s\\n' a b c defg hijkl 5 m 5 n 2 opq",
      "a|         b|c         |de|       hij|    m|n    |op\n",
    ],
    [
      "printf '%b|' 'a\\tb' 'a\\nb' '\\x41' '\\101' '\\0101' 'a\\cb' x; echo; printf 'a\\cb'; echo; printf '\\a\\b\\e\\f\\n\\r\\t\\v\\\\' | od -An -c; printf '\\x4\\x414\\18\\400' | od -An -c",
      "a\tb|a\nb|A|A|A|a\na\n  \\a  \\b 033  \\f  \\n  \\r  \\t  \\v   \\\n 004   A   4 001   8  \\0\n",
    ],
    [
      "echo -n a; echo b; echo -e 'a\\tb\\c d'; echo; echo -E 'a\\tb'; echo -nE 'x\\ty'; echo; echo -z -n; echo - --; echo -; echo 'a\\0101\\x41\\u0041\\e' | od -An -c; echo 'tab\\there\\\\'",
      "ab\na\tb d\na\\tb\nx\\ty\n-z -n\n- --\n-\n   a   A   A   A 033  \\n\ntab\there\\\n",
    ],
    [
      "set -- a b c; echo $#; set x; echo $* $#; set --; echo $#; set -- -a; echo $1; set - x; echo $1; set -e -- y; echo $- $1 | grep -c e; set +e; echo $1",
      "3\nx 1\n0\n-a\nx\n1\ny\n",
    ],
    [
      'set -u; echo ${x-ok} ${x:-ok} "${x+no}" $#; (echo $x) 2>&1; echo $?; echo ${#x} 2>&1; echo not reached',
      "ok ok  0\n/system/bin/sh: x: parameter not set\n1\n",
      "/system/bin/sh: x: parameter not set\n",
      1,
    ],
    [
      "set -e; true; false || true; ! true; if false; then :; fi; while false; do :; done; echo 1; (set +e; false; echo 2); { false; echo no; } || echo 3; f() { false; echo 4; }; f || :; f; echo no",
      "1\n2\nno\n4\n",
      "",
      1,
    ],
    [
      'set -e; x=$(false) || echo caught; echo "$(false)" ok; false | true; echo piped; true && false || echo or; x=`exit 3`; echo not reached',
      "caught\n ok\npiped\nor\n",
      "",
      3,
    ],
    ["set -v; echo a\necho b", "a\nb\n"],
    [
      "shift; echo $?; set -- a b c; shift 2; echo $1; shift 0; echo $1; shift -1; echo $?; (shift x; echo $?); (shift 5; echo no); echo $?",
      "",
      "/system/bin/sh: shift: nothing to shift\n",
      1,
    ],
    ["readonly x=1; x=2; echo not reached", "", "/system/bin/sh: read-only: x\n", 2],
    [
      "x=1 y=2 env | grep '^[xy]='; x=1; x=2 sh -c 'echo $x'; echo $x; x=3 eval 'echo $x'; echo $x; f() { echo $x; x=in; }; x=4 f; echo $x; x=5 true; echo $x; x=6 :; echo $x",
      "x=1\ny=2\n2\n1\n3\n3\n4\n3\n3\n6\n",
    ],
    [
      "typeset -i n=5; n=n*2; echo $n; typeset -r r=1; (r=2); echo $?; typeset -x e=1; env | grep '^e='; typeset -u u=aBc; echo $u; typeset -l l=AbC; echo $l; typeset +u u; u=aB; echo $u",
      "10\n2\ne=1\nABC\nabc\naB\n",
      "/system/bin/sh: read-only: r\n",
    ],
    [
      "type cd ls if nope; echo $?; f() { :; }; alias al=x; type f al :; whence ls cd nope; echo $?; whence -v f if; command -v ls cd if f nope; echo $?; command -V cd; which ls nope; echo $?",
      "cd is a shell builtin\nls is a tracked alias for /system/bin/ls\nif is a reserved word\nnope not found\n1\nf is a function\nal is an alias for x\n: is a special shell builtin\n/system/bin/ls\ncd\n1\nf is a function\nif is a reserved word\n/system/bin/ls\ncd\nif\nf\n1\ncd is a shell builtin\n/system/bin/ls\n1\n",
    ],
    [
      "eval 'echo a; echo b' '; echo c'; eval; echo $?; eval ''; echo $?; eval 'exit 3'; echo no",
      "a\nb\nc\n0\n0\n",
      "",
      3,
    ],
    [
      "echo 'echo $0 $1; x=in; return 3; echo no' > s; . ./s arg; echo $? $x; set -- pos; . ./s; echo $1; echo 'exit 4' > t; (. ./t); echo $?; PATH=$PWD:$PATH; . s p | head -1; . ./nope; echo no",
      "/system/bin/sh arg\n3 in\n/system/bin/sh pos\npos\n4\n/system/bin/sh p\n",
      "/system/bin/sh: .: ./nope: No such file or directory\n",
      1,
    ],
    [
      'getopts a o; echo $? $o; set -- -a -b val -c rest; while getopts ab:c o; do echo "$o ${OPTARG-none} $OPTIND"; done; echo $? $o $OPTIND; shift $((OPTIND-1)); echo $*',
      "1 ?\na none 2\nb val 4\nc none 5\n0 ? 5\nrest\n",
    ],
    [
      'set -- -ab val -xyz; while getopts ab:xyz o; do echo "$o ${OPTARG-}"; done; OPTIND=1; set -- -q; getopts a o; echo $? $o ${OPTARG-none}; OPTIND=1; set -- -b; getopts b: o; echo $? $o ${OPTARG-none}',
      "a \nb val\nx \ny \nz \n0 ? none\n0 ? none\n",
      "/system/bin/sh: -q: unknown option\n/system/bin/sh: -b: requires an argument\n",
    ],
    [
      "true; echo $?; false; echo $?; : ; echo $?; : $(exit 3); echo $?; ! :; echo $?; true | false; echo $?; ! true | false; echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit 1000); echo $?",
      "0\n1\n0\n0\n1\n1\n0\n0\n255\n232\n",
    ],
    ["exit; echo no", ""],
    ["false; exit", "", "", 1],
    ["(exit 3); exit", "", "", 3],
    [
      "alias l2='echo a; echo'\nl2 b > f; cat f; alias x='true && echo'\nx y z; alias g='{ echo in; }'\ng",
      "a\nb\ny z\nin\n",
    ],
    [
      "readonly x=1; ((x=5)) || echo $?; ((x++)) || echo $?; echo $((x+1)); let x=2 || echo $?",
      "2\n2\n2\n2\n",
      "/system/bin/sh: x=5: = applied to read-only variable\n/system/bin/sh: x++: ++ applied to read-only variable\n/system/bin/sh: x=2: = applied to read-only variable\n",
    ],
    [
      "printf '%d %d %x\\n' a 1b zz; echo $?; printf '%d %q_\\n' 5 2>/dev/null | head -c 2",
      "0 1 0\n1\n5 ",
      "printf: bad %d a\nprintf: bad %d 1b\nprintf: bad %x zz\n",
    ],
    [
      "if (exit 3); then :; else echo $?; fi; if false; then :; elif (exit 4); then :; else echo $?; fi; while (exit 2); do :; done; echo $?",
      "3\n4\n0\n",
    ],
  ]);
});

describe("builtins report missing requirements", () => {
  testRows([
    [
      "cd ''; echo $?; OLDPWD=; cd -> /dev/null; echo $?; unset OLDPWD; cd -; echo $?",
      "0\n0\n2\n",
      "/system/bin/sh: cd: no OLDPWD\n",
    ],
    ["print -p x; echo $?", "1\n", "/system/bin/sh: print: -p: no coprocess\n"],
  ]);
});
