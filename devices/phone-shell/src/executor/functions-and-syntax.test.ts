import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("functions, compound commands and syntax errors behave as in mksh", () => {
  testRows([
    [
      'f() { echo $# "$@"; }; f; f a \'b c\'; f "$@"; set -- x y; f "$@"; f $*; echo $#; f() { shift; echo $1; }; f 1 2; echo $1',
      "0\n2 a b c\n0\n2 x y\n2 x y\n2\n2\nx\n",
    ],
    [
      "f() { echo a; return; echo b; }; f; f() { echo $FUNCNAME$0; }; f; f() ( echo sub; exit 3 ); f; echo $?; f() if true; then echo if; fi; f; f() for i in 1 2; do echo $i; done; f; f() case $1 in a) echo A;; esac; f a",
      "a\n/system/bin/sh\nsub\n3\nif\n1\n2\nA\n",
    ],
    [
      "function f { echo ksh; }; f; function g() { echo both; }; g; f () { echo space; }; f; f()\n{\necho newline\n}\nf; f-g() { echo dash; }; f-g; f.g() { echo dot; }; f.g; _f1() { echo under; }; _f1",
      "ksh\nboth\nspace\nnewline\ndash\ndot\nunder\n",
    ],
    [
      "f() { g() { echo inner; }; }; f; g; f() { f() { echo second; }; echo first; }; f; f; unset -f f; f; echo $?",
      "inner\nfirst\nsecond\n127\n",
      "/system/bin/sh: f: inaccessible or not found\n",
    ],
    [
      "f() { echo $1; [ $1 -gt 0 ] && f $(($1-1)); echo back $1; }; f 2; f() { [ $1 -le 1 ] && echo 1 || echo $(($1 * $(f $(($1-1))))); }; f 6",
      "2\n1\n0\nback 0\nback 1\nback 2\n720\n",
    ],
    [
      "f() { local i; for i in 1 2; do g; done; }; g() { local i=x; echo $i; }; f; x=g; f() { local x=l; h; }; h() { echo $x; x=changed; }; f; echo $x",
      "x\nx\nl\ng\n",
    ],
    [
      "f() { echo out; echo err >&2; return 4; }; x=$(f 2>/dev/null); echo $? $x; f > /dev/null 2>&1; echo $?; f 2>&1 | cat; f >f 2>g; cat f g; if f >/dev/null 2>&1; then echo no; else echo $?; fi",
      "4 out\n4\nout\nerr\nout\nerr\n4\n",
    ],
    [
      "f() { cat; }; echo piped | f; f < /dev/null; f <<< here; f <<E\ndoc\nE\necho a | f | f; { echo b; } | f; f() { read x; echo \"got $x\"; }; printf '1\\n2\\n' | { f; f; }",
      "piped\nhere\ndoc\na\nb\ngot 1\ngot 2\n",
    ],
    [
      "f() { set -- new; echo $1; }; set -- old; f a; echo $1; f() { echo ${1:-default} ${2-unset} ${#1}; }; f; f '' x; f abc; f() { for a; do echo \"<$a>\"; done; }; f 1 '2 3'",
      "new\nold\ndefault unset 0\ndefault x 0\nabc unset 3\n<1>\n<2 3>\n",
    ],
    [
      "f() { exit 3; }; (f); echo $?; f() { cd /system; }; f; pwd; f() { x=global; local y=local; }; f; echo $x [$y]; f() { alias z=echo; }; f; alias z; f() { set -f; }; f; echo *; set +f",
      "3\n/system\nglobal []\nz=echo\n*\n",
    ],
    [
      'test() { echo mytest; }; test a; echo() { command echo "my $*"; }; echo a; unset -f echo test; cd() { command cd "$@" && command echo in; }; cd /system; pwd; ls() { echo fake; }; ls; command ls -d /',
      "mytest\nmy a\nin\n/system\nfake\n/\n",
    ],
    [
      "f() { return 0; } ; f && echo ok; f() { false; }; f || echo failed; ! f; echo $?; f() { true; return $?; }; f; echo $?; f() { (exit 7); }; f; echo $?; f() { :; }; false; f; echo $?",
      "ok\nfailed\n0\n0\n7\n0\n",
    ],
    ["f() { }; echo not reached", "not reached\n"],
    [
      "i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i = 2 ] && continue; echo $i; done; until [ $i = 0 ]; do i=$((i-1)); done; echo $i; while false; do :; done; echo $?; while true; do break; done; echo $?",
      "1\n3\n0\n0\n0\n",
    ],
    [
      "if true; then echo 1; fi; if false; then :; elif true; then echo 2; fi; if false; then :; elif false; then :; else echo 3; fi; if ! false; then echo 4; fi; if true && false || true; then echo 5; fi; if (exit 3); then :; else echo $?; fi; if false; then :; fi; echo $?",
      "1\n2\n3\n4\n5\n3\n0\n",
    ],
    [
      "{ echo a; echo b; } | tr ab AB; ( echo c; echo d ) | tr cd CD; { echo x; }; (echo y); ((1)) && { echo z; }; { { { echo deep; }; }; }; (((1+1))) && echo dparen; ( (echo nested) )",
      "A\nB\nC\nD\nx\ny\nz\ndeep\ndparen\nnested\n",
    ],
    [
      "true && echo a || echo b; false && echo a || echo b; true || echo a && echo b; false || false && echo c; echo $?; ! true && echo d; ! false || echo e; echo $?; true &&\necho nl; true |\ncat; false ||\necho or",
      "a\nb\nb\n1\n0\nnl\nor\n",
    ],
    ["echo a;;echo b", "", "/system/bin/sh: syntax error: unexpected ';;'\n", 1],
    ["echo a & & echo b", "", "/system/bin/sh: syntax error: unexpected '&'\n", 1],
    ["| echo a", "", "/system/bin/sh: syntax error: unexpected '|'\n", 1],
    ["&& echo a", "", "/system/bin/sh: syntax error: unexpected '&&'\n", 1],
    ["echo a ||", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["echo a)", "", "/system/bin/sh: syntax error: unexpected ')'\n", 1],
    ["{ echo a", "", "/system/bin/sh: syntax error: unmatched '{'\n", 1],
    ["( echo a", "", "/system/bin/sh: syntax error: unmatched '('\n", 1],
    ["if true; echo a; fi", "", "/system/bin/sh: syntax error: unexpected 'fi'\n", 1],
    ["while true; echo a; done", "", "/system/bin/sh: syntax error: unexpected 'done'\n", 1],
    ["case a in a) echo a", "", "/system/bin/sh: syntax error: unmatched 'case'\n", 1],
    ["do echo a; done", "", "/system/bin/sh: syntax error: unexpected 'do'\n", 1],
    ["then", "", "/system/bin/sh: syntax error: unexpected 'then'\n", 1],
    ["done", "", "/system/bin/sh: syntax error: unexpected 'done'\n", 1],
    ["esac", "", "/system/bin/sh: syntax error: unexpected 'esac'\n", 1],
    ["}", "", "/system/bin/sh: syntax error: unexpected '}'\n", 1],
    ['echo "a', "", "/system/bin/sh: no closing quote\n", 1],
    ["echo 'a", "", "/system/bin/sh: no closing quote\n", 1],
    ["echo `a", "", "/system/bin/sh: no closing quote\n", 1],
    ["echo $(a", "", "/system/bin/sh: syntax error: unmatched '('\n", 1],
    ["echo ${a", "", "/system/bin/sh: no closing quote\n", 1],
    ["cat <<EOF\nnever ended", "", "/system/bin/sh: here document 'EOF' unclosed\n", 1],
    ["echo <", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["echo >", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["echo 2>&", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["f() { echo a", "", "/system/bin/sh: syntax error: unmatched '{'\n", 1],
    ["function", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["echo before\nif\necho after", "before\n", "/system/bin/sh: syntax error: unmatched 'if'\n", 1],
    ['echo before; if true; then echo in\necho "unclosed', "", "/system/bin/sh: no closing quote\n", 1],
  ]);
});

describe("commands and their exit codes behave as in mksh", () => {
  testRows([
    [
      "f() { [ $1 -le 0 ] && return; echo $1; f $(($1-1)); }; f 3; g() { return; }; false; g; echo $?; h() { false; }; h; echo $?",
      "3\n2\n1\n1\n1\n",
    ],
    [
      "for i in 1 2 3; do for j in a b; do [ $j = b ] && continue 2; [ $i = 3 ] && break 2; echo $i$j; done; done; echo end",
      "1a\n2a\nend\n",
    ],
    [
      "i=0; while [ $i -lt 3 ]; do i=$((i+1)); [ $i -eq 2 ] && continue; echo $i; done; until [ $i -eq 0 ]; do i=$((i-1)); done; echo $i",
      "1\n3\n0\n",
    ],
    [
      "if false; then echo a; elif true; then echo b; else echo c; fi; if ! false; then echo n; fi; if (exit 3); then :; else echo $?; fi",
      "b\nn\n3\n",
    ],
    [
      "{ echo g; }; ( echo s; x=1 ); echo [$x]; { x=2; }; echo $x; (exit 4); echo $?; { (exit 5) }; echo $?",
      "g\ns\n[]\n2\n4\n5\n",
    ],
    [
      "true && echo a || echo b; false && echo a || echo b; false || false; echo $?; ! true; echo $?; ! false && echo c; true; ! :; echo $?",
      "a\nb\n1\n1\nc\n1\n",
    ],
    [
      "sleep 0.1 & wait $!; echo $?; (exit 7) & wait $!; echo $?; wait; echo $?; wait 99999; echo $?; false & wait %1; echo $?",
      "0\n7\n0\n127\n1\n",
    ],
    [
      "eval 'echo $((1+1)); x=ev'; echo $x; eval; echo $?; eval 'false'; echo $?; eval \"echo 'a  b'\"; cmd='echo hi'; $cmd; eval 'exit 3' & wait $!; echo $?",
      "2\nev\n0\n1\na  b\nhi\n3\n",
    ],
    [
      "test -z ''; echo $?; [ a = a -a b = b ]; echo $?; [ 1 -lt 2 ] && [ ! 3 -gt 4 ] && echo ok; [ -n ]; echo $?; [ ]; echo $?; [ a; echo $?; [ 1 -eq x ]; echo $?; test a b; echo $?",
      "0\n0\nok\n0\n1\n2\n1\n2\n",
      "/system/bin/sh: [: missing ]\n/system/bin/sh: test: b: unexpected operator/operand\n",
    ],
    [
      "[[ abc == a* && abc != b* ]] && echo m; [[ -z '' || x ]] && echo z; [[ 5 -gt 3 ]] && echo g; [[ a < b ]] && echo l; [[ ! a ]] || echo n; x='a b'; [[ $x == 'a b' ]] && echo nosplit; [[ ab == @(a|ab) ]] && echo ext; [[ \"a*\" == \"a*\" ]] && echo lit; [[ axx == \"a*\" ]] || echo nolit",
      "m\nz\ng\nl\nn\nnosplit\next\nlit\nnolit\n",
    ],
    [
      'shift 0; set -- 1 2 3; shift 2; echo $*; shift -1; echo $?; shift x; echo $?; set -- "${@:1:1}" z; echo $*; echo ${@:0:1} ${@: -1} | wc -w; echo "${*:2}" ${10-none}',
      "3\n",
      "/system/bin/sh: shift: nothing to shift\n",
      1,
    ],
    [
      "exit_code() { exit $1; }; (exit_code 9); echo $?; (exit 256); echo $?; (exit -1); echo $?; (exit abc); echo $?; sh -c 'exit 300'; echo $?; nosuchcmd; echo $?; ./; echo $?; touch nx; ./nx; echo $?; sh -c 'kill -9 $$'; echo $?",
      "9\n0\n255\n1\n44\n127\n126\n126\n137\n",
      "/system/bin/sh: exit: bad number: abc\n/system/bin/sh: nosuchcmd: inaccessible or not found\n/system/bin/sh: ./: can't execute: Is a directory\n/system/bin/sh: ./nx: can't execute: Permission denied\n",
    ],
  ]);
});
