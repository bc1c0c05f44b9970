import { describe } from "vitest";
import { testRows } from "../testing/script-table.ts";

// Expected values come from mksh R59c with toybox 0.8.9.

describe("patterns match as in mksh", () => {
  testRows([
    [
      "case abc in a?c) echo 1;; esac; case abc in a*) echo 2;; esac; case '' in *) echo 3;; esac; case '' in ?) echo 4;; *) echo 5;; esac",
      "1\n2\n3\n5\n",
    ],
    [
      "case a in [abc]) echo 1;; esac; case d in [!abc]) echo 2;; esac; case d in [^abc]) echo 3;; *) echo n3;; esac; case - in [a-]) echo 4;; esac; case ] in []]) echo 5;; esac; case a in [!]]) echo 6;; esac",
      "1\n2\nn3\n4\n5\n6\n",
    ],
    [
      "case b in [a-c]) echo 1;; esac; case - in [a-c]) echo 2;; *) echo n2;; esac; case b in [c-a]) echo 3;; *) echo n3;; esac; case '\\' in [\\\\]) echo 4;; esac; case '[' in [[]) echo 5;; esac",
      "1\nn2\nn3\n4\n5\n",
    ],
    [
      "case '[a' in [a) echo 1;; esac; case 'a]' in a]) echo 2;; esac; case '[' in '[') echo 3;; esac; case '[]' in []) echo 4;; *) echo n4;; esac",
      "1\n2\n3\n4\n",
    ],
    [
      "case x in [[:nope:]]) echo 1;; *) echo 2;; esac; case 5 in [![:digit:]]) echo 1;; *) echo 2;; esac; case a5 in [[:alpha:]][[:digit:]]) echo both;; esac; case _ in [[:alpha:]_]) echo word;; esac",
      "2\n2\nboth\nword\n",
    ],
    [
      "case ab in @(ab|cd)) echo 1;; esac; case cd in @(ab|cd)) echo 2;; esac; case abcd in @(ab|cd)) echo 3;; *) echo n3;; esac; case ababcd in +(ab|cd)) echo 4;; esac; case '' in *(ab)) echo 5;; esac; case ab in ?(ab)) echo 6;; esac; case '' in ?(ab)) echo 7;; esac",
      "1\n2\nn3\n4\n5\n6\n7\n",
    ],
    [
      "case a.c in *.@(c|h)) echo 1;; esac; case a.hh in *.@(c|h)?(h)) echo 2;; esac; case aXb in a@(X|Y)b) echo 3;; esac; case 'a|b' in a'|'b) echo 4;; esac; case 'a(b' in a\\(b) echo 5;; esac",
      "1\n2\n3\n4\n5\n",
    ],
    [
      "case abab in *(@(a)b)) echo 1;; esac; case aab in +(a|b)) echo 2;; esac; case a in @(a|@(b|c))) echo 3;; esac; case c in @(a|@(b|c))) echo 4;; esac; case abc in @(a*|b*)) echo 5;; esac",
      "1\n2\n3\n4\n5\n",
    ],
    [
      "case 'a b' in 'a b') echo 1;; esac; case 'a b' in a\\ b) echo 2;; esac; x='a*'; case abc in $x) echo 3;; esac; case abc in \"$x\") echo 4;; *) echo n4;; esac; case 'a*' in \"$x\") echo 5;; esac",
      "1\n2\n3\nn4\n5\n",
    ],
    [
      "case '*' in \\*) echo 1;; esac; case x in \\*) echo 2;; *) echo n2;; esac; case '\\*' in '\\*') echo 3;; esac; case '\\' in '\\') echo 4;; esac; case 'a\\b' in a\\\\b) echo 5;; esac",
      "1\nn2\n3\n4\n5\n",
    ],
    [
      "case a in a|b) echo 1;; esac; case b in a | b ) echo 2;; esac; case c in (a|b) echo 3;; (c) echo 4;; esac; case x in a) ;; *) echo 5; esac",
      "1\n2\n4\n5\n",
    ],
    [
      "case $(echo x) in $(echo x)) echo sub;; esac; case $((1+1)) in 2) echo arith;; esac; case ~ in /) echo tilde;; esac; case '~' in ~) echo lit;; *) echo exp;; esac",
      "sub\narith\ntilde\nexp\n",
    ],
    [
      "case in in in) echo in;; esac; case esac in (esac) echo esac;; esac; case a in esac; echo $?; case a in b) false;; esac; echo $?; case a in a) false;; esac; echo $?",
      "in\nesac\n0\n0\n1\n",
    ],
    [
      "x=abcabc; echo ${x#*b} ${x##*b} ${x%b*} ${x%%b*} ${x#[ab]} ${x##[ab]*[ab]} ${x%[!a]} ${x#+([ab])} ${x##+([ab])}",
      "cabc c abca a bcabc c abcab bcabc cabc\n",
    ],
    [
      "x=aab; echo ${x#*(a)} ${x##*(a)} ${x#?(a)} ${x##?(a)} ${x#@(a|aa)} ${x##@(a|aa)} ${x%%+(b)} ${x#!(a)} ${x##!(b)}",
      "aab b aab ab ab b aa aab\n",
    ],
    [
      "x=aXbXc; echo ${x//@(X|b)/-} ${x/+([!X])/-} ${x//+([a-z])/L} ${x/%@(c|Xc)/E} ${x/#@(a|aX)/S}",
      "a---c -XbXc LXLXL aXbE SbXc\n",
    ],
    [
      'x=..a..; echo ${x##+(.)} ${x%%+(.)} ${x//./} ${x//[.]/-}; y=\'  t  \'; echo "[${y##+( )}]" "[${y%%+([[:space:]])}]"',
      "a.. ..a a --a--\n[t  ] [  t]\n",
    ],
    [
      "x='[x]'; echo ${x#[} ${x#\\[} ${x%]} ${x#\"[\"} ${x/[x]/y} ${x/\\[x\\]/y} ${x//[][]/-}",
      "x] x] [x x] [y] y -x-\n",
    ],
    [
      "[[ abc = a* ]] && echo 1; [[ abc = 'a*' ]] || echo 2; [[ 'a*' = a\\* ]] && echo 3; [[ abc != [a-c]?? ]] || echo 4; p='a*'; [[ abc = $p ]] && echo 5; [[ abc = \"$p\" ]] || echo 6",
      "1\n2\n3\n4\n5\n6\n",
    ],
    [
      "[[ a = @(a|b) && c != @(a|b) ]] && echo 1; [[ aaa = +(a) ]] && echo 2; [[ ab = !(ab) ]] || echo 3; [[ foobar = *o@(b|x)ar ]] && echo 4; [[ '' = *(x) ]] && echo 5",
      "1\n2\n3\n4\n5\n",
    ],
    ["touch ab aB Ab 1a _a; echo [[:lower:]]* [[:digit:]]* [!a-z]* ?[bB] [_1]a", "aB ab 1a 1a Ab _a Ab aB ab 1a _a\n"],
    [
      "mkdir -p p/q p/r; touch p/q/1 p/r/2 p/3; echo p/*/[0-9] p/?/* p/[qr]/1 */q/* p/*/",
      "p/q/1 p/r/2 p/q/1 p/r/2 p/q/1 p/q/1 p/q/ p/r/\n",
    ],
    [
      "mkdir 'a b'; touch 'a b/c d' 'a b/e'; for f in 'a b'/* a\\ */c*; do echo \"<$f>\"; done; cd a*; echo *",
      "<a b/c d>\n<a b/e>\n<a b/c d>\nc d e\n",
    ],
    [
      "touch 'x\\y' 'x*y' xy; echo x\\\\* x'*'y x\\*y x?y; set -- x[*]y; echo $1 x[\\\\]y",
      "x\\y x*y x*y x*y x\\y\nx*y x\\y xy x\\y\n",
    ],
    ["touch $'n\\nl' $'t\\tb'; for f in *; do echo \"[$f]\"; done; ls | wc -l", "[n\nl]\n[t\tb]\n3\n"],
    [
      'x=\'a?c\'; touch abc a?c; echo $x "$x" ${x} ${x%c}c; set -f; echo $x; set +f; y=*; echo $y "${y}"',
      "a?c abc a?c a?c abc a?c abc\na?c\na?c abc *\n",
    ],
  ]);
});

describe("quotes and expansions in pattern groups behave as in mksh", () => {
  testRows([
    [
      "case 'a b' in @(\"a b\"|c)) echo 1;; esac; case abc in @(a\"b\"c)) echo 2;; esac; case foo in @(f@('oo'|x)|bar)) echo 3;; esac; [[ 'a b' = @(\"a b\"|c) ]] && echo 4; y='a bc'; echo ${y#@('a b'|c)}",
      "1\n2\n3\n4\nc\n",
    ],
    [
      "case '*' in @(\"*\"|b)) echo 1;; esac; case x in @(\"*\"|b)) echo 2;; *) echo 3;; esac; case 'a|b' in @('a|b')) echo 4;; esac; case a in @('a|b')) echo 5;; *) echo 6;; esac",
      "1\n3\n4\n6\n",
    ],
    [
      'z=c; case c in @(a|$z)) echo 1;; esac; [[ c = @(a|${z}) ]] && echo 2; y=cc; echo ${y#@(a|$z)}; case ab in @(a|$(echo "a"b))) echo 3;; esac; case f in @(`echo f`|g)) echo 4;; esac',
      "1\n2\nc\n3\n4\n",
    ],
    [
      "z='c*'; case cd in @(a|$z)) echo 1;; esac; case cd in @(a|\"$z\")) echo 2;; esac; z='a|b'; case a in @($z)) echo 3;; *) echo 4;; esac; case 'a|b' in @($z)) echo 5;; esac; case '$z' in @(\\$z|b)) echo 6;; esac",
      "1\n4\n5\n6\n",
    ],
    [
      "case ab in !(x*)) echo 1;; esac; case ab in (!(x*)) echo 2;; esac; case ab in z|!(x*)) echo 3;; esac; case xy in !(x*)) echo 4;; *) echo 5;; esac; ! (false) && echo 6",
      "1\n2\n3\n5\n6\n",
    ],
    [
      "touch a b 'c d'; echo !(a); echo @(\"c d\"|a) !(a|b); z=b; echo @($z|a); for i in !(b); do echo \"$i\"; done; [ !(a|b) = 'c d' ] && echo one",
      "b c d\na c d c d\na b\na\nc d\none\n",
    ],
  ]);
});
