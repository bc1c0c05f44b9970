import { beforeAll, describe, expect, it } from "vitest";
import { expectedOf, runRow, SH, type Row } from "../testing/script-table.ts";
import { sharedTestShell, type TestShell } from "../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await sharedTestShell();
});

function table(rows: readonly Row[]): void {
  it.each(rows.map((row) => ({ script: row[0], row })))("$script", async ({ row }) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
}

describe("quotes and words", () => {
  table([
    ["echo hi", "hi\n"],
    ["echo  a   b", "a b\n"],
    ["echo 'a   b' \"c  d\"", "a   b c  d\n"],
    ["echo a\\ b", "a b\n"],
    ['echo "it\'s" \'say "x"\'', 'it\'s say "x"\n'],
    ["echo 'a'\"b\"c", "abc\n"],
    ['echo "\\$x \\\\ \\""', '$x \\ "\n'],
    ["echo $'a\\tb'", "a\tb\n"],
    ["echo a#b # comment", "a#b\n"],
    ["echo \"\" x ''", " x \n"],
    ["echo a; echo b & wait; echo c", "a\nb\nc\n"],
    ["echo one \\\ntwo", "one two\n"],
    ["printf '<%s>' \"\" a; echo", "<><a>\n"],
    ["echo {a,b}{1,2}", "a1 a2 b1 b2\n"],
    ["echo x{,y}z", "xz xyz\n"],
    ["echo {1..3}", "{1..3}\n"],
    ["echo '{a,b}'", "{a,b}\n"],
    ["echo ~ ~root ~nobody", "/ / ~nobody\n"],
    ["x=~/a; echo $x", "//a\n"],
  ]);
});

describe("parameters", () => {
  table([
    ["x=1; echo $x ${x}2", "1 12\n"],
    ["x='a  b'; echo $x; echo \"$x\"", "a b\na  b\n"],
    ['echo [$nothing] "[$nothing]"', "[] []\n"],
    ["x=a; echo ${x:-b} ${y:-b} ${y-c} ${z:=d} $z", "a b c d d\n"],
    ["x=; echo [${x-unset}] [${x:-empty}]", "[] [empty]\n"],
    ["x=1; echo ${x:+set} [${y:+set}] ${x+s}", "set [] s\n"],
    ["(echo ${y:?is needed}); echo $?", "1\n", `${SH}y: is needed\n`],
    ["(echo ${y:?}); echo $?", "1\n", `${SH}y: parameter null or not set\n`],
    ["x=hello; echo ${#x} ${#nothing}", "5 0\n"],
    ["x=hello; echo ${x:1} ${x:1:3} ${x: -2} ${x:0:-1}", "ello ell lo hello\n"],
    ["x=/a/b/c.tar.gz; echo ${x##*/} ${x%.*} ${x%%.*} ${x#*/}", "c.tar.gz /a/b/c.tar /a/b/c a/b/c.tar.gz\n"],
    ["x=aXbXc; echo ${x/X/-} ${x//X/-} ${x//X} ${x/#a/A} ${x/%c/C}", "a-bXc a-b-c abc AXbXc aXbXC\n"],
    ['x=\'*\'; y=a; echo "${y##$x}" ${y##"$x"}', " a\n"],
    ['set -- a \'b c\' d; echo $# $1 $2; for i in "$@"; do echo "<$i>"; done', "3 a b c\n<a>\n<b c>\n<d>\n"],
    ["set -- a 'b c'; for i in $@; do echo \"<$i>\"; done", "<a>\n<b>\n<c>\n"],
    ['set -- a b c; IFS=-; echo "$*"; echo "x$@y"', "a-b-c\nxa b cy\n"],
    ['set --; echo $# "$@" end; printf \'<%s>\' "$@"; echo', "0 end\n<>\n"],
    ["set -- 1 2 3 4 5 6 7 8 9 10 11; echo $10 ${10} ${11}", "10 10 11\n"],
    ["set -- a b c; shift; echo $*; shift 2; echo $#", "b c\n0\n"],
    ["shift 1; echo no", "", `${SH}shift: nothing to shift\n`, 1],
    ["echo $?; false; echo $?; true; echo $?", "0\n1\n0\n"],
    ["echo $0", "/system/bin/sh\n"],
    ["[ $$ -gt 0 ] && [ $PPID -gt 0 ] && echo ok", "ok\n"],
    ["x=1; unset x; echo [$x]", "[]\n"],
    ["readonly r=1; r=2; echo no", "", `${SH}read-only: r\n`, 2],
    [
      "readonly r=1; (r=2); echo $?; readonly r=5; echo no",
      "2\n",
      `${SH}read-only: r\n${SH}readonly: read-only: r\n`,
      2,
    ],
    ['x="a:b:c"; IFS=:; for i in $x; do echo $i; done', "a\nb\nc\n"],
    ["IFS=:; x='a::b:'; set -- $x; echo $#; printf '<%s>' \"$@\"", "3\n<a><><b>"],
    ["x=' a b '; set -- $x; echo $#", "2\n"],
    ["x=1 y=$x; echo $y", "1\n"],
    ["x=5; x+=6; echo $x", "56\n"],
    ["export A=1; env | grep ^A=", "A=1\n"],
    ["A=2 env | grep ^A=; echo [$A]", "A=2\n[]\n"],
    ["x=1; sh -c 'echo [$x]'; export x; sh -c 'echo [$x]'", "[]\n[1]\n"],
    ['echo ${x@Q} "${PATH:0:4}"', "'' /pro\n"],
    ['x="it\'s"; echo ${x@Q}', "'it'\\''s'\n"],
    ["set -u; echo $nope; echo no", "", `${SH}nope: parameter not set\n`, 1],
    ["x=abc; echo ${x^^}", "", `${SH}\${x}: bad substitution\n`, 1],
    ["[ $RANDOM != $RANDOM ] || [ $RANDOM != $RANDOM ] && echo differs", "differs\n"],
    ["SECONDS=100; [ $SECONDS -ge 100 ] && echo ok", "ok\n"],
  ]);
});

describe("arrays", () => {
  table([
    ["a=(x y z); echo ${a[0]} ${a[1]} ${a[2]} $a", "x y z x\n"],
    ["a=(x y z); echo ${#a[@]} ${a[@]} ${a[*]}", "3 x y z x y z\n"],
    ["a=(1 2); a+=(3); echo ${a[@]} ${#a[*]}", "1 2 3 3\n"],
    ["a[5]=x; a[2]=y; echo ${a[@]} ${#a[@]} ${!a[@]}", "y x 2 2 5\n"],
    ['a=(\'b c\' d); for i in "${a[@]}"; do echo "<$i>"; done', "<b c>\n<d>\n"],
    ["i=1; a=(x y); echo ${a[i]} ${a[i-1]} ${a[$i]}", "y x y\n"],
    ["set -A a 1 2 3; echo ${a[1]}", "2\n"],
    ["a=(1 2 3); unset a[1]; echo ${a[@]} ${#a[@]}", "1 3 2\n"],
    ["a=(a b c); echo ${a[@]:1}; echo no", "", `${SH}\${a[@]: 1}: bad substitution\n`, 1],
    ["a=([2]=x [0]=y); echo ${a[@]}", "y x\n"],
    ["a=(); echo ${#a[@]}", "0\n"],
    ['a=(1 2); b=("${a[@]}" 3); echo ${#b[@]}', "3\n"],
  ]);
});

describe("arithmetic", () => {
  table([
    ["echo $((1+2*3)) $(( (1+2)*3 )) $((7/2)) $((-7/2)) $((7%3))", "7 9 3 -3 1\n"],
    ["x=5; echo $((x+1)) $(($x*2)) $((x++)) $x $((++x)) $((x--))", "6 10 5 6 7 7\n"],
    ["echo $((1<2)) $((2>=3)) $((1==1)) $((1!=1)) $((!0)) $((~0))", "1 0 1 0 1 -1\n"],
    ["echo $((1&&0)) $((0||2)) $((5&3)) $((5|3)) $((5^3)) $((1<<4)) $((16>>2))", "0 1 1 7 6 16 4\n"],
    ["echo $((1 ? 10 : 20)) $((x=3, x+1))", "10 4\n"],
    ["echo $((0x1f)) $((16#ff)) $((2#101))", "31 255 5\n"],
    ["echo $((2147483647+1)) $((2147483647*2))", "-2147483648 -2\n"],
    ["echo $((1/0)); echo no", "", `${SH}1/0: zero divisor\n`, 1],
    ["x=2; ((x+=3)); echo $x; ((x==5)) && echo yes; ((0)) || echo no", "5\nyes\nno\n"],
    ["let x=1+2 y=x*2; echo $x $y", "3 6\n"],
    ["x=y; y=7; echo $((x))", "7\n"],
    ["for ((i=0; i<3; i++)); do echo $i; done", "", `${SH}syntax error: unexpected '(('\n`, 1],
    ["a=(1 2 3); echo $((a[1]+a[2])); ((a[0]=9)); echo ${a[0]}", "5\n9\n"],
    ["typeset -i n=2+3; echo $n; n=n*2; echo $n", "5\n10\n"],
    ["echo $(( $(echo 2) + 3 ))", "5\n"],
  ]);
});

describe("control", () => {
  table([
    ["if true; then echo a; else echo b; fi", "a\n"],
    ["if false; then echo a; elif true; then echo b; fi", "b\n"],
    ["if false; then echo a; fi; echo $?", "0\n"],
    ["for i in 1 2 3; do [ $i = 2 ] && continue; echo $i; done", "1\n3\n"],
    ["for i in 1 2 3; do [ $i = 2 ] && break; echo $i; done", "1\n"],
    ["for i in 1 2; do for j in a b; do [ $j = b ] && continue 2; echo $i$j; done; done", "1a\n2a\n"],
    ["while true; do while true; do break 2; done; echo no; done; echo out", "out\n"],
    ["i=0; while [ $i -lt 3 ]; do i=$((i+1)); done; echo $i", "3\n"],
    ["i=0; until [ $i = 2 ]; do i=$((i+1)); done; echo $i", "2\n"],
    ["set -- a b; for i; do echo $i; done", "a\nb\n"],
    ["case abc in a*) echo 1;; *) echo 2;; esac", "1\n"],
    ["case x in a|x) echo ax;; esac; case '*' in \\*) echo star;; esac", "ax\nstar\n"],
    ["case b in [a-c]) echo in;; esac; case d in [!a-c]) echo out;; esac", "in\nout\n"],
    ["case 5 in [[:digit:]]) echo d;; esac; case ab in @(ab|cd)) echo ext;; esac", "d\next\n"],
    ["case x in y) ;; esac; echo $?", "0\n"],
    ["case a in a) echo 1;& b) echo 2;; c) echo 3;; esac", "1\n2\n"],
    ["true && echo a || echo b; false && echo a || echo b", "a\nb\n"],
    ["! true; echo $?; ! false; echo $?", "1\n0\n"],
    ["{ echo a; echo b; } | sort -r", "b\na\n"],
    ["(x=2; cd /; exit 3); echo $? [$x]", "3 []\n"],
    ['f() { echo "$1-$2"; return 3; }; f a b; echo $?', "a-b\n3\n"],
    ["function g { echo g $#; }; g 1 2", "g 2\n"],
    ["f() { local x=1; y=2; }; x=0; f; echo $x $y", "0 2\n"],
    ["f() { local x=$1; [ $x -gt 0 ] && f $((x-1)); echo $x; }; f 2", "0\n1\n2\n"],
    ["f() { echo out; echo err >&2; }; f 2>/dev/null", "out\n"],
    ["f() { return; }; false; f; echo $?", "1\n"],
    ["eval 'x=1; echo $x'; eval \"echo a\" b", "1\na b\n"],
    ["echo 'echo sourced $1; y=3; return 4' > s; . ./s arg; echo $? $y", "sourced arg\n4 3\n"],
    [". ./none; echo $?", "", `${SH}.: ./none: No such file or directory\n`, 1],
    ["exit 300", "", "", 44],
    ["set -e; false; echo no", "", "", 1],
    ["set -e; if false; then :; fi; false || true; ! true; echo ok", "ok\n"],
    ["set -e; f() { false; echo no; }; f", "", "", 1],
    ["false | true; echo $?; set -o pipefail; false | true; echo $?", "0\n1\n"],
    ["set -x; x=1; echo $x a\\ b", "1 a b\n", "+ x=1 \n+ echo 1 'a b'\n"],
    ["set -f; echo *; set +f", "*\n"],
    ["set -o | grep errexit; set -e; set -o | grep errexit", "errexit      off\nerrexit      on\n"],
    ["set -- -a b; echo $1", "-a\n"],
    ["alias ll='echo alias'\nll x; unalias ll; ll", "alias x\n", `${SH}ll: inaccessible or not found\n`, 127],
    ["fi", "", `${SH}syntax error: unexpected 'fi'\n`, 1],
    ["echo 'abc", "", `${SH}no closing quote\n`, 1],
    ["echo a\nif true; then echo b", "a\n", `${SH}syntax error: unmatched 'if'\n`, 1],
    ["echo a\necho b\nif x; do\necho c", "a\nb\n", `${SH}syntax error: unexpected 'do'\n`, 1],
    ["echo a |", "", `${SH}syntax error: unexpected EOF\n`, 1],
    ["cat <<EOF\nx", "", `${SH}here document 'EOF' unclosed\n`, 1],
  ]);
});

describe("conditions", () => {
  table([
    ["[ a = a ] && [ a != b ] && [ -n a ] && [ -z '' ] && echo ok", "ok\n"],
    ["[ 1 -lt 2 -a 2 -gt 1 ] && [ 1 -eq 2 -o 3 -ge 3 ] && echo ok", "ok\n"],
    ["[ ! -e none ] && touch f && [ -f f ] && [ ! -s f ] && [ -d . ] && echo ok", "ok\n"],
    ["[ '' ]; echo $?; [ x ]; echo $?; [ ]; echo $?", "1\n0\n1\n"],
    ["[ a = ]; echo $?", "2\n", `${SH}[: =: missing second argument\n`],
    ["[ 1 = 1; echo $?", "2\n", `${SH}[: missing ]\n`],
    ["test 3 -gt 2; echo $?; test ! a; echo $?", "0\n1\n"],
    ["[[ abc == a* ]] && [[ abc != b* ]] && [[ 'a b' == a\\ b ]] && echo ok", "ok\n"],
    ["x='a b'; [[ $x = 'a b' && -n $x ]] && echo ok; [[ -z $x || 1 -lt 2 ]] && echo or", "ok\nor\n"],
    ['[[ ! ( a == b ) ]] && echo not; [[ abc == "a*" ]] || echo quoted', "not\nquoted\n"],
    ["[[ a < b ]] && [[ 2 -gt 1 ]] && echo less", "less\n"],
    ["touch -d @1 old; touch new; [ new -nt old ] && [ old -ot new ] && echo ok", "ok\n"],
    ["ln -s f l; [ -L l ] && [ ! -e l ] && echo dangling", "dangling\n"],
    ["[ -x /system/bin/ls ] && [ ! -w /system/bin/ls ] && [ -r /system/bin/ls ] && echo ok", "ok\n"],
    ["[ -t 0 ] || echo 'no tty'", "no tty\n"],
  ]);
});

describe("redirections", () => {
  table([
    ["echo a > f; echo b >> f; cat f; cat < f", "a\nb\na\nb\n"],
    ["echo out; echo err >&2", "out\n", "err\n"],
    ["{ echo out; echo err >&2; } 2>&1 | sort", "err\nout\n"],
    ["ls none > f 2>&1; cat f", "ls: none: No such file or directory\n"],
    ["ls none 2>&1 > /dev/null | cat", "ls: none: No such file or directory\n"],
    ["echo a &> f; cat f", "a\n"],
    ["cat <<EOF\nx $((1+1)) $HOME\nEOF", "x 2 /\n"],
    ["cat <<'EOF'\n$x `y`\nEOF", "$x `y`\n"],
    ["cat <<-EOF\n\t\tindented\n\tEOF", "indented\n"],
    ["cat <<A; cat <<B\na\nA\nb\nB", "a\nb\n"],
    ['cat <<< "here $((2*2))"', "here 4\n"],
    ["exec 3> f; echo three >&3; exec 3>&-; cat f", "three\n"],
    ["printf 'a\\nb\\nc\\n' > f; exec 3< f; read x <&3; read y <&3; echo $x $y; exec 3<&-", "a b\n"],
    ["printf 'a\\nb\\n' > f; { read x; read y; } < f; echo $y $x", "b a\n"],
    ['while read a b; do echo "$b:$a"; done <<EOF\n1 2 3\n4 5\nEOF', "2 3:1\n5:4\n"],
    ["echo x > /system/x; echo $?", "1\n", `${SH}can't create /system/x: Read-only file system\n`],
    ["echo x > /none/x; echo go on", "go on\n", `${SH}can't create /none/x: No such file or directory\n`],
    ["cat < none; echo $?", "1\n", `${SH}can't open none: No such file or directory\n`],
    ["echo x > .; echo $?", "1\n", `${SH}can't create .: Is a directory\n`],
    ["echo x > /data/x", "", `${SH}can't create /data/x: Permission denied\n`, 1],
    ["set -C; echo a > f; echo b > f; echo c >| f; cat f", "c\n", `${SH}can't create f: File exists\n`],
    ["> empty; wc -c < empty", "0\n"],
    ["echo a > 'with space'; cat with\\ space", "a\n"],
    ["for i in 1 2; do echo $i; done > f; cat f", "1\n2\n"],
    ["if true; then echo in; fi > f; wc -l < f", "1\n"],
    ["echo hidden > /dev/null; cat /dev/null; echo a | tee /dev/stderr", "a\n", "a\n"],
    ["echo a | cat - f 2>/dev/null; echo $?", "a\n1\n"],
    ["echo x >&9; echo y >&z", "", `${SH}>&9 : bad file descriptor\n${SH}>&z : illegal file descriptor name\n`, 1],
    ["(echo a; echo b) | { read x; read y; echo $y$x; }", "ba\n"],
  ]);
});

describe("substitution", () => {
  table([
    ['x=$(echo a; echo b); echo "$x"; echo $x', "a\nb\na b\n"],
    ["echo $(echo $(echo deep)) `echo back`", "deep back\n"],
    ["x=$(printf 'a\\n\\n\\n'); echo \"[$x]\"", "[a]\n"],
    ["x=$(false); echo $?; x=$(exit 5); echo $?", "1\n5\n"],
    ["x=1; y=$(x=2; echo $x); echo $x $y", "1 2\n"],
    ["echo \"$(echo 'a  b')\" $(echo 'a  b')", "a  b a b\n"],
    ["echo $(< /dev/null)x", "x\n"],
    ["for i in $(seq 3); do printf $i; done; echo", "123\n"],
    ["cat <(echo a)", "", `${SH}syntax error: unexpected '('\n`, 1],
  ]);
});

describe("file names", () => {
  table([
    ["touch b a c.txt; echo *", "a b c.txt\n"],
    ["touch a.x b.x .h.x; echo *.x; echo .*x", "a.x b.x\n.h.x\n"],
    ["touch a1 a2 b1; echo a? [ab]1 [!a]*", "a1 a2 a1 b1 b1\n"],
    ["echo *.none '*'", "*.none *\n"],
    ["mkdir -p d/e; touch d/e/f d/g; echo d/* */*/f", "d/e d/g d/e/f\n"],
    ["mkdir d; touch f; echo */", "d/\n"],
    ["touch 'a b'; for f in *; do echo \"<$f>\"; done", "<a b>\n"],
    ["x='*'; touch f; echo $x \"$x\"", "f *\n"],
    ["touch a b c; echo @(a|b) +([ac])", "a b a c\n"],
    ["touch a\\*b ab; echo a\\*b a'*'b", "a*b a*b\n"],
    ["echo /sys*/bi[n]", "/system/bin\n"],
  ]);
});

describe("commands and their names", () => {
  table([
    ["nope", "", `${SH}nope: inaccessible or not found\n`, 127],
    ["./nope", "", `${SH}./nope: inaccessible or not found\n`, 127],
    ["touch f; ./f", "", `${SH}./f: can't execute: Permission denied\n`, 126],
    ["mkdir d; ./d", "", `${SH}./d: can't execute: Is a directory\n`, 126],
    ["echo 'echo run $1' > s; chmod +x s; ./s arg; sh s two", "run arg\nrun two\n"],
    ["printf '#!/system/bin/sh\\nnope\\n' > s; chmod 755 s; ./s", "", "./s[2]: nope: inaccessible or not found\n", 127],
    ["sh -c 'echo $0 $1' name arg", "name arg\n"],
    ["sh -c nope", "", "sh: nope: inaccessible or not found\n", 127],
    ["echo 'echo in $x' | sh; sh none; echo $?", "in\n127\n", "sh: none: No such file or directory\n"],
    ["sh -ec 'false; echo no'; echo $?; sh -x -c 'echo a'", "1\na\n", "+ echo a\n"],
    ["/system/bin/echo a; /bin/echo b; cd /system/bin; ./echo c", "a\nb\nc\n"],
    ["which ls; which nope; echo $?", "/system/bin/ls\n1\n"],
    [
      "type ls cd if f; f() { :; }; type f",
      "ls is a tracked alias for /system/bin/ls\ncd is a shell builtin\nif is a reserved word\nf not found\nf is a function\n",
    ],
    ["command -v ls; command -v cd; command -v nope; echo $?", "/system/bin/ls\ncd\n1\n"],
    ["echo() { printf 'mine\\n'; }; echo a; command echo b; builtin echo c", "mine\nb\nc\n"],
    ["PATH=; ls", "", `${SH}ls: inaccessible or not found\n`, 127],
    ["mkdir bin; echo 'echo own' > bin/tool; chmod +x bin/tool; PATH=$PWD/bin:$PATH; tool", "own\n"],
    ["declare x=1", "", `${SH}declare: inaccessible or not found\n`, 127],
    ["exec echo replaced; echo no", "replaced\n"],
    ["env -i A=1 env", "A=1\n"],
    ["curl http://x", "", "curl: (7) this device has no network of its own: Network is unreachable\n", 7],
  ]);
});

describe("builtins", () => {
  table([
    ["cd /sdcard; pwd; cd /; cd -; cd /system/bin; cd ..; pwd", "/sdcard\n/sdcard\n/system\n"],
    ["cd /nope; echo $?", "2\n", `${SH}cd: /nope: No such file or directory\n`],
    ["touch f; cd f", "", `${SH}cd: f: Not a directory\n`, 2],
    ["cd /; cd sdcard && pwd", "/sdcard\n"],
    ["echo -n a; echo b; echo -e 'a\\tb'; echo 'a\\nb'; echo -E 'a\\nb'", "ab\na\tb\na\nb\na\\nb\n"],
    ["echo 'a\\c b'; echo; echo -- x; echo -x", "a b\n-- x\n-x\n"],
    ["print -r 'a\\n'; print -n a; print b; print -- -x", "a\\n\nab\n-x\n"],
    ["printf '%s %d %x %o %c|%5s|%-5s|%05d\\n' a 10 255 8 xyz r l 42", "a 10 ff 10 x|    r|l    |00042\n"],
    ["printf '%s\\n' a b c; printf '%d+%d\\n' 1 2 3", "a\nb\nc\n1+2\n3+0\n"],
    [
      "printf '%.2f %e %g\\n' 3.14159 1000 0.5; printf '%b' 'a\\tb\\n'; printf '100%%\\n'",
      "3.14 1.000000e+03 0.5\na\tb\n100%\n",
    ],
    ["printf '\\101\\x42\\n'; printf '%q\\n' 'a b'", "AB\n'a b'\n"],
    ["printf '%d\\n' abc; echo $?", "0\n1\n", "printf: bad %d abc\n"],
    ['read x; echo "[$x]"; read x; read x; echo $? [$x]', "[in1]\n1 []\n"],
    ["read a b <<< '1 2 3'; echo $b-$a; echo '  x  ' | { read y; echo \"[$y]\"; }", "2 3-1\n[x]\n"],
    ["printf 'a\\\\b\\n' > f; read x < f; read -r y < f; printf '%s\\n' \"$x $y\"", "ab a\\b\n"],
    ["IFS=, read a b c <<< 'x,y,z,w'; echo $a $b $c", "x y z,w\n"],
    ["read -n 3 x <<< abcdef; echo $x; printf 'a:b' | { read -d : x; echo $x; }", "abc\na\n"],
    ["read -A arr <<< 'x y z'; echo ${arr[2]}; read -a codes <<< xy; echo ${codes[*]}", "z\n120 121\n"],
    ["read -t 0.05 x < /dev/null; echo $?", "1\n"],
    ["while getopts ab:c o -a -b val -c; do echo $o $OPTARG; done; echo $OPTIND", "a\nb val\nc\n5\n"],
    [
      "set -- -xy -z 1 rest; while getopts xyz: o; do echo $o $OPTARG; done; shift $((OPTIND-1)); echo $@",
      "x\ny\nz 1\nrest\n",
    ],
    ["getopts a o -q; echo $o", "?\n", `${SH}-q: unknown option\n`],
    ["getopts :a: o -a; echo $o $OPTARG", ": a\n"],
    ["trap 'echo bye' EXIT; echo hi; exit 2", "hi\nbye\n", "", 2],
    ["trap 'echo int' INT; kill -INT $$; echo after", "int\nafter\n"],
    ["trap 'echo usr; exit 5' USR1; kill -USR1 $$; sleep 5", "usr\n", "", 5],
    ["trap '' TERM; kill $$; echo alive; trap - TERM; trap", "alive\n"],
    ["trap 'echo err' ERR; false; true; false || true; echo end", "err\nend\n"],
    ["trap 'x' HUP; trap", "trap -- x HUP\n"],
    ["(trap 'echo sub' EXIT); echo main", "sub\nmain\n"],
    ["kill -TERM $$; echo no", "", "", 143],
    ["kill -9 $$", "", "", 137],
    ["kill -l 9; kill -l 143; kill 999999; echo $?", "KILL\nTERM\n1\n", `${SH}kill: 999999: No such process\n`],
    ["kill 1; echo $?", "1\n", `${SH}kill: 1: Operation not permitted\n`],
    ["umask; umask 022; umask", "000\n022\n"],
    ["true; :; false; echo $?", "1\n"],
    ["unset -f f; f() { :; }; unset -f f; f", "", `${SH}f: inaccessible or not found\n`, 127],
    ["export | grep ^HOME; x=1; typeset -x x; env | grep ^x=", "HOME\nx=1\n"],
    ["typeset -u u=abc; typeset -l l=ABC; echo $u $l", "ABC abc\n"],
    ["ulimit -n; command ulimit -c", "32768\nunlimited\n"],
    ["set a b; echo $2; set | grep -c '^PATH='", "b\n1\n"],
    ["alias x=y; alias x; alias nope", "x=y\n", `${SH}alias: nope alias not found\n`, 1],
    ["return 3; echo no", "", "", 3],
    ["break; continue; echo go", "go\n", `${SH}break: can't break\n${SH}continue: can't continue\n`],
  ]);
});

describe("pipelines and jobs", () => {
  table([
    ["echo abc | tr a-c A-C | cat", "ABC\n"],
    ["exit 3 | exit 4; echo $?", "4\n"],
    ["false | true | false; echo ${PIPESTATUS[@]}", "1 0 1\n"],
    ["x=1; echo 2 | read x; echo $x", "1\n"],
    ["yes | head -n 2", "y\ny\n"],
    ["sleep 0.05 & wait; echo $?", "0\n"],
    ["(exit 7) & wait $!; echo $?", "7\n"],
    ["sleep 60 & kill $!; wait $!; echo $?", "143\n"],
    ["sleep 60 & kill -9 %1; wait %1; echo $?", "137\n"],
    ["wait 99999; echo $?", "127\n"],
    ["for i in 1 2 3; do (sleep 0.0$i; echo $i) & done; wait", "1\n2\n3\n"],
    ["sleep 60 & sleep 60 & jobs -p > f; wc -l < f; kill %1 %2", "2\n"],
    ["timeout 0.1 sleep 60; echo $?", "124\n"],
    ["timeout 5 true; echo $?; timeout 5 sh -c 'exit 3'; echo $?", "0\n3\n"],
    ["(trap 'echo got; exit' TERM; while :; do sleep 0.02; done) & sleep 0.1; kill $!; wait", "got\n"],
    ["cat &\nwait; echo done", "done\n"],
    ["echo a |& cat; ls none |& sed 's/none/X/'", "a\nls: X: No such file or directory\n"],
    ["{ sleep 0.05; echo late; } & echo early; wait", "early\nlate\n"],
    ["nohup echo hi; echo $?", "hi\n0\n"],
  ]);
});
