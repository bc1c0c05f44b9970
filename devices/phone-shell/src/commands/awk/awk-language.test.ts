import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from Kernighan's awk.

describe("awk computes and compares values", () => {
  testRows([
    [
      'awk \'BEGIN { print int(3.9), int(-3.9), int("12abc"), int("x"), sqrt(16), exp(0), log(1), sin(0), cos(0), atan2(0, -1) }\'',
      "3 -3 12 0 4 1 0 0 1 3.14159\n",
    ],
    ["awk 'BEGIN { print 2^10, 2**3, 2^3^2, -2^2, 7%3, -7%3, 7%-3, 5.5%2 }'", "1024 8 512 -4 1 -1 1 1.5\n"],
    [
      "awk 'BEGIN { x = 5; x += 2; x *= 3; x -= 1; x /= 4; x %= 3; x ^= 2; print x, x++, ++x, x--, --x }'",
      "4 4 6 6 4\n",
    ],
    ['awk \'BEGIN { print !0, !1, !"", !"0", !"a", !x, -"3x", +"0x1A", "3" + "4" }\'', "1 0 1 0 0 1 -3 0 7\n"],
    ['awk \'BEGIN { print "a" "b" 1 2, 1 " " 2, 1 -1, "x" -1, 2 * 3 "4" }\'', "ab12 1 2 0 -1 64\n"],
    [
      "awk 'function f(a, b) { a[1] = 7; b = 9; return b } BEGIN { f(arr, v); print arr[1], v \"\" , f(arr, 1) }'",
      "7  9\n",
    ],
    ["awk 'function fact(n) { return n <= 1 ? 1 : n * fact(n - 1) } BEGIN { print fact(10) }'", "3628800\n"],
    ['awk \'function noret() { } BEGIN { x = noret(); print "[" x "]", x + 0 }\'', "[] 0\n"],
    ['awk \'/1/, /2/ { print "r", $0 } !/1/ { print "n", $0 }\'', "r in1\nr in2\nn in2\n"],
    ["awk 'BEGIN { for (;;) { if (++i > 3) break; if (i == 2) continue; print i } }'", "1\n3\n"],
    ["awk 'BEGIN { do { print i++ } while (i < 3); while (j < 2) print \"j\", j++ }'", "0\n1\n2\nj 0\nj 1\n"],
    ["awk 'BEGIN { for (i = 0; i < 3; i++) a[i] = i * i; for (k in a) s += a[k]; print s }'", "5\n"],
    [
      'awk \'BEGIN { CONVFMT = "%.2g"; a = 3.14159; b = a ""; print b; OFMT = "%.3f"; print a, a "" }\'',
      "3.1\n3.142 3.1\n",
    ],
    ['awk \'BEGIN { print "a\\tb\\\\n\\"q\\"\\/\\101\\x41" }\'', 'a\tb\\n"q"/AA\n'],
    [
      'awk \'BEGIN { if (!("x" in a)) print "no"; if (a["x"] == "") print "empty"; if ("x" in a) print "now" }\'',
      "no\nempty\nnow\n",
    ],
    ["awk '/^in/ && !/2$/ { print \"and\" } /1/ || /2/ { c++ } END { print c }'", "and\n2\n"],
    ['awk \'BEGIN { print (1, 2) in a; print 1 ? 2 ? "a" : "b" : "c" }\'', "0\na\n"],
    ['awk \'BEGIN { if (1) ; else print "no"; if (0) print "no"; else if (1) print "yes" }\'', "yes\n"],
    ["awk 'function f(x) { return x * 2 }; BEGIN { print f(f(2)) }'", "8\n"],
    [
      'awk \'BEGIN {\n  print "newlines", \\\n    "continue"\n  x = 1 &&\n    1\n  print x\n}\'',
      "newlines continue\n1\n",
    ],
  ]);
});

describe("awk cuts, searches and formats strings", () => {
  testRows([
    ['awk \'BEGIN { print toupper("aBc1"), tolower("XyZ") }\'', "ABC1 xyz\n"],
    [
      'awk \'BEGIN { print match("foobar", /o+/), RSTART, RLENGTH; print match("x", /y/), RSTART, RLENGTH }\'',
      "2 2 2\n0 0 -1\n",
    ],
    [
      'awk \'BEGIN { n = split("a:b:c", p, ":"); print n, p[1], p[3]; n = split("", p); print n, length(p) }\'',
      "3 a c\n0 0\n",
    ],
    [
      'awk \'BEGIN { n = split("  a  b ", p); print n, p[1] "-" p[2]; n = split("abc", q, ""); print n, q[1], q[3] }\'',
      "2 a-b\n3 a c\n",
    ],
    ["awk 'BEGIN { n = split(\"a1b22c\", p, /[0-9]+/); print n, p[1] p[2] p[3] }'", "3 abc\n"],
    [
      'awk \'BEGIN { s = "aaa"; print gsub(/a/, "b", s), s; t = "abc"; print sub(/b/, "[&]", t), t; u = "abc"; sub(/b/, "\\\\&", u); print u }\'',
      "3 bbb\n1 a[b]c\na&c\n",
    ],
    [
      'awk \'BEGIN { s = "hello"; gsub(/l*/, "x", s); print s; t = "abc"; gsub(//, "-", t); print t }\'',
      "xhxexox\n-a-b-c-\n",
    ],
    [
      'awk \'BEGIN { s = "a.b.c"; gsub(".", "x", s); print s; t = "a.b.c"; gsub(/\\./, "\\\\\\\\&", t); print t }\'',
      "xxxxx\na\\.b\\.c\n",
    ],
    [
      'awk \'BEGIN { printf "%d %i %5.2f|%-5s|%05d %c%c %x %o %e\\n", 3.9, -3.9, 3.14159, "ab", 42, 65, "BCD", 255, 8, 1234.5 }\'',
      "3 -3  3.14|ab   |00042 AB ff 10 1.234500e+03\n",
    ],
    [
      'awk \'BEGIN { printf "%s %s\\n", "only" }\'; echo $?',
      "2\n",
      "awk: not enough args in printf(%s %s\n)\n source line number 1\n",
    ],
    ["awk 'BEGIN { printf \"%*d|%.*f|\\n\", 6, 42, 2, 3.14159 }'", "    42|3.14|\n"],
    [
      'awk \'BEGIN { a["x"] = 1; a["y"]; print ("x" in a), ("z" in a), ("y" in a), length(a); delete a["x"]; print ("x" in a); delete a; print length(a) }\'',
      "1 0 1 2\n0\n0\n",
    ],
    [
      'awk \'BEGIN { a[1,2] = 3; for (k in a) { split(k, p, SUBSEP); print p[1], p[2] }; if ((1,2) in a) print "in"; SUBSEP = "-"; a[3,4] = 5; print ("3-4" in a) }\'',
      "1 2\nin\n1\n",
    ],
    ["awk 'function g(x) { x[1] = 1 } BEGIN { g(u); print length(u) }'", "1\n"],
    ['awk \'BEGIN { printf "%d %s\\n", "0x11", 011; print 1e3, .5, 5., 0x10 }\'', "0 11\n1000 0.5 5 0\n"],
    ['awk \'BEGIN { x["a"] = 1; f = "a"; print x[f], x["b"] + 0; print length(x) }\'', "1 0\n2\n"],
    ['awk \'BEGIN { r = "^a.c$"; print ("abc" ~ r), ("abcd" ~ r), "a+c" ~ "a\\\\+c", "a.c" ~ /a\\.c/ }\'', "1 0 1 1\n"],
    [
      'awk \'BEGIN { print "ab" ~ /^(a|b)+$/, "aab" ~ /a{2}b/, "x" ~ /[^[:alpha:]]/, "-" ~ /[a-]/, "]" ~ /[]]/ }\'',
      "1 1 0 1 1\n",
    ],
    ['awk \'BEGIN { print substr("hello", 1.5, 2), substr("hello", "2x"), substr(12345, 2, 2) }\'', "he ello 23\n"],
    ["awk 'BEGIN { print length(12345), length(1/4), index(12345, 34) }'", "5 4 3\n"],
    [
      'awk \'BEGIN { printf "%s" }\'; echo; awk \'BEGIN { printf("%s %s\\n", "a", "b"); print("c", "d") }\'',
      "\na b\nc d\n",
      "awk: not enough args in printf(%s)\n source line number 1\n",
    ],
    ["awk 'BEGIN { delete a; a[\"k\"]; for (i in a) delete a[i]; print length(a) }'", "0\n"],
  ]);
});

describe("awk splits records and fields", () => {
  testRows([
    ['echo \'10 9\' | awk \'{ print ($1 > $2), ($1 "" > $2 "") , ($1 == "10"), ($1 == 10.0) }\'', "1 0 1 1\n"],
    ["awk '{ print NR, NF, $0, $1, $NF }'", "1 1 in1 in1 in1\n2 1 in2 in2 in2\n"],
    [
      'awk \'{ $3 = "c"; print; print NF; $0 = "x y z"; print $2, NF; NF = 2; print }\'',
      "in1  c\n3\ny 3\nx y\nin2  c\n3\ny 3\nx y\n",
    ],
    ["echo 'a b c' | awk '{ $5 = \"e\"; print; print NF; $2 = \"\"; print }'", "a b c  e\n5\na  c  e\n"],
    ["echo 'a:b:c' | awk -F: '{ print $2; OFS = \"-\"; $1 = $1; print }'", "b\na-b-c\n"],
    [
      "echo 'a1b2c' | awk -F '[0-9]' '{ print $1, $2, $3, NF }'; echo 'a|b' | awk -F '|' '{ print $2 }'; printf 'a\\tb c\\n' | awk -F '\\t' '{ print $2 }'",
      "a b c 3\nb\nb c\n",
    ],
    [
      "echo 'a b' | awk -F ' ' '{ print NF }'; echo ' a  b ' | awk '{ print NF, $1 }'; echo ' a  b ' | awk -F '[ ]' '{ print NF }'",
      "2\n2 a\n5\n",
    ],
    [
      'printf \'a b\\n\\nc d\\ne f\\n\\n\\n\\ng\\n\' | awk \'BEGIN { RS = "" } { print NR ": " $1 "," $NF, NF }\'',
      "1: a,b 2\n2: c,f 4\n3: g,g 1\n",
    ],
    ["printf 'a1b22c\\n' | awk 'BEGIN { RS = \"[0-9]+\" } { print NR, $0 }'", "1 a\n2 b\n3 c\n\n"],
    ["awk 'BEGIN { exit 4 } END { print \"end\" }'; echo $?", "end\n4\n"],
    ["awk '{ exit } END { print NR; exit 2 }'; echo $?", "1\n2\n"],
    ["awk 'NR == 2, NR == 9 { print } END { print \"e\" }'", "in2\ne\n"],
    ["awk '/in1/ { next } { print }'", "in2\n"],
    ['awk \'BEGIN { OFS = "-"; ORS = "!\\n"; print "a", "b"; print "c" }\'', "a-b!\nc!\n"],
    ["awk '$0 ~ \"in[12]\" { c++ } $1 !~ /1/ { d++ } END { print c, d }'", "2 1\n"],
    ['awk \'BEGIN { $3 = "x"; print NF, $0; $0 = "a b"; print NF }\'', "3   x\n2\n"],
    ["awk 'BEGIN { i = 5; $i = \"five\"; print; print $(1+4), $NF-1 }'", "    five\nfive -1\n"],
    ["awk '{ n += length($0) + 1 } END { print n, NR }'", "8 2\n"],
    ['awk \'NR==1{x=$0} NR==2{x=x "," $0} END{print x; print substr(x,index(x,",")+1)}\'', "in1,in2\nin2\n"],
  ]);
});

describe("awk reads and writes other files", () => {
  testRows([
    [
      'awk \'BEGIN { print substr("hello", 2, 3), substr("hello", 0, 2), substr("hello", -1), substr("hello", 4, 99) "|" substr("hello", 9) "|" }\'',
      "ell he hello lo||\n",
    ],
    [
      'awk \'BEGIN { print 1 == 1.0, "1" == 1, "a" < "b", "10" < "9", 10 < 9, "abc" > "ABC", 1 < "a" }\'',
      "",
      'awk: syntax error at source line 1\n context is\n\t >>> BEGIN { print 1 == 1.0, "1" == 1, "a" < "b", "10" < "9", 10 < 9, "abc" > "ABC", 1 < "a" } <<< \nawk: bailing out at source line 1\n',
      2,
    ],
    [
      'awk \'BEGIN { while ((getline line < "/dev/stdin") > 0) print "got", line; close("/dev/stdin") }\'',
      "got in1\ngot in2\n",
    ],
    ['awk \'BEGIN { print (getline x < "nofile"), x "" }\'', "-1 \n"],
    ["awk 'NR == 1 { getline; print \"next\", $0, NR } END { print NR, $0 }'", "next in2 2\n2 in2\n"],
    [
      'awk \'BEGIN { "echo sub" | getline v; print v; cmd = "echo a; echo b"; while ((cmd | getline l) > 0) print l; print close(cmd) }\'',
      "sub\na\nb\n0\n",
    ],
    [
      'awk \'BEGIN { print "to file" > "out"; close("out"); print "more" >> "out"; close("out"); while ((getline l < "out") > 0) print l }\'',
      "to file\nmore\n",
    ],
    ['awk \'BEGIN { print "b\\na" | "sort"; close("sort"); print "done" }\'', "a\nb\ndone\n"],
    ['awk \'BEGIN { print system("exit 3"); system("echo hi"); printf "x" | "cat"; close("cat") }\'', "3\nhi\nx"],
    ['awk \'BEGIN { print length "x"; print -3 " " -4; print 1 > "/dev/stdout" }\'', "0x\n-3-4\n1\n"],
    ['awk \'BEGIN { print "err" > "/dev/stderr"; print "out" }\'', "out\n", "err\n"],
    ["awk -v x=5 -v 's=a\\tb' 'BEGIN { print x + 1, s }'", "6 a\tb\n"],
    ["awk '{ print v, $0 }' v=1 - v=2 /dev/null", "1 in1\n1 in2\n"],
    ["awk 'END { print v }' v=9 /dev/null; awk 'BEGIN { print ARGC, ARGV[1], ARGV[2] }' a b=c", "9\n3 a b=c\n"],
    ['awk \'BEGIN { print ENVIRON["HOME"], ENVIRON["NOPE"] "" }\'', "/ \n"],
    ['awk \'BEGIN { print 1,2 > "f"; close("f"); getline < "f"; print $0, $2, NF }\'', "1 2 2 2\n"],
    [
      'awk \'BEGIN { a = "10"; b = 9; print (a > b), (a"" > b""); c = "abc"; print c > 5 ? "gt" : "le" }\' ; cat 5 2>/dev/null',
      "",
      'awk: syntax error at source line 1\n context is\n\t >>> BEGIN { a = "10"; b = 9; print (a > b), (a"" > b""); c = "abc"; print c > 5 ? "gt" : "le" } <<< \nawk: bailing out at source line 1\n',
      1,
    ],
    ['awk \'BEGIN { print toupper(substr("abc", 2)) tolower("X") ; print length }\' < /dev/null', "BCx\n0\n"],
    [
      'awk \'BEGIN { regex = "b+"; s = "abbbc"; sub(regex, "<&&>", s); print s; gsub("[ac]", "", s); print s }\'',
      "a<bbbbbb>c\n<bbbbbb>\n",
    ],
    ["awk 'BEGIN { print; print \"x\" }' < /dev/null", "\nx\n"],
    [
      'awk \'BEGIN { getline; print "first", $0; getline; print "second", $0; r = getline; print r }\'',
      "first in1\nsecond in2\n0\n",
    ],
    ["awk 'BEGIN { while ((\"ls /nonexistent 2>/dev/null\" | getline x) > 0) n++; print n + 0 }'", "0\n"],
    [
      'awk \'BEGIN { printf "a" > "f1"; printf "b" > "f1"; close("f1"); getline z < "f1"; print z; print close("never") }\'',
      "ab\n-1\n",
    ],
    ["awk 'BEGIN { \"date +%Y\" | getline y; print (y > 2000) }'", "1\n"],
    ["awk 'BEGIN { a = 1; { a = 2; print a } ; ; print a } ; END { }' < /dev/null", "2\n2\n"],
    ['awk \'BEGIN { print fflush(); fflush("/dev/stdout"); print "ok" }\'', "0\nok\n"],
  ]);
});

describe("awk reports errors in programs", () => {
  testRows([
    ["awk 'BEGIN { nosuch() }'; echo $?", "2\n", "awk: calling undefined function nosuch\n source line number 1\n"],
    [
      "awk 'BEGIN { print 1 +'; echo $?",
      "2\n",
      "awk: syntax error at source line 1\n context is\n\t >>> BEGIN { print 1 + <<< \nawk: bailing out at source line 1\n",
    ],
    [
      "awk '{ print $(-1) }' <<< a; echo $?",
      "2\n",
      "awk: trying to access out of range field -1\n source line number 1\n",
    ],
    ["awk 'BEGIN { print 1/0 }'; echo $?", "2\n", "awk: division by zero\n source line number 1\n"],
    ["awk -f prog <<< x; echo $?", "2\n", "awk: can't open file prog\n source line number 1\n"],
    ["echo '{ print \"p\", $1 }' > prog; awk -f prog <<< 'x y'", "p x\n"],
  ]);
});
