import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from Kernighan's awk (2022).

describe("awk handles values, functions and input as the original does", () => {
  testRows([
    [
      'awk \'BEGIN { printf "%s|%10s|%-10s|%.3s\\n", "abc", "abc", "abc", "abcdef" }\'',
      "abc|       abc|abc       |abc\n",
    ],
    ['awk \'BEGIN { printf "%d %i %d %d\\n", 3.9, -3.9, "12abc", "" }\'', "3 -3 12 0\n"],
    [
      "awk 'BEGIN { printf \"%5.1f|%-8.2e|%g|%G\\n\", 2.25, 12345.6789, 0.0001, 1e-10 }'",
      "  2.2|1.23e+04|0.0001|1E-10\n",
    ],
    ["awk 'BEGIN { printf \"%*d|%-*d|%.*f\\n\", 5, 42, 5, 42, 2, 3.14159 }'", "   42|42   |3.14\n"],
    [
      "awk 'BEGIN { printf \"%+d % d %05d %x %X %#x %o %#o\\n\", 5, 5, 5, 255, 255, 255, 8, 8 }'",
      "+5  5 00005 ff FF 0xff 10 010\n",
    ],
    ['awk \'BEGIN { x = sprintf("%s=%d", "a", 3); print x; print sprintf("none") }\'', "a=3\nnone\n"],
    [
      'awk \'BEGIN { print substr("hello", -1), substr("hello", 4, 10), substr("hello", 6), substr("", 1, 1) "|" }\'',
      "hello lo  |\n",
    ],
    ['awk \'BEGIN { print substr("hello", 2, 0) "|", substr("hello", 2, -1) "|", substr(12345, 2, 3) }\'', "| | 234\n"],
    ['awk \'BEGIN { print index("foobar", "bar"), index("foobar", "x"), index("", "a") }\'', "4 0 0\n"],
    [
      'awk \'BEGIN { print match("foobar", "o+"), RSTART, RLENGTH; print match("foobar", /z/), RSTART, RLENGTH }\'',
      "2 2 2\n0 0 -1\n",
    ],
    [
      'awk \'BEGIN { print match("aaa", /$/), RSTART, RLENGTH; print match("", /^/), RSTART, RLENGTH }\'',
      "4 4 0\n1 1 0\n",
    ],
    [
      'awk \'BEGIN { n = split("a:b:c", p, ":"); print n, p[1], p[3]; n = split("", p); print n, length(p) }\'',
      "3 a c\n0 0\n",
    ],
    [
      'awk \'BEGIN { n = split("  a  b ", p); print n, p[1], p[2]; n = split("  a  b ", p, / /); print n }\'',
      "2 a b\n6\n",
    ],
    [
      'awk \'BEGIN { n = split("a1b22c", p, /[0-9]+/); print n, p[2], p[3]; n = split("abc", p, ""); print n, p[1] p[3] }\'',
      "3 b c\n3 ac\n",
    ],
    [
      'awk \'BEGIN { n = split("a.b.c", p, "."); print n, p[2]; n = split("a|b", p, "|"); print n, p[1] }\'',
      "3 b\n2 a\n",
    ],
    [
      'awk \'BEGIN { s = "hello"; n = gsub(/l/, "[&]", s); print n, s; n = gsub(/x/, "y", s); print n, s }\'',
      "2 he[l][l]o\n0 he[l][l]o\n",
    ],
    [
      'awk \'BEGIN { s = "hello"; gsub(/l/, "\\\\&", s); print s; s = "a.b.c"; gsub("\\\\.", "-", s); print s }\'',
      "he&&o\na-b-c\n",
    ],
    [
      'awk \'BEGIN { s = "aaa"; print sub(/a/, "b", s), s; s = "abc"; gsub(//, "-", s); print s }\'',
      "1 baa\n-a-b-c-\n",
    ],
    [
      'awk \'BEGIN { s = "path/to"; gsub("/", "\\\\/", s); print s; s = "x"; sub(/x/, "\\\\\\\\&", s); print s }\'',
      "path\\/to\n\\x\n",
    ],
    [
      'awk \'BEGIN { s = "foo bar"; gsub(/o*/, "X", s); print s; s = "bar"; gsub(/$/, "!", s); print s }\'',
      "XfX XbXaXrX\nbar!\n",
    ],
    [
      'awk \'BEGIN { s = "aXbXc"; sub("X", "&&", s); print s; s = "abcabc"; gsub(/^abc/, "-", s); print s }\'',
      "aXXbXc\n-abc\n",
    ],
    ['awk \'BEGIN { print toupper("aBc1é"), tolower("ABcÉ") }\'', "ABC1Ã abcÃ©\n"],
    [
      "awk 'BEGIN { print int(3.9), int(-3.9), int(\"4x\"), sqrt(16), exp(0), log(1), sin(0), cos(0), atan2(0, -1) }'",
      "3 -3 4 4 1 0 0 1 3.14159\n",
    ],
    ["awk 'BEGIN { print exp(1), log(10), 2 ** 3, 2 ^ 0.5, -2 ^ 2 }'", "2.71828 2.30259 8 1.41421 -4\n"],
    [
      "awk 'BEGIN { print 100000 * 100000, 2^53, 2^53 + 1, 1/3, 17 % 5, -17 % 5, 5.5 % 2 }'",
      "10000000000 9007199254740992 9007199254740992 0.333333 2 -2 1.5\n",
    ],
    [
      'awk \'BEGIN { OFMT = "%.2f"; print 3.14159, 3, 3.0 "", 1e20; CONVFMT = "%.3f"; x = 3.14159 ""; print x }\'',
      "3.14 3 3 100000000000000000000\n3.142\n",
    ],
    [
      'awk \'BEGIN { print "3" + 4, "3x" * 2, "x3" + 1, " 12 " + 1, "0x10" + 0, "1e2" + 0, ".5" + 0, "+5" + 0 }\'',
      "7 6 1 13 0 100 0.5 5\n",
    ],
    ['awk \'BEGIN { print 1 " " 2, 1 2, 1 -1, 1 " " -1, "a" > "/dev/stdout" }\'', "1 2 12 0 1-1 a\n"],
    ["echo '10 9 abc 1e1' | awk '{ print ($1 > $2), ($1 == $4), ($3 > $1), ($1 < \"9\") }'", "1 1 1 1\n"],
    ["echo ' 10 ' | awk -F: '{ print ($1 == 10), ($1 == \"10\"), length($1) }'", "1 0 4\n"],
    ['awk \'BEGIN { print !0, !1, !"", !"a", !"0", !x, - -3, +"3" }\'', "1 0 1 0 0 1 3 3\n"],
    ["awk 'BEGIN { print 1 || 0 && 0, (1 || 0) && 0, !1 || 1, 1 ? 2 : 3, 0 ? 1 : 0 ? 2 : 3 }'", "1 0 1 2 3\n"],
    ["awk 'BEGIN { x = y = 3; print x, y; x += y -= 1; print x, y; print x++ + ++x, x--, --x }'", "3 3\n5 2\n12 7 5\n"],
    [
      "awk 'BEGIN { a = 5; a %= 3; print a; a ^= 3; print a; a **= 2; print a; a /= 8; print a; a *= 3; print a }'",
      "2\n8\n64\n8\n24\n",
    ],
    [
      'awk \'BEGIN { $0 = "a b c"; print NF, $2; $2 = "X"; print; $5 = "E"; print; print NF; NF = 2; print; $1 = ""; print }\'',
      "3 b\na X c\na X c  E\n5\na X\n X\n",
    ],
    ['awk \'BEGIN { OFS = "-"; $0 = "a b c"; $1 = $1; print; print $1, $3; NF = 5; print }\'', "a-b-c\na-c\na-b-c--\n"],
    ["echo 'a b c' | awk '{ $(NF + 2) = \"e\"; print; print NF; $(1 + 1) = \"B\"; print }'", "a b c  e\n5\na B c  e\n"],
    ["echo 'a:b c:d' | awk '{ FS = \":\"; print $1 } END { $0 = \"x:y\"; print $1 }'", "a:b\nx\n"],
    ["echo 'a b' | awk '{ $3 = \"\"; print NF; print; print $0 \"|\" }'", "3\na b \na b |\n"],
    ["echo 'aXXbXc' | awk -FX '{ print NF, $2 \"|\" $3 }'", "4 |b\n"],
    ["printf 'a\\tb c\\n' | awk -F'\\t' '{ print $2 }'", "b c\n"],
    ["printf 'a\\tb c\\n' | awk -Ft '{ print $2; print NF }'", "b c\n2\n"],
    ["echo 'a  b' | awk -F' ' '{ print $2 }'; echo 'a  b' | awk -F'[ ]' '{ print NF }'", "b\n3\n"],
    [
      "echo 'a^b^c' | awk -F^ '{ print $2 }'; echo 'a$b' | awk -F'$' '{ print $2 }'; echo 'a*b' | awk -F'*' '{ print $2 }'",
      "b\nb\nb\n",
    ],
    ["echo 'a\\b' | awk -F'\\\\' '{ print $2 }'; echo 'abc' | awk -Fb '{ print $1 $2 }'", "\nac\n"],
    [
      'printf \'a b\\nc d\\n\\ne f\\n\' | awk \'BEGIN { RS = "" } { print NR ": " $1 "," $NF " " NF }\'',
      "1: a,d 4\n2: e,f 2\n",
    ],
    [
      "printf '\\n\\na\\nb\\n\\n\\n\\nc\\n' | awk 'BEGIN { RS = \"\"; FS = \"\\n\" } { print NR, NF, $1 }'",
      "1 2 a\n2 1 c\n",
    ],
    [
      "printf 'a;b;c' | awk 'BEGIN { RS = \";\" } { print NR, $0 }'; printf 'a;b;\\n' | awk 'BEGIN { RS = \";\" } { print NR \"<\" $0 \">\" }'",
      "1 a\n2 b\n3 c\n1<a>\n2<b>\n3<\n>\n",
    ],
    [
      "printf 'aXYbXYc' | awk 'BEGIN { RS = \"XY\" } { print }'; printf 'a1b22c' | awk 'BEGIN { RS = \"[0-9]+\" } { print }'",
      "a\nb\nc\na\nb\nc\n",
    ],
    ["printf 'a\\nb\\nc\\n' | awk 'NR == 2, NR == 3 { print } /c/, /a/ { print \"second \" $0 }'", "b\nc\nsecond c\n"],
    [
      "printf 'a\\nb\\nc\\nd\\n' | awk '/b/, /b/'; printf 'a\\nb\\nc\\nd\\n' | awk '/c/, /none/ { print NR }'",
      "b\n3\n4\n",
    ],
    ["printf '1\\n2\\n3\\n' | awk '{ s += $1 } END { print s, NR, $0 }'", "6 3 3\n"],
    [
      "printf 'a\\nb\\n' > f; printf 'c\\n' > g; awk '{ print FILENAME, FNR, NR, $0 }' f g",
      "f 1 1 a\nf 2 2 b\ng 1 3 c\n",
    ],
    ["printf 'a\\n' > f; awk '{ print x, $0 }' x=1 f x=2 f; awk 'END { print x }' x=5 < /dev/null", "1 a\n2 a\n5\n"],
    ["printf 'a\\n' > f; awk 'BEGIN { print x } { print x }' x='two\\tparts' f", "\ntwo\tparts\n"],
    ["printf 'a\\nb\\nc\\n' > f; awk 'FNR == 2 { nextfile } { print }' f f", "a\na\n"],
    [
      'printf \'a\\nb\\n\' > f; awk \'BEGIN { while ((getline l < "f") > 0) print "got " l; close("f"); getline l < "f"; print l }\'',
      "got a\ngot b\na\n",
    ],
    ['awk \'BEGIN { print (getline l < "none"), l "|" }\'', "-1 |\n"],
    [
      'awk \'BEGIN { "echo one; echo two" | getline; print; "echo one; echo two" | getline x; print x, $0, NR }\'',
      "one\ntwo one 0\n",
    ],
    [
      'awk \'BEGIN { while (("echo a; echo b" | getline l) > 0) print l; print close("echo a; echo b"), close("never") }\'',
      "a\nb\n0 -1\n",
    ],
    [
      "printf '1\\n2\\n3\\n4\\n' | awk '{ getline; print $0, NR }'; printf '1\\n2\\n3\\n' | awk '{ print; if (getline x) print \"x\" x }'",
      "2 2\n4 4\n1\nx2\n3\n",
    ],
    ["printf '1\\n2\\n' | awk 'END { print getline, $0 }'", "0 2\n"],
    [
      'awk \'BEGIN { print "b\\na" | "sort"; close("sort"); print "after" }\'; awk \'BEGIN { print "x" | "cat 1>&2" }\'',
      "a\nb\nafter\n",
      "x\n",
    ],
    [
      'awk \'BEGIN { print "a" > "out"; print "b" > "out"; close("out"); print "c" >> "out"; close("out"); while ((getline l < "out") > 0) print l }\'',
      "a\nb\nc\n",
    ],
    ['awk \'BEGIN { printf "%s", "no end" > "o"; close("o"); print system("cat o; exit 3") }\'', "no end3\n"],
    ['awk \'BEGIN { print system("true"), system("exit 7"); r = system("kill -9 $$"); print r > 0 }\'', "0 7\n"],
    ['awk \'BEGIN { printf "before "; system(""); system("echo within"); print "after" }\'', "before within\nafter\n"],
    [
      'awk \'BEGIN { a["x"]; a["y"] = 2; delete a["x"]; print length(a), ("x" in a), ("y" in a); delete a; print length(a) }\'',
      "1 0 1\n0\n",
    ],
    [
      "awk 'BEGIN { a[1, 2] = 3; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] } if ((1, 2) in a) print \"there\" }'",
      "1 2\nthere\n",
    ],
    ['awk \'BEGIN { SUBSEP = ":"; a["x", "y"] = 1; for (k in a) print k }\'', "x:y\n"],
    [
      'awk \'BEGIN { a["01"] = "s"; a[1] = "n"; print a["1"], a["01"], length(a); print (a["none"] == ""), length(a) }\'',
      "n s 2\n1 3\n",
    ],
    ["awk 'function f(x) { x = 5; return x * 2 } BEGIN { y = 1; print f(y), y }'", "10 1\n"],
    ['awk \'function f(a) { a["k"] = 1 } BEGIN { f(arr); print arr["k"], length(arr) }\'', "1 1\n"],
    [
      "awk 'function f(n) { return n <= 1 ? 1 : n * f(n - 1) } BEGIN { print f(10), f(20) }'",
      "3628800 2432902008176640000\n",
    ],
    [
      'awk \'function f(a, b,   local) { local = a b; return local } BEGIN { print f("x"), f("x", "y"), local "|" }\'',
      "x xy |\n",
    ],
    ["awk 'function f() { return } BEGIN { print f() \"|\", length(f()) }'", "| 0\n"],
    [
      "awk 'function even(n) { return n == 0 ? 1 : odd(n - 1) } function odd(n) { return n == 0 ? 0 : even(n - 1) } BEGIN { print even(100), odd(7) }'",
      "1 1\n",
    ],
    [
      "awk 'BEGIN { for (i = 0; i < 3; i++) { if (i == 1) continue; print i } while (i-- > 0) if (i == 1) break; print \"i\", i; do print i; while (++i < 3) }'",
      "0\n2\ni 1\n1\n2\n",
    ],
    ["awk 'BEGIN { for (;;) { if (n++ > 3) break } print n; i = 5; while (i --> 3); print i }'", "5\n2\n"],
    ['awk \'BEGIN { if (1) ; else print "no"; if (0) print "no"; else if (1) print "yes" }\'', "yes\n"],
    [
      "awk 'BEGIN { exit 3 } END { print \"end\" }'; echo $?; awk 'BEGIN { exit } END { print \"end\"; exit 4 }'; echo $?",
      "end\n3\nend\n4\n",
    ],
    [
      "printf 'a\\nb\\n' | awk '{ exit 5 } END { print NR }'; echo $?; awk 'END { exit 2; print \"no\" }' < /dev/null; echo $?",
      "1\n5\n2\n",
    ],
    ["printf 'a\\nb\\nc\\n' | awk '/b/ { next } { print } END { print \"end\" }'", "a\nc\nend\n"],
    ["awk 'BEGIN { print ENVIRON[\"HOME\"], ARGC, ARGV[0], ARGV[1], ARGV[2] }' x y=1", "/ 3 awk x y=1\n"],
    ['awk \'BEGIN { ARGV[1] = ""; ARGV[2] = "-" } { print }\' none other', "in1\nin2\n"],
    ["awk 'BEGIN { ARGC = 2; ARGV[1] = \"-\" } { print FILENAME, $0 }' f g", "- in1\n- in2\n"],
    ["awk -v x=1 -v y='a\\nb' 'BEGIN { print x + 1, y }'; awk -vz=3 'BEGIN { print z }'", "2 a\nb\n3\n"],
    [
      "echo 'BEGIN { print \"from a file\", x }' > p; awk -f p; echo 'END { print NR }' > q; printf 'a\\n' | awk -f p -f q",
      "from a file \nfrom a file \n1\n",
    ],
    ["awk -- 'BEGIN { print \"dashes\" }'; awk 'BEGIN { print ARGV[1] }' -- x", "dashes\n--\n"],
    ["awk 'BEGIN { print length }' < /dev/null; echo abc | awk '{ print length, length() }'", "0\n3 3\n"],
    [
      'awk \'BEGIN { print "a\\/b", "tab\\there", "q\\"q", "\\x41\\102", "new\\',
      "",
      "/system/bin/sh: no closing quote\n",
      1,
    ],
    ["line\" }'", "", "/system/bin/sh: no closing quote\n", 1],
    ["awk 'BEGIN { print 1,", "", "/system/bin/sh: no closing quote\n", 1],
    ["  2; x = 1 &&", "", "/system/bin/sh: syntax error: unexpected EOF\n", 1],
    ["  0; print x; if (x ||", "", "/system/bin/sh: syntax error: unmatched '('\n", 1],
    ['  1) print "or" } # comment', "", "/system/bin/sh: syntax error: unexpected ')'\n", 1],
    ["# another", ""],
    ["END { }' < /dev/null", "", "/system/bin/sh: no closing quote\n", 1],
    ['awk \'BEGIN{if(!("a" in x))print "not in";if(!(1 in x)&&!x[1])print length(x)}\'', "not in\n1\n"],
    ['awk \'BEGIN { print -1 " " -1, 2 - 1, 2 -1, 2-1, "2" -1 }\'', "-1-1 1 1 1 1\n"],
    ["awk '/a/ { n++ } !/a/ { m++ } END { print n + 0, m + 0 }' < /dev/null", "0 0\n"],
    [
      'printf \'a b\\nb a\\n\' | awk \'$1 == "a"; $2 ~ /^a$/ { print "second" } $1 !~ "a" { print "third" }\'',
      "a b\nsecond\nthird\n",
    ],
    [
      "printf 'ab\\nAB\\n' | awk '/[[:upper:]]/ { print \"upper\", $0 } /^[^[:upper:]]+$/ { print \"lower\", $0 }'",
      "lower ab\nupper AB\n",
    ],
    [
      'printf \'a.c\\nabc\\n\' | awk \'/a\\.c/; $0 ~ "a\\\\.c" { print "text" } $0 ~ "a.c" { n++ } END { print n }\'',
      "a.c\ntext\n2\n",
    ],
    [
      "printf 'aa\\naaa\\naaaa\\n' | awk '/^a{3}$/ { print NR } /^(aa)+$/ { print \"even\", NR }'",
      "even 1\n2\neven 3\n",
    ],
    ['awk \'BEGIN { r = "^b"; print ("abc" ~ r), ("bcd" ~ r), "a" ~ "a" "b" }\'', "0 1 0\n"],
    [
      'awk \'BEGIN { getline; print "read " $0; getline x; print "then " x; print getline, NR }\'',
      "read in1\nthen in2\n0 2\n",
    ],
    [
      'awk \'{ print > $1 } END { close("in1"); while ((getline l < "in1") > 0) print "file:", l }\'; ls',
      "file: in1\nin1\nin2\n",
    ],
    [
      'awk \'BEGIN { printf "a" "b" "\\n"; printf("%s %s\\n", "x", "y"); print("p", "q"); print("r")("s") }\'',
      "ab\nx y\np q\nrs\n",
    ],
    [
      'awk \'BEGIN { print substr("hello", 2, 3) > "/dev/stderr"; print "x" | "cat"; close("cat"); fflush() }\'',
      "x\n",
      "ell\n",
    ],
    ["awk '", "", "/system/bin/sh: no closing quote\n", 1],
    ['BEGIN { print "unfinished"\'', "", "/system/bin/sh: no closing quote\n", 1],
    ["awk 'BEGIN { print 1 +* 2 }' 2>&1 | head -1", "awk: syntax error at source line 1\n"],
    ["awk 'BEGIN { f(1) }' 2>&1 | head -1", "awk: calling undefined function f\n"],
    ["awk '{ print }' none; echo $?", "2\n", "awk: can't open file none\n source line number 1\n"],
    [
      'awk \'BEGIN { print "x" > "/none/x" }\'; echo $?',
      "2\n",
      "awk: can't open file /none/x\n source line number 1\n",
    ],
    ["awk 'BEGIN { print 1 % 0 }'; echo $?", "2\n", "awk: division by zero in mod\n source line number 1\n"],
    ["awk -v 1x=2 'BEGIN { print \"?\" }'; echo $?", "2\n", "awk: invalid -v option argument: 1x=2\n"],
    ["printf 'a,b\\n' | awk -F, -v OFS=';' '{ $1 = $1; print; print $1, $2 }'", "a;b\na;b\n"],
    [
      'printf \'x 3\\ny 1\\nx 2\\n\' | awk \'{ s[$1] += $2; c[$1]++ } END { print s["x"] / c["x"], s["y"] }\'',
      "2.5 1\n",
    ],
    [
      "printf 'k=v\\nkey=val=ue\\n' | awk -F= '{ k = $1; sub(/^[^=]*=/, \"\"); print k \":\" $0 }'",
      "k:v\nkey:val=ue\n",
    ],
    [
      "printf '%s\\n' 3 1 2 | awk '{ a[NR] = $1 } END { for (i = 1; i <= NR; i++) for (j = i + 1; j <= NR; j++) if (a[i] > a[j]) { t = a[i]; a[i] = a[j]; a[j] = t } for (i = 1; i <= NR; i++) printf \"%s \", a[i]; print \"\" }'",
      "1 2 3 \n",
    ],
    [
      "printf 'one two\\nthree\\n' | awk '{ for (i = NF; i > 0; i--) printf \"%s%s\", $i, (i > 1 ? OFS : ORS) }'",
      "two one\nthree\n",
    ],
    ["printf 'a\\nb\\n' | awk 'BEGIN { ORS = \"|\" } { print } END { printf \"\\n\" }'", "a|b|\n"],
  ]);
});

describe("awk parses separators, operands and options as the original does", () => {
  testRows([
    [
      "awk 'BEGIN { printf \"%5.1f|%-8.2e|%g|%G\\n\", 2.25, 12345.6789, 0.0001, 1e-10 }'",
      "  2.2|1.23e+04|0.0001|1E-10\n",
    ],
    ["echo 'a:b c:d' | awk '{ FS = \":\"; print $1 } END { $0 = \"x:y\"; print $1 }'", "a:b\nx\n"],
    ["printf 'a:b\\nc:d\\n' | awk '{ FS = \":\"; print $1 }'", "a:b\nc\n"],
    [
      "echo 'a\\\\b' | awk -F'\\\\' '{ print NF, $2 }'; echo 'a\\\\b' | awk 'BEGIN { FS = \"\\\\\" } { print $2 }'; awk 'BEGIN { print split(\"a\\\\b\", p, \"\\\\\"), p[2] }'",
      "2 b\nb\n2 b\n",
    ],
    ["printf 'a\\n' > f; awk 'BEGIN { print x } { print x }' x='two\\tparts' f", "\ntwo\tparts\n"],
    ["awk 'BEGIN { ARGC = 2; ARGV[1] = \"-\" } { print FILENAME, $0 }' f g", "- in1\n- in2\n"],
    ["awk '{ print FILENAME \"|\" $0 }'", "|in1\n|in2\n"],
    [
      'awk \'BEGIN { print "x" > "/none/x" }\'; echo $?',
      "2\n",
      "awk: can't open file /none/x\n source line number 1\n",
    ],
    ["awk 'BEGIN { print 1 % 0 }'; echo $?", "2\n", "awk: division by zero in mod\n source line number 1\n"],
    ["awk -v 1x=2 'BEGIN { print \"?\" }'; echo $?", "2\n", "awk: invalid -v option argument: 1x=2\n"],
  ]);
});
