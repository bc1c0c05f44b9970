import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("redirections and here documents work as in mksh", () => {
  testRows([
    ["echo a > f; echo b >> f; cat f; > f; wc -c < f; : >> f; echo c >| f; cat f", "a\nb\n0\nc\n"],
    [
      "echo a > f; cat < f > g; cat g; cat 0< f 1> h; cat h; < f cat; > i echo x; cat i; echo 1> j y; cat j",
      "a\na\na\nx\ny\n",
    ],
    [
      "exec 3> f; echo one >&3; echo two 1>&3; exec 3>&-; cat f; exec 4< f; read a <&4; read b <&4; read c <&4; echo $? $a $b [$c]; exec 4<&-",
      "one\ntwo\n1 one two []\n",
    ],
    ["exec 3<> f; echo hi >&3; cat f; exec 3>&-; exec 3>>f; echo more >&3; cat f", "hi\nhi\nmore\n"],
    [
      "exec 5>&1; echo five >&5; exec 5>&-; echo gone >&5; echo $?",
      "five\n1\n",
      "/system/bin/sh: >&5 : bad file descriptor\n",
    ],
    [
      "{ echo out; echo err >&2; } > f 2>&1; cat f; { echo out; echo err >&2; } 2>&1 > f; cat f",
      "out\nerr\nerr\nout\n",
    ],
    [
      "{ echo out; echo err >&2; } 2> f; cat f; { echo out; echo err >&2; } > f 2> g; cat g f; { echo o; echo e >&2; } &> f; cat f; { echo o; echo e >&2; } >& /dev/null; echo $?",
      "out\nerr\nerr\nout\no\ne\n1\n",
      "/system/bin/sh: >&/dev/null : illegal file descriptor name\n",
    ],
    ["{ echo a; echo b >&2; } 3>&1 1>&2 2>&3 3>&-", "b\n", "a\n"],
    [
      "echo a 3>&1 >&3; echo b >&3 3>&1; echo c 2>&1 >/dev/null; ls /nope 2>&1 >/dev/null",
      "a\nls: /nope: No such file or directory\n",
      "/system/bin/sh: >&3 : bad file descriptor\n",
      1,
    ],
    [
      'for i in 1 2; do echo $i; done > f; cat f; while read x; do echo "<$x>"; done < f; if true; then echo t; fi > g; cat g; case a in a) echo c;; esac > h; cat h; (echo s; echo t) > i; cat i',
      "1\n2\n<1>\n<2>\nt\nc\ns\nt\n",
    ],
    ["f() { echo f; echo g >&2; } 2> e; f; cat e; f > o; cat o; f() { cat; } < o; f", "f\ng\nf\nf\n"],
    [
      "echo a > f > g; cat f; echo --; cat g; cat < f < g; echo b > f 2> g > h; cat f; echo -; cat h",
      "--\na\na\n-\nb\n",
    ],
    [
      'x=f; echo a > $x; cat $x; echo b > "$x y"; cat "f y"; echo c > $(echo h); cat h; echo d > ${x}2; cat f2; y=\'p q\'; echo e > $y; ls',
      "a\nb\nc\nd\nf\nf y\nf2\nh\np q\n",
    ],
    ["echo > 'a b'; touch g1 g2; echo x > g*; ls; echo y > nope*; ls", "a b\ng*\ng1\ng2\na b\ng*\ng1\ng2\nnope*\n"],
    [
      "echo a > nodir/f; echo $?; cat < nope; echo $?; cat < nope < f; echo $?; echo a > /; echo $?; echo a > .; echo $?",
      "1\n1\n1\n1\n1\n",
      "/system/bin/sh: can't create nodir/f: No such file or directory\n/system/bin/sh: can't open nope: No such file or directory\n/system/bin/sh: can't open nope: No such file or directory\n/system/bin/sh: can't create /: Is a directory\n/system/bin/sh: can't create .: Is a directory\n",
    ],
    [
      "echo a > /nope/x && echo no; echo b > /nope/x || echo or; if echo > /nope/x; then echo no; else echo else; fi; while read x < /nope/y; do echo no; done; echo $?",
      "or\nelse\n0\n",
      "/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't open /nope/y: No such file or directory\n",
    ],
    [
      ": > /nope/x; echo $?; exec 3< /nope; echo not reached",
      "",
      "/system/bin/sh: can't create /nope/x: No such file or directory\n",
      1,
    ],
    ["exec > /nope/x; echo not reached", "", "/system/bin/sh: can't create /nope/x: No such file or directory\n", 1],
    [
      "(exec 3< /nope; echo no); echo $?; { echo a; } > /nope/x; echo $?; f() { echo a; }; f > /nope/x; echo $?; (echo a) > /nope/x; echo $?; x=1 > /nope/x; echo $? [$x]",
      "1\n1\n1\n1\n1 []\n",
      "/system/bin/sh: can't open /nope: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n/system/bin/sh: can't create /nope/x: No such file or directory\n",
    ],
    [
      "set -e; echo a > /nope/x; echo not reached",
      "",
      "/system/bin/sh: can't create /nope/x: No such file or directory\n",
      1,
    ],
    [
      "set -C; echo a > f; echo $?; echo b > f; echo $?; echo c >> f; echo d >| f; cat f; echo e > /dev/null; echo $?; set +C; echo f > f; cat f",
      "0\n1\nd\n0\nf\n",
      "/system/bin/sh: can't create f: File exists\n",
    ],
    [
      "set -o noclobber; : > f; : > f; echo $?; echo x <> g; ls",
      "",
      "/system/bin/sh: can't create f: File exists\n",
      1,
    ],
    ["cat <<EOF\na $((1+1)) `echo b` $(echo c) ${HOME} \\$x \\\\ \"q\" 'r'\nEOF", "a 2 b c / $x \\ \"q\" 'r'\n"],
    ["cat <<'EOF'\na $((1+1)) `echo b` $(echo c) \\$x \\\\\nEOF", "a $((1+1)) `echo b` $(echo c) \\$x \\\\\n"],
    ['cat <<"E F"\na $x\nE F', "a $x\n"],
    ["cat <<\\EOF\n$x `y`\nEOF", "$x `y`\n"],
    ["cat <<-EOF\n\t\ttab\n\t  mixed\n\tEOF", "tab\n  mixed\n"],
    ["cat <<-'EOF'\n\t$x\n\tEOF", "$x\n"],
    ["cat <<A <<B\na\nA\nb\nB", "b\n"],
    ["cat <<A; cat <<B\na\nA\nb\nB", "a\nb\n"],
    ["cat <<A && echo and\na\nA", "a\nand\n"],
    ["cat <<A | tr a b\naaa\nA", "bbb\n"],
    ['while read x; do echo "[$x]"; done <<A\n1\n2\nA', "[1]\n[2]\n"],
    ["if true; then cat <<A\nin if\nA\nfi", "in if\n"],
    ["f() { cat <<A\nin f $1\nA\n}; f x; f y", "in f x\nin f y\n"],
    ['x=$(cat <<A\nin sub\nA\n); echo "<$x>"', "<in sub>\n"],
    ["cat <<A\n$(cat <<B\nnested\nB\n)\nA", "nested\n"],
    ["cat <<EOF\nEOF", ""],
    ["cat <<EOF\n\n\nEOF", "\n\n"],
    ["cat <<EOF\na\\\nb\nc \\\nEOF\nEOF", "ab\nc EOF\n"],
    ["cat <<EOF\n EOF\nEOF\necho after", " EOF\nafter\n"],
    ["cat <<''\na\n\necho after", "a\nafter\n"],
    ["cat 3<<EOF <&3\nthree\nEOF", "three\n"],
    ["cat <<EOF - f 2>/dev/null\nstdin\nEOF", "stdin\n", "", 1],
    ["cat <<EOF\n${nope:?stop here}\nEOF\necho after $?", "after 1\n", "/system/bin/sh: nope: stop here\n"],
    ["cat <<EOF; echo tail\nline\nEOF", "line\ntail\n"],
    ["cat <<EOF > f; cat f\nto file\nEOF", "to file\n"],
    ["sh <<EOF\necho from here; echo \\$((2*3))\nEOF", "from here\n6\n"],
    [
      "cat <<< word; cat <<< \"two words\"; x='a  b'; cat <<< $x; cat <<< \"$x\"; cat <<< ''; cat <<<a'b'\"c\"$((1+1)); read a b <<< '1 2'; echo $b",
      "word\ntwo words\na  b\na  b\n\nabc2\n2\n",
    ],
    ["echo a >(cat); echo $?", "", "/system/bin/sh: syntax error: unexpected '('\n", 1],
    ["cat f 2>/dev/null || echo none >&2; echo err 1>&2 2>/dev/null", "", "none\nerr\n"],
    [
      "echo a >&2 2>f; wc -c < f; ls nope 2>f >&2; cat f; ls nope >f 2>&1 >&2; cat f",
      "0\nls: nope: No such file or directory\nls: nope: No such file or directory\n",
      "a\n",
    ],
    [
      "echo one >f; exec 3<f; cat <&3; cat <&3; echo $?; exec 3<&-; cat <&3; echo $?",
      "one\n0\n1\n",
      "/system/bin/sh: <&3 : bad file descriptor\n",
    ],
    ["exec 3<<EOF\nl1\nl2\nEOF\nread a <&3; read b <&3; echo $b $a", "l2 l1\n"],
    ["echo a | { cat; echo b; } | { read x; cat; echo $x; }; echo c | (cat; echo d) | tr a-d A-D", "b\na\nC\nD\n"],
    [
      "exec 9>&1; (echo sub >&9); f() { echo fn >&9; }; f; echo ext | cat >&9; exec 9>&-; sh -c 'echo no >&9'; echo $?",
      "sub\nfn\next\n1\n",
      "sh: >&9 : bad file descriptor\n",
    ],
    ["echo a 10>f; ls; cat f; echo b 99>g; ls g", "f\na 10\ng\n"],
    ["echo 2>f; cat f; echo 2 >f; cat f; echo a2>f; cat f; echo a 2>f; cat f", "\n2\na2\na\n"],
    ["> a > b; ls; < a > c; ls c; x=1 > d; echo $x; ls d; 2> e; ls e", "a\nb\nc\n1\nd\ne\n"],
    [
      "true > f && cat < f; ! cat < nope; echo $?; cat < nope | echo piped; echo nope | cat < f",
      "0\npiped\n",
      "/system/bin/sh: can't open nope: No such file or directory\n/system/bin/sh: can't open nope: No such file or directory\n",
    ],
    [
      'for c in : . eval exec export readonly set shift trap unset times return exit break; do (set -- a; $c > /nope/x; echo "$c survives") 2>/dev/null || echo "$c ends"; done',
      ": ends\n. ends\neval ends\nexec ends\nexport ends\nreadonly ends\nset ends\nshift ends\ntrap ends\nunset ends\ntimes ends\nreturn ends\nexit ends\nbreak ends\n",
    ],
    [
      'for c in true cd echo test read alias umask wait kill pwd type command getopts; do ($c > /nope/x; echo "$c survives") 2>/dev/null || echo "$c ends"; done',
      "true survives\ncd survives\necho survives\ntest survives\nread survives\nalias survives\numask survives\nwait survives\nkill survives\npwd survives\ntype survives\ncommand survives\ngetopts survives\n",
    ],
    [
      "echo 255>f; cat f; echo a 10>f; cat f; echo 10 >f; cat f; echo 7>f; cat f; 12>f; echo $?",
      "255\na 10\n10\n\n127\n",
      "/system/bin/sh: 12: inaccessible or not found\n",
    ],
  ]);
});

describe("redirections have the same targets as in mksh", () => {
  testRows([
    [
      "echo out; echo err >&2; { echo o; echo e >&2; } 2>/dev/null; { echo o2; echo e2 >&2; } 2>&1 | sort",
      "out\no\ne2\no2\n",
      "err\n",
    ],
    [
      "exec 3> f; echo three >&3; exec 3>&-; cat f; exec 4< f; read x <&4; echo $x; exec 4<&-; echo no >&3; echo $?",
      "three\nthree\n1\n",
      "/system/bin/sh: >&3 : bad file descriptor\n",
    ],
    ["ls nofile 2> err; wc -l < err; ls nofile > both 2>&1; wc -l < both; ls nofile &> amp; wc -l < amp", "1\n1\n1\n"],
    [
      "echo x > /nonexistent/f; echo $?; cat < nofile; echo $?; echo x >&9; echo $?; echo after",
      "1\n1\n1\nafter\n",
      "/system/bin/sh: can't create /nonexistent/f: No such file or directory\n/system/bin/sh: can't open nofile: No such file or directory\n/system/bin/sh: >&9 : bad file descriptor\n",
    ],
    [
      "{ echo a; echo b >&2; } 2>&1 >/dev/null; { echo c; } >&2 2>/dev/null; (echo d >&3) 3>&1; exec 5>&1; echo e >&5",
      "b\nd\ne\n",
      "c\n",
    ],
  ]);
});
