import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedOf, runRow, type Row } from "../../testing/script-table.ts";
import { startTestShell, type TestShell } from "../../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell();
});

afterAll(() => shell.close());

/** What the original says and answers, to the letter. */
const rows: readonly Row[] = [
  [
    'awk \'BEGIN { print 1+1, "a" "b", length("abc"), substr("hello",2,3), index("abc","c"), toupper("a") }\'',
    "2 ab 3 ell 3 A\n",
  ],
  ["echo 'a b c' | awk '{ print $2, NF, NR; $2=\"X\"; print; print $NF }'", "b 3 1\na X c\nc\n"],
  ["printf '1\\n2\\n3\\n' | awk '{ s+=$1 } END { print s, s/NR }'", "6 2\n"],
  ["echo a:b | awk -F: '{ print $2 }'", "b\n"],
  ["printf 'a 1\\nb 2\\na 3\\n' | awk '{ c[$1]+=$2 } END { for (k in c) print k, c[k] }' | sort", "a 4\nb 2\n"],
  ['awk \'BEGIN { printf "%5.2f|%-5s|%05d|%x\\n", 3.14159, "ab", 42, 255 }\'', " 3.14|ab   |00042|ff\n"],
  ["printf 'a\\nb\\nc\\n' | awk 'NR==2'", "b\n"],
  ["printf 'a\\nb\\n' | awk '/b/ { print \"found\", $0 }'", "found b\n"],
  ["echo x | awk -v v=5 '{ print v*2 }'", "10\n"],
  [
    "awk 'BEGIN { while (i<3) print i++; for (j=0;j<2;j++) print \"j\" j; do { k++ } while (k<5); print k }'",
    "0\n1\n2\nj0\nj1\n5\n",
  ],
  [
    'awk \'BEGIN { n=split("a,b,c",arr,","); print n, arr[1], arr[3]; s="aaa"; gsub(/a/,"b",s); print s; sub(/b/,"[&]",s); print s; print match("foobar",/o+/), RSTART, RLENGTH }\'',
    "3 a c\nbbb\n[b]bb\n2 2 2\n",
  ],
  ["echo 'a b' | awk '{ print $1; next; print \"no\" } END { print \"end\" }'", "a\nend\n"],
  ["awk 'function f(x) { return x*2 } BEGIN { print f(21) }'", "42\n"],
  ["awk 'function die(m) { print m; exit 3 } { die($1) } END { print \"end\" }'", "in1\nend\n", "", 3],
  ['awk \'function die(m) { print m; exit 3 } function f(m) { die(m) } BEGIN { f("x"); print "no" }\'', "x\n", "", 3],
  ["awk 'function f(x) { return x*2 } BEGIN { x=1; y = x++ + f(x); print x, y }'", "2 5\n"],
  ["awk 'function f() { g=5; return 1 } BEGIN { g=1; print g + f(), g f() }'", "2 51\n"],
  ['awk \'BEGIN { u="hello"; print gsub(/l*/, "x", u), u; print sub(/z*/, "&y", u), u }\'', "4 xhxexox\n1 yxhxexox\n"],
  ["awk 'BEGIN { \"echo a b\" | getline; print $2, NF, NR }'", "b 2 0\n"],
  ['echo 5 | awk \'{ print ($1>3) ? "big" : "small" }\'', "big\n"],
  [
    "awk 'BEGIN { print length(), 1e6, 0.1+0.2, 10/3, 2**3, 2^3, 7%3, -3 }' < /dev/null",
    "0 1000000 0.3 3.33333 8 8 1 -3\n",
  ],
  ['awk \'BEGIN { print substr("hello",0,2), substr("hello",-1), substr("hi",5) "|" }\'', "he hello |\n"],
  ['awk \'BEGIN { OFS="-"; print "a","b"; $0="x y z"; $1=$1; print; print NF }\'', "a-b\nx-y-z\n3\n"],
  ["awk 'BEGIN { exit 3 }'", "", "", 3],
  [
    'awk \'BEGIN { getline l < "/nope"; print "[" l "]"; "echo hi" | getline x; print x; system("echo sys"); print "to" > "/dev/stderr" }\'',
    "[]\nhi\nsys\n",
    "to\n",
  ],
  ["printf 'a b\\n' > f", ""],
  ["awk '{ print FILENAME, FNR, $1 }' f f", "", "awk: can't open file f\n source line number 1\n", 2],
  [
    'awk \'BEGIN { a["x"]; if ("x" in a) print "in"; delete a["x"]; if (!("x" in a)) print "out"; a[1,2]=3; for (k in a) { split(k,p,SUBSEP); print p[1], p[2] } }\'',
    "in\nout\n1 2\n",
  ],
  ["printf 'a,b;c\\n' | awk -F'[,;]' '{ print $3 }'", "c\n"],
  ["echo abc | awk '{ print substr($0, length($0)) }'", "c\n"],
  [
    'awk \'BEGIN { printf "%s %d %c%c\\n", "x", "12abc", 65, "hello"; print int(3.9), sqrt(16), int("0x1f") }\'',
    "x 12 Ah\n3 4 0\n",
  ],
  ["awk '{ print }' nope", "", "awk: can't open file nope\n source line number 1\n", 2],
  ["printf 'l1\\nl2\\nl3\\n' | awk 'NR==1,NR==2 { print NR\": \"$0 }'", "1: l1\n2: l2\n"],
  ["echo \"a  b\" | awk '{$1=$1}1'", "a b\n"],
  ['awk \'BEGIN { print toupper(substr("abc",1,1)) substr("abc",2) }\'', "Abc\n"],
  ["echo \"3 4\" | awk '{ print $1*$2, $1 $2, $1-$2, -$1 }'", "12 34 -1 -3\n"],
  ['awk \'BEGIN{x["a"]=1; x["b"]=2; n=0; for(i in x) n++; print n}\'', "2\n"],
  ["printf 'k=v\\n' | awk -F= '{print $1\" is \"$2}'", "k is v\n"],
  [
    'awk \'BEGIN { s = sprintf("%03d", 7); print s; print tolower("ABC"); print index("foobar", "bar") }\'',
    "007\nabc\n4\n",
  ],
  ["printf 'a b c\\nd e f\\n' | awk '{ for (i=NF;i>0;i--) printf \"%s \", $i; print \"\" }'", "c b a \nf e d \n"],
  ["printf '1,2\\n3,4\\n' | awk -F, -v OFS=: '{ $1=$1+10; print }'", "11:2\n13:4\n"],
  ['printf \'x\\n\\ny\\nz\\n\' | awk \'BEGIN{RS=""}{print NR": "$1" "$2}\'', "1: x \n2: y z\n"],
  ["printf 'a;b;c' | awk 'BEGIN{RS=\";\"}{print NR, $0}'", "1 a\n2 b\n3 c\n"],
  ['awk \'BEGIN { print "b\\na" | "sort"; close("sort"); print "done" }\'', "a\nb\ndone\n"],
  ["seq 3 | awk 'NR==1{next} {print}'", "2\n3\n"],
  ["printf 'l1\\nl2\\n' > f; awk 'BEGIN { while ((getline line < \"f\") > 0) n++; print n }'", "2\n"],
  ["seq 10 | awk '{s+=$1; if($1>m)m=$1} END{print s, m, s/NR, NR}'", "55 10 5.5 10\n"],
  ['echo "foo bar" | awk \'{ $3 = "baz"; print NF, $0 }\'', "3 foo bar baz\n"],
  ["echo \"a b c d\" | awk '{ NF=2; print $0 }'", "a b\n"],
  ["awk 'BEGIN { x[\"a\"]; for (k in x) delete x[k]; n=0; for (k in x) n++; print n }'", "0\n"],
  ["awk 'function fact(n) { return n<=1 ? 1 : n*fact(n-1) } BEGIN { print fact(10) }'", "3628800\n"],
  [
    "awk 'function fill(a, n,  i) { for (i=1;i<=n;i++) a[i]=i*i } BEGIN { fill(sq, 3); print sq[1], sq[2], sq[3] }'",
    "1 4 9\n",
  ],
  [
    "awk 'BEGIN { print 100000000000000000000, 123456789012, 0.1, 1e-5, 3.0, 1/3 }'",
    "100000000000000000000 123456789012 0.1 1e-05 3 0.333333\n",
  ],
  [
    'awk \'BEGIN { print substr("hello", 2), substr("hello", 0), substr("hello", 2, 100), substr("hello", -1, 3) }\'',
    "ello hello ello hel\n",
  ],
  ['awk \'BEGIN { if (!("a" in b)) print "no"; if ((1,2) in c) print "x"; else print "y" }\'', "no\ny\n"],
  [
    'awk \'BEGIN { printf "%s %s\\n", "only" }\'',
    "",
    "awk: not enough args in printf(%s %s\n)\n source line number 1\n",
    2,
  ],
  [
    'awk \'BEGIN { printf "%5d|%-5d|%05.1f|%e|%c|%%|%x|%o|%5s|%.2s\\n", 42, 42, 3.14159, 12345.678, "A", 255, 8, "ab", "abcdef" }\'',
    "   42|42   |003.1|1.234568e+04|A|%|ff|10|   ab|ab\n",
  ],
  [
    'awk \'BEGIN { s = "hello"; gsub(/l/, "[&]", s); print s; gsub(/x*/, "-", s); print s }\'',
    "he[l][l]o\n-h-e-[-l-]-[-l-]-o-\n",
  ],
  [
    'awk \'BEGIN { s = "a.b.c"; n = gsub(".", "x", s); print n, s; t="a.b"; sub("\\\\.", "-", t); print t }\'',
    "5 xxxxx\na-b\n",
  ],
  ['awk \'BEGIN { print "a" > "/dev/stderr"; print "b" > "/dev/stdout" }\'', "b\n", "a\n"],
  ["awk 'BEGIN { print -2^2, 2^3^2, !0+1, 1 - -1, 2 * 3 + 4, 10 % 3 * 2 }'", "-4 512 2 2 10 2\n"],
  ['awk \'BEGIN { a = "10"; b = 9; print (a > b), ("10" > "9"), (a+0 > b) }\'', "0 0 1\n"],
  ["echo \"10 9\" | awk '{ print ($1 > $2), ($1 == 10.0) }'", "1 1\n"],
  ["awk 'BEGIN { i = 5; print i++ + ++i, i; print i--, i }'", "12 7\n7 6\n"],
  ['awk \'BEGIN { while (1) { if (++n > 5) break; if (n == 2) continue; printf n " " } print "" }\'', "1 3 4 5 \n"],
  ["awk 'BEGIN { do { x++ } while (x < 3); print x }'", "3\n"],
  ["awk '/start/,/end/' <<< $'a\\nstart\\nb\\nend\\nc'", "start\nb\nend\n"],
  ["awk 'END { print NR, $0 }' <<< $'a\\nb'", "2 b\n"],
  ["awk '{ print NR \": \" $0 }' < /dev/null", ""],
  ["awk 'BEGIN { exit 1 } END { print \"end\" }'; echo $?", "end\n1\n"],
  ["seq 3 | awk '{ exit 4 } END { print \"end\" }'; echo $?", "end\n4\n"],
  ["awk -f prog.awk 2>&1 | head -1", "awk: can't open file prog.awk\n"],
  ["echo '{ print \"from file\", $1 }' > p.awk; echo x | awk -f p.awk", "from file x\n"],
  ["awk 'BEGIN { ARGV[1]=\"\"; print ARGC, ARGV[0] }' a b", "3 awk\n"],
  ["echo x | awk '{ print v }' v=7 -", "7\n"],
  ["awk -v 's=a\\tb' 'BEGIN { print s }'", "a\tb\n"],
  ["awk -F'\\t' '{ print $2 }' <<< $'a b\\tc d'", "c d\n"],
  ["awk -F'|' '{ print $2 }' <<< 'a|b|c'", "b\n"],
  ["awk -F. '{ print $2 }' <<< 'a.b.c'", "b\n"],
  ["awk -F'[0-9]+' '{ print $2 }' <<< 'a12b34c'", "b\n"],
  ["awk -F '' '{ print $2 }' <<< abc", "b\n"],
  ["awk 'BEGIN { print ENVIRON[\"HOME\"] }'", "/\n"],
  ['awk \'BEGIN { print index("abc", ""), length() }\' < /dev/null', "1 0\n"],
  [
    'awk \'BEGIN { n = split("", a); print n; n = split("a b  c", a); print n, a[3]; n = split("2024-01-02", d, "-"); print d[1] d[2] d[3]; n = split("abc", ch, ""); print n, ch[2] }\'',
    "0\n3 c\n20240102\n3 b\n",
  ],
  [
    'awk \'BEGIN { print match("xxabcxx", "abc"), RSTART, RLENGTH; print match("abc", /z/), RSTART, RLENGTH }\'',
    "3 3 3\n0 0 -1\n",
  ],
  ['awk \'BEGIN{print substr("x",1,0) "|"; print 1,2,3; print(1)(2); print (1,2)}\'', "|\n1 2 3\n12\n1 2\n"],
  ['awk "BEGIN { print \\"it\'s\\" }"', "it's\n"],
  ['awk \'BEGIN { if (1) print "a"; else print "b"; if (0) print "c"\nelse print "d" }\'', "a\nd\n"],
  ["awk '# comment\nBEGIN { # more\nprint \"x\" # end\n}'", "x\n"],
  ["awk 'BEGIN { x = 1; x += 2; x *= 3; x -= 1; x /= 2; x %= 3; x ^= 2; print x }'", "1\n"],
  ['awk \'BEGIN { printf("%s-%s\\n", "a", "b"); print length "x" }\' < /dev/null', "a-b\n0x\n"],
  ["awk '$1 ~ /^a/ && $2 > 1 || /z/ { print \"hit\", $0 }' <<< $'a 2\\nb 3\\nz 0'", "hit a 2\nhit z 0\n"],
  ["awk '!seen[$0]++' <<< $'a\\nb\\na'", "a\nb\n"],
  ["awk '{ a[NR] = $0 } END { for (i = NR; i; i--) print a[i] }' <<< $'1\\n2\\n3'", "3\n2\n1\n"],
  ["awk 'NR % 2 == 0 { print; next } { printf \"odd \" }' <<< $'1\\n2\\n3\\n4'", "odd 2\nodd 4\n"],
  ["awk '{ $2 = \"\"; print }' <<< 'a b c'", "a  c\n"],
  ["awk '{ sub(/[ \\t]+$/, \"\"); print $0 \"|\" }' <<< 'abc   '", "abc|\n"],
  ["awk 'length > 3' <<< $'abc\\nabcd'", "abcd\n"],
  ["awk '{ c[length($0)]++ } END { for (l in c) print l, c[l] }' <<< $'a\\nb'", "1 2\n"],
  ['awk \'BEGIN { system("exit 3"); print system("exit 3") }\'', "3\n"],
  ["awk 'BEGIN { print 1 / 0 }'; echo $?", "2\n", "awk: division by zero\n source line number 1\n"],
  [
    "awk 'BEGIN { print $(-1) }'; echo $?",
    "2\n",
    "awk: trying to access out of range field -1\n source line number 1\n",
  ],
  ["awk 'BEGIN { foo() }'; echo $?", "2\n", "awk: calling undefined function foo\n source line number 1\n"],
  ["awk 'BEGIN { getline; print \"got \" $0; getline x; print x, NR }'", "got in1\nin2 2\n"],
  ['awk \'BEGIN { printf "a\\tb\\\\n\\n" ; print "\\x41\\101\\/" }\'', "a\tb\\n\nAA/\n"],
  ["awk '{ print $NF, $(NF-1) }' <<< 'a b c'", "c b\n"],
  ["awk 'BEGIN { $3 = \"c\"; print NF, $0 }'", "3   c\n"],
  ['awk \'BEGIN { CONVFMT="%.2f"; x = 3.14159; y = x ""; print y; OFMT="%.1f"; print x }\'', "3.14\n3.1\n"],
  ['awk \'BEGIN { print toupper(substr("word", 1, 1)) substr("word", 2); print sprintf("%03d", 7) }\'', "Word\n007\n"],
  ["awk 'BEGIN { a[\"x\"]=1; delete a; print length(a) }'", "0\n"],
  ['awk \'BEGIN { print 011, 0x11, 1e3, .5, "3x"+1, +"" }\'', "11 0 1000 0.5 4 0\n"],
  ["awk 'BEGIN{for(;;){if(i++>3)break};print i}'", "5\n"],
  ["awk '{print; fflush()}' <<< x", "x\n"],
  ["awk '{ print }\n{ print \"again\" }' <<< a", "a\nagain\n"],
  ["awk 'BEGIN {a=\"A\"; b = a++; print a, b}'", "1 0\n"],
  ['awk \'BEGIN { print (1<2) ? "y" : "n"; x = 1 > 2 ? "a" : "b"; print x }\'', "y\nb\n"],
  ["awk 'function g(x) { x[1] = 5 } BEGIN { g(arr); print arr[1] }'", "5\n"],
  ["awk 'BEGIN { print substr(\"hello\", 1.5, 2.3) }'", "he\n"],
];

describe("as Kernighan's awk does", () => {
  it.each(rows.map((row) => ({ script: row[0], row })))("$script", async ({ row }) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
});
