import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from mksh R59c. It adds E: or W: to some messages.

describe("builtins behave as in mksh", () => {
  testRows([
    [
      "mkdir d; ln -s d l; cd l; pwd | grep -o '/l$'; pwd -P | grep -o '/d$'; cd -P .; pwd | grep -o '/d$'",
      "/l\n/d\n/d\n",
    ],
    ["mkdir -p x/d; CDPATH=x; cd d 2>&1 | grep -o '/x/d$'", "/x/d\n"],
    ["pwd -x; echo $?", "1\n", "/system/bin/sh: pwd: -x: unknown option\n"],
    ["echo 'a b  c' | while read x y; do echo \"$x|$y\"; done", "a|b  c\n"],
    [
      "printf 'a\\\\nb\\\\\\nc\\n' | while read x; do echo \"$x\"; done; printf 'a\\\\nb\\n' | while read -r x; do echo \"$x\"; done",
      "anbc\na\nb\n",
    ],
    [
      "printf ' a b \\n' | { read x; echo \"<$x>\"; }; printf ' a b \\n' | { IFS= read x; echo \"<$x>\"; }",
      "<a b>\n< a b >\n",
    ],
    [
      "printf 'a:b:c\\n' | { IFS=: read x y; echo \"$x $y\"; }; printf 'a:b:\\n' | { IFS=: read x y; echo \"$x|$y\"; }",
      "a b:c\na|b\n",
    ],
    ['printf \'no newline\' | { read x; echo $? "$x"; }; read x < /dev/null; echo $? "<$x>"', "1 no newline\n1 <>\n"],
    ['printf \'abcdef\' | { read -N 3 x; echo "$x"; read -n 2 y; echo "$y"; }', "abc\nde\n"],
    ["printf 'a;b;c' | { read -d ';' x; read -d ';' y; echo \"$x $y\"; }", "a b\n"],
    ["printf 'a b c\\n' | { read -A arr; echo ${#arr[@]} ${arr[2]}; }", "3 c\n"],
    ['echo hello | { read; echo "$REPLY"; }', "hello\n"],
    ["read 1x < /dev/null; echo $?", "2\n", "/system/bin/sh: read: read-only: 1x\n"],
    ["exec 5< /dev/null; read -u5 x; echo $?; read -u 9 x; echo $?", "1\n2\n", "/system/bin/sh: read: read-only: 9\n"],
    ["read -t 0.05 x < /dev/null; echo $?", "1\n"],
    [
      "set -- a b c; echo $# $1 $3; shift; echo $# $1; shift 2; echo $#; shift; echo $?",
      "3 a c\n2 b\n0\n",
      "/system/bin/sh: shift: nothing to shift\n",
      1,
    ],
    ['set -- -x -y; echo "$@"; set --; echo $#; set - p q; echo $#', "-x -y\n0\n2\n"],
    [
      'set -- \'a b\' c; for i; do echo "[$i]"; done; for i in "$*"; do echo "<$i>"; done; IFS=,; echo "$*"',
      "[a b]\n[c]\n<a b c>\na b,c\n",
    ],
    ["set -e; (false; echo no); echo no", "", "", 1],
    ["(set -e; if false; then :; fi; false || true; ! true; echo yes; false; echo no); echo $?", "yes\n1\n"],
    ["set -f; echo *; set +f; touch a; echo *", "*\na\n"],
    ["(set -o pipefail; false | true; echo $?; true | false | true; echo $?); false | true; echo $?", "1\n1\n0\n"],
    ["set -x; echo a 'b c' \"$HOME\"; x=1; set +x", "a b c /\n", "+ echo a 'b c' /\n+ x=1 \n+ set +x\n"],
    ["PS4='> '; set -x; : one; y=$(echo sub); set +x", "", "> : one\n> echo sub\n> y=sub \n> set +x\n"],
    ["set -o nope; echo $?; set -Q; echo $?", "", "/system/bin/sh: set: nope: unknown option\n", 1],
    ['readonly r=1; r=2; echo "after $?"', "", "/system/bin/sh: read-only: r\n", 2],
    [
      "typeset -i n=5; n=n+3; echo $n; n='2*4'; echo $n; typeset -i16 h=255; echo $h; typeset -u u=abc; echo $u; typeset -l l=ABC; echo $l",
      "8\n8\n16#ff\nABC\nabc\n",
    ],
    [
      'typeset -L5 a=abcdefgh; echo "[$a]"; typeset -R5 b=abc; echo "[$b]"; typeset -Z5 c=42; echo "[$c]"',
      "[abcde]\n[  abc]\n[00042]\n",
    ],
    [
      "export e=1; sh -c 'echo $e'; export -p | grep '^export e='; typeset +x e; sh -c 'echo [$e]'",
      "1\nexport e=1\n[]\n",
    ],
    ['f() { local a=1 b; b=2; echo $a$b; }; f; echo "[$a]"; local z=1; echo $?', "12\n[]\n0\n"],
    ["alias hi='echo hi'", ""],
    [
      "eval 'echo a; echo b'; eval; echo $?; eval 'x=1' y=2; echo $x; eval '('; echo $?",
      "a\nb\n0\n1\n",
      "/system/bin/sh: syntax error: unmatched '('\n",
      1,
    ],
    [". ./none; echo $?", "", "/system/bin/sh: .: ./none: No such file or directory\n", 1],
    ["echo 'echo sourced $1; x=set; return 3' > s; . ./s arg; echo $? $x", "sourced arg\n3 set\n"],
    ["echo 'echo $0' > s; sh s; sh ./s", "s\n./s\n"],
    [
      "getopts ab: o -a -b val rest; echo $? $o $OPTIND; getopts ab: o -a -b val rest; echo $o $OPTARG $OPTIND; getopts ab: o -a -b val rest; echo $? $OPTIND",
      "0 a 2\nb val 4\n1 4\n",
    ],
    ["while getopts 'xy:' o -x -yv -y w z; do echo $o $OPTARG; done; echo $OPTIND", "x\ny v\ny w\n5\n"],
    ["getopts a o -z; echo $o; getopts :a o -z; echo $o $OPTARG", "?\n?\n", "/system/bin/sh: -z: unknown option\n"],
    [
      "getopts b: o -b; echo $o; OPTIND=1; getopts :b: o -b; echo $o $OPTARG",
      "?\n: b\n",
      "/system/bin/sh: -b: requires an argument\n",
    ],
    ["trap 'echo bye' EXIT; echo hi", "hi\nbye\n"],
    ["trap 'echo bye $?' EXIT; exit 4", "bye 4\n", "", 4],
    ["(trap 'echo sub' EXIT; :); trap 'echo got' USR1; kill -USR1 $$; echo after", "sub\ngot\nafter\n"],
    ["trap '' TERM; kill $$; echo alive; trap - TERM; trap", "alive\n"],
    ["trap 'echo err $?' ERR; false; true; (exit 3)", "err 1\nerr 3\n", "", 3],
    ["f() { trap 'echo leaving' EXIT; echo in; }; f; echo out", "in\nout\nleaving\n"],
    [
      "kill -l 9; kill -l TERM; kill -l 137; kill -0 $$; echo $?; kill 99999999; echo $?",
      "KILL\nKILL\n0\n1\n",
      "/system/bin/sh: kill: bad number: TERM\n/system/bin/sh: kill: 99999999: No such process\n",
    ],
    [
      "kill -NOPE $$; echo $?; kill; echo $?; kill -9; echo $?; kill abc; echo $?",
      "1\n1\n1\n1\n",
      "/system/bin/sh: kill: bad signal: NOPE\nusage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n\tkill -l [exit_status ...]\nusage:\tkill [-s signame | -signum | -signame] { job | pid | pgrp } ...\n\tkill -l [exit_status ...]\n/system/bin/sh: kill: abc: arguments must be jobs or process IDs\n",
    ],
    ["(exit 7) & wait $!; echo $?; (exit 3) & (exit 4) & wait; echo $?", "7\n0\n"],
    [
      "test; echo $?; test a; echo $?; test '' ; echo $?; [ a = a ]; echo $?; [ a = b; echo $?; [ 1 -lt 2 -a 2 -lt 1 ]; echo $?",
      "1\n0\n1\n0\n2\n1\n",
      "/system/bin/sh: [: missing ]\n",
    ],
    [
      "[ -e none ]; echo $?; touch f; [ -e f -a -f f ]; echo $?; [ -s f ]; echo $?; [ -d . ]; echo $?; [ ! -d f ]; echo $?; ln -s none l; [ -L l ]; echo $?; [ -e l ]; echo $?",
      "1\n0\n1\n0\n0\n0\n1\n",
    ],
    [
      "[ a -eq 1 ]; echo $?; [ 08 -eq 8 ]; echo $?; [ -n ]; echo $?; [ -z ]; echo $?; [ a b ]; echo $?",
      "1\n0\n0\n0\n2\n",
      "/system/bin/sh: [: b: unexpected operator/operand\n",
    ],
    [
      "[[ abc == a* ]]; echo $?; [[ abc == 'a*' ]]; echo $?; [[ a < b && b > a ]]; echo $?; [[ -z '' || -n '' ]]; echo $?; [[ ! a == b ]]; echo $?",
      "0\n1\n0\n0\n0\n",
    ],
    [
      "[[ 5 -gt 3 ]]; echo $?; x=a; [[ -v x ]]; echo $?; [[ -o noglob ]]; echo $?; [[ ( a == a ) ]]; echo $?",
      "0\n0\n1\n0\n",
    ],
    [
      "let 'x=3*4' y=x+1; echo $x $y $?; let 0; echo $?; let 1; echo $?; (( x > 5 )); echo $?; (( 0 )); echo $?",
      "12 13 0\n1\n0\n0\n1\n",
    ],
    [
      "echo $((1 ? 2 : 3)) $((x = 5, x * 2)) $((x++ + ++x)) $((~5)) $((!3)) $((5 & 3 | 4 ^ 1)) $((1 << 4)) $((-17 / 5)) $((-17 % 5)) $((16#ff)) $((2#101)) $((010)) $((0x1f))",
      "2 10 12 -6 0 5 16 -3 -2 255 5 10 31\n",
    ],
    [
      "echo $((2147483647 + 1)) $((1 << 31)) $((-2147483648 - 1)) $((4294967296))",
      "-2147483648 -2147483648 2147483647 0\n",
    ],
    ["echo $((1 +)) ; echo $?", "", "/system/bin/sh: 1 +: unexpected 'end of expression'\n", 1],
    ["echo $((1/0)); echo $?", "", "/system/bin/sh: 1/0: zero divisor\n", 1],
    [
      "echo a; false; echo $?; command echo b; command -v cd; command -v none; echo $?; command -V cd; command none; echo $?",
      "a\n1\nb\ncd\n1\ncd is a shell builtin\n127\n",
      "/system/bin/sh: none: inaccessible or not found\n",
    ],
    [
      "whence -v if; whence ls > /dev/null; echo $?; type none; echo $?; type cd; f() { :; }; type f",
      "if is a reserved word\n0\nnone not found\n1\ncd is a shell builtin\nf is a function\n",
    ],
    [
      "echo -n a; echo -e 'b\\tc'; echo -E 'd\\te'; echo 'f\\tg'; echo -- h; echo -ne 'i\\n'; echo -x",
      "ab\tc\nd\\te\nf\tg\n-- h\ni\n-x\n",
    ],
    [
      "print a b; print -n c; print -r 'd\\te'; print 'f\\tg'; print -u2 err; print -- -x; print -l 1 2",
      "a b\ncd\\te\nf\tg\n-x\n1\n2\n",
      "err\n",
    ],
    [
      "printf '%s\\n' a b c; printf '%s-%s\\n' a b c; printf 'x%dy\\n' 5; printf '%d\\n' abc; echo $?",
      "a\nb\nc\na-b\nc-\nx5y\n0\n1\n",
      "printf: bad %d abc\n",
    ],
    ["true; echo $?; false; echo $?; : a b; echo $?; exit 300", "0\n1\n0\n", "", 44],
    [
      "(exit -1); echo $?; (exit abc); echo $?; return 5; echo never",
      "255\n1\n",
      "/system/bin/sh: exit: bad number: abc\n",
      5,
    ],
    ["f() { return 300; }; f; echo $?; f() { return; }; false; f; echo $?", "44\n1\n"],
    [
      "break; echo $?; for i in 1 2 3; do for j in a b; do [ $i = 2 ] && continue 2; [ $i = 3 ] && break 2; echo $i$j; done; done",
      "0\n1a\n1b\n",
      "/system/bin/sh: break: can't break\n",
    ],
    ["hash -r; echo $?; exec echo replaced; echo never", "0\nreplaced\n"],
    ["exec none; echo $?", "", "/system/bin/sh: none: inaccessible or not found\n", 127],
    [
      "mapfile; echo $?; enable; echo $?; shopt; echo $?; declare; echo $?; source; echo $?",
      "127\n127\n127\n127\n1\n",
      "/system/bin/sh: mapfile: inaccessible or not found\n/system/bin/sh: enable: inaccessible or not found\n/system/bin/sh: shopt: inaccessible or not found\n/system/bin/sh: declare: inaccessible or not found\n/system/bin/sh: source: missing argument\n",
    ],
    ["x=5 y=$x; echo $y; x=1 sh -c 'echo $x'; echo $x; x=2 :; echo $x; x=3 true; echo $x", "5\n1\n5\n2\n2\n"],
    [
      "case abc in a*) echo one;& b*) echo two;; c*) echo three;; esac; case x in (y|x) echo par;; esac; case z in *) ;; esac; echo $?",
      "one\ntwo\npar\n0\n",
    ],
    ["until false; do echo once; break; done; while false; do :; done; echo $?", "once\n0\n"],
    ["function k { echo $1; }; k v; k() { echo new; }; k", "v\nnew\n"],
    ["{ echo a; echo b; } | tail -1; (cd /; pwd); ! false; echo $?; true && echo and || echo or", "b\n/\n0\nand\n"],
    ["cat <<-E", "", "/system/bin/sh: here document 'E' unclosed\n", 1],
    ["cat <<< \"here $((1+1))\"; cat << 'X' | tr a b", "", "/system/bin/sh: here document 'X' unclosed\n", 1],
  ]);
});
