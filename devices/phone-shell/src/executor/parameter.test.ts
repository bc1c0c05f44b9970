import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("parameters, quotes and fields are expanded as in mksh", () => {
  testRows([
    [
      "x=abcdef; echo ${x:2} ${x:2:2} ${x:0:1} ${x: -2:1} ${x:(-3)} ${x:1+1:4-2} ${x:6} [${x:7}] ${x:2:0}",
      "cdef cd a e def cd []\n",
    ],
    ["x=abcdef; echo ${x:0:-2} ${x:2:-1} ${x:-2} ${x: -100}", "abcdef cdef abcdef abcdef\n"],
    ["x=abcdef; echo ${x:3:-4}", "def\n"],
    [
      "x=foo.tar.gz; echo ${x#*.} ${x##*.} ${x%.*} ${x%%.*} ${x#foo} ${x%gz} ${x#bar} ${x##*/}",
      "tar.gz gz foo.tar foo .tar.gz foo.tar. foo.tar.gz foo.tar.gz\n",
    ],
    ["x=aaa; echo ${x#a} ${x##a} ${x#a*} ${x##a*} ${x%a} ${x%%a*} ${x%?} ${x#??}", "aa aa aa aa aa a\n"],
    [
      'x="a, b, c"; echo "${x#*, }|${x##*, }|${x%, *}|${x%%, *}|${x#*none}|${x%none*}|${x#*}|${x##*}|${x%%*}"',
      "b, c|c|a, b|a|a, b, c|a, b, c|a, b, c||\n",
    ],
    ["x='a*b*c'; y='*b'; echo \"${x#*\\*}|${x%\\**}|${x##*\"$y\"}|${x#*$y}\"", "b*c|a*b|*c|*c\n"],
    ["x=/usr/lib/x.so; echo ${x%/*} ${x##*/} ${x#/*/} ${x%.so} ${x%%/*}", "/usr/lib x.so lib/x.so /usr/lib/x\n"],
    [
      'x=\'a*b\'; echo "${x#a\\*}" "${x#\'a*\'}" ${x%\\*b} "${x%\'*\'b}"; y=\'*\'; echo "${x#a$y}" "${x#a"$y"}"',
      "b b a a\n*b b\n",
    ],
    [
      "x=abcabc; echo ${x/b/X} ${x//b/X} ${x/b} ${x//b} ${x/#a/X} ${x/%c/X} ${x/#b/X} ${x/%b/X}",
      "aXcabc aXcaXc acabc acac Xbcabc abcabX abcabc abcabc\n",
    ],
    ["x=abcabc; echo ${x//[ab]/-} ${x//?/.} ${x/*/all} ${x//a*c/Q} ${x/c*/E} ${x//abc/}", "--c--c ...... all Q abE\n"],
    ['x=a/b/c; echo ${x//\\//:} ${x/\\//} "${x//\\//\\\\}" ${x//\\/b/}', "a:b:c ab/c a\b a/c"],
    ['x=aXbX; y=X; echo ${x//$y/-} ${x//"$y"/+} ${x/$y/${y}${y}} ${x//X/&}', "a-b- a+b+ aXXbX a&b&\n"],
    ['x=\'a b c\'; echo "${x// /_}" "${x/ /}" "${x// }" ${x//[[:space:]]/,}', "a_b_c ab c abc a,b,c\n"],
    ['x=abc; echo "${x/b/$x}" "${x/b/\'q\'}" "${x/b/\\$x}" ${x/b/"a b"}', "aabcc aqc a$xc aa bc\n"],
    ['x=; echo "[${x/a/b}]" "[${x//*/b}]" "[${x#a}]"', "[] [b] []\n"],
    [
      'unset x; echo "[${x-d}]" "[${x:-d}]" "[${x+s}]" "[${x:+s}]"; x=; echo "[${x-d}]" "[${x:-d}]" "[${x+s}]" "[${x:+s}]"; x=v; echo "[${x-d}]" "[${x:-d}]" "[${x+s}]" "[${x:+s}]"',
      "[d] [d] [] []\n[] [d] [s] []\n[v] [v] [s] [s]\n",
    ],
    ["unset x; echo ${x=a} $x ${x:=b}; x=; echo ${x=c} [$x] ${x:=d} $x", "a a a\n[] d d\n"],
    [
      'unset x y; echo ${x:-${y:-deep}} ${x:-$(echo sub)} ${x:-`echo back`} ${x:-$((1+1))} "${x:-"a b"}" ${x:-\'c d\'}',
      "deep sub back 2 a b c d\n",
    ],
    [
      'unset x; for i in ${x:-a b}; do echo "<$i>"; done; for i in "${x:-a b}"; do echo "<$i>"; done; for i in ${x:-"a b"} ${x:-\'c d\'}; do echo "<$i>"; done',
      "<a>\n<b>\n<a b>\n<a b>\n<c d>\n",
    ],
    ['unset x; echo "${x:-\'q\'}" "${x:-\\"q\\"}" "${x:-}" "${x:-\\}}" ${x:-\\}}', "'q' \"q\"  } }\n"],
    [
      "unset x; (: ${x:?custom message}); echo $?; (: ${x?}); echo $?; x=; (: ${x?}); echo $?; (: ${x:?}); echo $?",
      "1\n1\n0\n1\n",
      "/system/bin/sh: x: custom message\n/system/bin/sh: x: parameter null or not set\n/system/bin/sh: x: parameter null or not set\n",
    ],
    ["unset x; echo before ${x:?gone} after; echo not reached", "", "/system/bin/sh: x: gone\n", 1],
    [
      "set -- a b c; echo ${1} ${2}${3} ${4-none} $# ${#} ${@: -1} 2>&1",
      "",
      "/system/bin/sh: ${@: -1}: bad substitution\n",
      1,
    ],
    [
      'set -- a b c; echo "$*" "$@"; IFS=:; echo "$*" "$@"; IFS=; echo "$*"; unset IFS; echo "$*"',
      "a b c a b c\na:b:c a b c\nabc\na b c\n",
    ],
    [
      'set -- \'a  b\' c; for i in $* ; do echo "<$i>"; done; for i in "$*"; do echo "<$i>"; done; for i in $@; do echo "<$i>"; done; for i in "$@"; do echo "<$i>"; done',
      "<a>\n<b>\n<c>\n<a  b c>\n<a>\n<b>\n<c>\n<a  b>\n<c>\n",
    ],
    [
      'set -- a b; for i in "x$@y"; do echo "<$i>"; done; for i in "x$*y"; do echo "<$i>"; done; set --; for i in "x$@y"; do echo "<$i>"; done',
      "<xa>\n<by>\n<xa by>\n<xy>\n",
    ],
    ['set --; for i in "$@"; do echo no; done; for i in "$*"; do echo "<$i>"; done; echo $#', "<>\n0\n"],
    [
      "set -- 1 2 3 4 5 6 7 8 9 ten eleven; echo $10 ${10} ${11} ${12-} $#; shift 9; echo $1 $#",
      "10 ten eleven 11\nten 2\n",
    ],
    ['set -- a b c; shift; echo $1; set -- "$@" d; echo $*; set -- ; echo $#', "b\nb c d\n0\n"],
    [
      "x=(a bb ccc); echo ${#x} ${#x[1]} ${#x[2]} ${#x[@]} ${#x[*]} ${x[@]} ${x[*]} $x",
      "1 2 3 3 3 a bb ccc a bb ccc a\n",
    ],
    [
      'a=(1 2 3); for i in "${a[@]}"; do echo "<$i>"; done; for i in "${a[*]}"; do echo "<$i>"; done; IFS=-; echo "${a[*]}"',
      "<1>\n<2>\n<3>\n<1 2 3>\n1-2-3\n",
    ],
    [
      'a=(1 \'2 3\' 4); for i in ${a[@]}; do echo "<$i>"; done; for i in "${a[@]}"; do echo "<$i>"; done',
      "<1>\n<2>\n<3>\n<4>\n<1>\n<2 3>\n<4>\n",
    ],
    [
      "a[5]=five; a[1]=one; echo ${a[*]} ${#a[*]} ${!a[*]} ${a[5]} [${a[2]}] [$a]; a[1+1]=two; echo ${a[2]}",
      "one five 2 1 5 five [] []\ntwo\n",
    ],
    ["a=(a b c); unset 'a[1]'; echo ${a[*]} ${#a[*]}; unset a; echo [${a[*]}] ${#a[*]}", "a c 2\n[] 0\n"],
    ["a=(x y); a+=(z); echo ${a[*]}; a[1]+=Q; echo ${a[1]}; a+=W; echo ${a[0]}", "x y z\nyQ\nxW\n"],
    ["set -A a -- -x y; echo ${a[*]}; set +A a Z; echo ${a[*]}; set -A a; echo ${#a[*]}", "-x y\nZ y\n0\n"],
    [
      'a=(1 2); b=(${a[@]} 3); c=("${b[*]}"); echo ${#b[@]} ${#c[@]}; a=(); echo ${#a[@]} "${a[@]}" end',
      "3 1\n0 end\n",
    ],
    [
      'x="it\'s \\"q\\""; echo "${x@Q}"; eval "y=${x@Q}"; [ "$x" = "$y" ] && echo same; x=$\'a\\nb\\t\\001\'; echo ${x@Q}',
      "'it'\\''s \"q\"'\nsame\n$'a\nb\t\u0001'\n",
    ],
    ["echo ${}; echo after", "", "/system/bin/sh: ${}: bad substitution\n", 1],
    ["echo ${1a}; echo after", "", "/system/bin/sh: ${1a}: bad substitution\n", 1],
    ["echo ${x:a:b}; echo after", "\nafter\n"],
    ['echo $; echo $ a; echo "$" "$ " a$', "$\n$ a\n$ $  a$\n"],
    ["echo $'a\\tb\\x41\\101\\u0041\\e\\cA\\\\\\'' | od -An -c", "   a  \\t   b   A   A   A 033 001   \\   '  \\n\n"],
    ['echo $"hello" "$\'a\'" \'$"b"\'', "hello $'a' $\"b\"\n"],
    ['echo "a\\qb" "a\\$b" "a\\`b" "a\\"b" "a\\\\b" \'a\\b\' a\\b', 'a\\qb a$b a`b a"b a\b a\b ab\n'],
    ['echo "`echo "a b"`" `echo \\\\\\\\ \\$HOME` "`echo \\"q\\"`" `echo \'$HOME\'`', "a b \\ / q $HOME\n"],
    ['echo "$(echo "$(echo "x  y")")" $(echo "a  b") "$(printf \'a\\n\\n\')"x', "x  y a b ax\n"],
    [
      "x=$(echo a; echo b); echo $x; echo \"$x\"; IFS=; echo $x; x=$(printf '\\0a\\0b'); echo ${#x}",
      "a b\na\nb\na\nb\n2\n",
    ],
    [
      'x=$(< /dev/null) && echo ok; echo hi > f; echo "$(<f)" "$(< f cat)"; x=$(<nope); echo $?',
      "ok\nhi hi\n1\n",
      "/system/bin/sh: nope: can't open $(<...) input: No such file or directory\n",
    ],
    ["x=$(exit 3)$(exit 4); echo $?; x=$(exit 3) y=1; echo $?; : $(exit 5); echo $?; x= ; echo $?", "4\n3\n0\n0\n"],
    [
      "HOME=/data; echo ~ ~/x; cd; pwd; HOME=; echo [~]; unset HOME; echo ~; cd; echo $?",
      "/data /data/x\n/data\n[~]\n~\n2\n",
      "/system/bin/sh: cd: no home directory (HOME not set)\n",
    ],
    [
      'IFS=:; x=a:b::c:; set -- $x; echo $#; for i; do echo "<$i>"; done; x=:a; set -- $x; echo $#',
      "4\n<a>\n<b>\n<>\n<c>\n2\n",
    ],
    ["IFS=' :'; x=' a : b  c :: d '; set -- $x; echo $#; for i; do echo \"<$i>\"; done", "5\n<a>\n<b>\n<c>\n<>\n<d>\n"],
    [
      'IFS=,; x=a,b; y=c; set -- $x$y "$x" $x,; echo $#; for i; do echo "<$i>"; done',
      "5\n<a>\n<bc>\n<a,b>\n<a>\n<b,>\n",
    ],
    ['IFS=x; echo a$(echo bxc)d; set -- $(echo 1x2x); echo $#; IFS=0; echo $((105)) "$((105))"', "ab cd\n2\n1 5 105\n"],
    [
      'x=\'a b\'; y=$x; echo "$y"; z="$x"c; echo "$z"; set -- $x$x; echo $#; set -- "$x"$x; echo $#',
      "a b\na bc\n3\n2\n",
    ],
    [
      'x=; set -- $x; echo $#; set -- "$x"; echo $#; set -- \'\'$x; echo $#; set -- $x$x "" $x; echo $#',
      "0\n1\n1\n1\n",
    ],
    [
      "x='*'; echo $x \"$x\"; touch f1 f2; echo $x \"$x\" \\* '*' f? [f]1 f[!1] f[^1]; set -f; echo $x",
      "* *\nf1 f2 * * * f1 f2 f1 f2 f1\n*\n",
    ],
    [
      'touch a.c .b.c \'c d\'; echo *.c .*.c * "*"*; for f in *; do echo "<$f>"; done; echo nope* [z]*',
      "a.c .b.c a.c c d **\n<a.c>\n<c d>\nnope* [z]*\n",
    ],
    ["touch '[a]' '*' '?' 'a\\b'; echo '['* \\** \\?* a\\\\* [[]a]", "[a] * ? a\b [a]\n"],
    ["touch -- -a -b; echo *; echo ./*; rm ./*; echo *", "-a -b\n./-a ./-b\n*\n"],
    ["touch B a C b; echo * [a-c] [A-C] [[:upper:]] [!a-c]", "B C a b a b B C B C B C\n"],
    [
      "echo $0 ${0##*/} $PPID | cut -d' ' -f1,2; sh -c 'echo $0 $1 $#' a b c; sh -c 'echo $0'",
      "/system/bin/sh sh\na b 2\nsh\n",
    ],
    ["_x1=a; echo $_x1 ${_x1}b $_x1-b $_x1.c $1x; echo \"$_x1$_x1\" '$_x1'", "a ab a-b a.c x\naa $_x1\n"],
    ["echo a; echo $_; true b c; echo $_", "a\n\n\n"],
    [
      'x=\'a b\'; for i in ${x:+"$x" c} ${y:-\'d  e\' "f g"h} "${y:-i j}" ${y:-$x} ${y:-"$x"}; do echo "<$i>"; done',
      "<a b>\n<c>\n<d  e>\n<f gh>\n<i j>\n<a>\n<b>\n<a b>\n",
    ],
    [
      'set -- \'a b\' c; for i in ${1+"$@"} ${9-"$@"} ${1:+$*}; do echo "<$i>"; done; for i in ${y:-} ${y:-""} "${y:-}"; do echo "[$i]"; done',
      "<a b>\n<c>\n<a b>\n<c>\n<a>\n<b>\n<c>\n[]\n[]\n",
    ],
    [
      'touch f1 f2; echo ${x:-*} "${x:-*}" ${x:-"*"} ${x:-f?}; y=${x:-*}; echo "$y"; IFS=:; for i in ${z:-a:b}; do echo "<$i>"; done',
      "f1 f2 * * f1 f2\n*\n<a>\n<b>\n",
    ],
    ['x=abcdef; echo ${x: -100:2} ${x:2:100} ${x:-3:-1} "${x:1:-10}"', "ab cdef abcdef bcdef\n"],
    [
      'echo one > f; echo two >> f; echo "$(<f)" $(<f) `<f`; x=$(<f); echo "$x"; x=$(< f); echo ${#x}; p=f; echo $(<$p); echo "$(<f cat)"; echo "$(0<f)"; echo $(<f; echo more)',
      "one\ntwo one two one two\none\ntwo\n7\none two\none\ntwo\none\ntwo\nmore\n",
    ],
    ["unset HOME; cd; echo $?; echo ~/x", "2\n~/x\n", "/system/bin/sh: cd: no home directory (HOME not set)\n"],
  ]);
});

describe("parts of words are expanded in mksh's order", () => {
  testRows([
    ["x=abc; echo ${#x} ${x:1} ${x:1:1} ${x: -1} ${x:0:2}; echo ${x:5} ${x:1:-1}", "3 bc b c ab\nbc\n"],
    [
      "x=a.b.c; echo ${x#*.} ${x##*.} ${x%.*} ${x%%.*}; y=/a/b/c.tar.gz; echo ${y##*/} ${y%/*} ${y%%.*}",
      "b.c c a.b a\nc.tar.gz /a/b /a/b/c\n",
    ],
    [
      "x=aXbXc; echo ${x/X/-} ${x//X/-} ${x/#a/S} ${x/%c/E} ${x//X} ${x/[a-b]/_}",
      "a-bXc a-b-c SXbXc aXbXE abc _XbXc\n",
    ],
    [
      'unset u; echo ${u:-d} ${u-d} ${u:+s}${u+s}; u=; echo ${u:-d} "[${u-d}]" "[${u:+s}]" ${u+s}; echo ${u:=v} $u; unset w; echo ${w=z} $w',
      "d d\nd [] [] s\nv v\nz z\n",
    ],
    ["echo ${n:?custom message}; echo no", "", "/system/bin/sh: n: custom message\n", 1],
    ["echo ${n?}; echo no", "", "/system/bin/sh: n: parameter null or not set\n", 1],
    [
      "x='a b  c'; set -- $x; echo $#; IFS=b; set -- $x; echo \"$#:$1:$2\"; IFS=; set -- $x; echo $#; unset IFS; set -- $x; echo $#",
      "3\n2:a :  c\n1\n3\n",
    ],
    ["IFS=': '; x='a: b::c '; set -- $x; echo $#; for i; do echo \"<$i>\"; done", "4\n<a>\n<b>\n<>\n<c>\n"],
    [
      'set -- \'a b\' c; for x in "$@"; do echo "<$x>"; done; for x in $*; do echo "<$x>"; done; echo "$*"; IFS=,; echo "$*"; echo "pre$@post"',
      "<a b>\n<c>\n<a>\n<b>\n<c>\na b c\na b,c\nprea b cpost\n",
    ],
    [
      'set --; for x in "$@"; do echo no; done; echo "[$*]" $#; f() { echo $#; }; f "$@"; f "$*"; f ""',
      "[] 0\n0\n1\n1\n",
    ],
    [
      "echo 'a\\nb' \"a\\nb\" a\\nb $'a\\nb' $'\\x41\\101\\e[0m\\u00e9' | od -c | head -3",
      "0000000   a  \\n   b       a  \\n   b       a   n   b       a  \\n   b    \n0000020   A   A 033   [   0   m 303 251  \\n\n0000031\n",
    ],
    ["echo \"a\\\"b\\$c\\`d\\\\e\\!f\" 'it'\\''s' \"it's\" a\"b\"'c'd", "a\"b$c`d\u001b\\!f it's it's abcd\n"],
    [
      'echo "$(echo "nested "quotes" $(echo "deep")")" `echo \\`echo back\\`` "`echo "q q"`"',
      "nested quotes deep back q q\n",
    ],
    [
      'echo ~ ~/x "~" a~ ~nouser; x=~; echo $x; y=a:~/b; echo $y; HOME=/h; echo ~',
      "/ //x ~ a~ ~nouser\n/\na://b\n/h\n",
    ],
    [
      "echo {a,b}{1,2} {1..3} a{b,c{d,e}}f {a} {} {a,} '{a,b}' pre{x,y}post",
      "a1 a2 b1 b2 {1..3} abf acdf acef {a} {} a  {a,b} prexpost preypost\n",
    ],
    [
      'touch a1 a2 b1 .h; echo *; echo a?; echo [ab]1; echo [!a]*; echo .*; echo */; echo no*match; echo "a*" a\\*',
      "a1 a2 b1\na1 a2\na1 b1\nb1\n.h\n*/\nno*match\na* a*\n",
    ],
    [
      "mkdir d; touch d/x d/y; echo d/*; echo */x; echo d/[xy]; set -o noglob; echo d/*",
      "d/x d/y\nd/x\nd/x d/y\nd/*\n",
    ],
    ["touch 'sp ace' 'star*'; for f in s*; do echo \"<$f>\"; done; rm star\\*; ls", "<sp ace>\n<star*>\nsp ace\n"],
    ["x='*'; touch f; echo $x \"$x\"; y='f*'; for i in $y; do echo $i; done", "f *\nf\n"],
    ["echo a > f; echo b >> f; cat f; cat < f | wc -l; : > f; wc -c < f; > g; ls g", "a\nb\n2\n0\ng\n"],
    [
      'echo a 1> f 2> g; cat f g; echo b 2>&1 1> f; cat f; f=name; echo x > $f; cat name; echo y > "$f 2"; ls name*',
      "a\nb\nx\nname\nname 2\n",
    ],
    [
      "x=1 y=$x; echo [$y]; x=5 sh -c 'echo $x'; echo $x; x=6 :; echo $x; x=7 eval 'echo $x'; a=1 b=2 c=3; echo $a$b$c; FOO=bar; FOO=baz true; echo $FOO",
      "[1]\n5\n1\n6\n7\n123\nbar\n",
    ],
    [
      "echo 'echo sourced $1 $#; y=2; return 4' > s; . ./s arg; echo $? $y; source ./s; . ./nofile; echo no",
      "sourced arg 1\n4 2\nsourced 0\n",
      "/system/bin/sh: .: ./nofile: No such file or directory\n",
      1,
    ],
    [
      "echo 'echo $0 $1' > sc; sh sc x; sh -c 'echo $0 $1' a b; sh -s y <<< 'echo $1'; sh -e -c 'false; echo no'; echo $?; sh nofile; echo $?",
      "sc x\na b\ny\n1\n127\n",
      "sh: nofile: No such file or directory\n",
    ],
    [
      'x=$(echo a; echo b; echo); echo "$x."; x=`printf \'a\\n\\n\'`; echo "[$x]"; echo $(echo a   b) "$(echo a   b)"; echo $(< /dev/null)e; x=$(exit 5); echo $?; x=$(false) y=$(true); echo $?; echo "${x:-$(echo def)}"',
      "a\nb.\n[a]\na b a b\ne\n5\n0\ndef\n",
    ],
  ]);
});
