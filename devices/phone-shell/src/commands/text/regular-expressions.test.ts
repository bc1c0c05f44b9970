import { beforeAll, describe, expect, it } from "vitest";
import { expectedOf, runRow, type Row } from "../../testing/script-table.ts";
import { sharedTestShell, type TestShell } from "../../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await sharedTestShell();
});

describe("selects the leftmost and then the longest match, as POSIX requires,", () => {
  const rows: Row[] = [
    ["echo abcd | grep -oE 'ab|abcd'", "abcd\n"],
    ["echo abcd | grep -o -e ab -e abcd; echo abcd | grep -oF 'ab\nabc'", "abcd\nabc\n"],
    ["echo xabcabcd | sed -E 's/(ab|abc|abcd)+/-/'; echo foobar | sed 's/foo\\|foobar/X/'", "x-\nX\n"],
    [
      "echo abcd | awk '{ sub(/ab|abcd/, \"[&]\"); print; match($0, /a|abc/); print RSTART, RLENGTH }'",
      "[abcd]\n2 3\n",
    ],
    ["expr abcd : 'ab\\|abcd'; expr aab : '\\(a*\\)b'; expr abc : x; expr a.b : 'a\\.'", "4\naa\n0\n2\n"],
    [
      "echo 'a1b22' | grep -oE '[0-9]*'; echo aaa | sed 's/x*/-/g'; echo baaac | sed 's/a*/x/g'",
      "1\n22\n-a-a-a-\nxbxcx\n",
    ],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_script, row) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
});

describe("expressions", () => {
  const rows: Row[] = [
    [
      "printf 'foo bar\\nfoobar\\nbar_foo\\n' | grep -w foo; printf 'a b\\n' | sed 's/\\<./[&]/g; s/\\>/!/g'",
      "foo bar\n[a!] [b!]\n",
    ],
    [
      "printf 'x\\ty\\n' | grep -c '[[:space:]]y'; echo 'a]-b' | grep -o '[]-]*'; echo 'a&~b' | grep -o '[&~]*'",
      "1\n]-\n&~\n",
    ],
    ["echo 'a.b=c' | sed 's/[[.-.][=.=]]/_/'; echo aé | sed 's/./x/g'; echo ÄB | grep -ixc 'äb'", "a_b=c\nxx\n1\n"],
    [
      "echo 'a{b}' | grep -E 'a\\{b\\}'; echo aab | grep -o 'a\\{2\\}'; echo 'a**' | grep -o 'a\\*\\**'; echo 'x*' | grep '*'",
      "a{b}\naa\na**\nx*\n",
    ],
    [
      "printf 'ab\\nabc\\nABC\\n' | grep -xi abc; printf 'a\\n\\n' | grep -c ''; printf 'a\\n' | grep -n ''",
      "abc\nABC\n2\n1:a\n",
    ],
    [
      "echo '^*a(b)+|c' | grep -o '^^\\*a(b)+|c$'; echo '{\"a\": 1}' | grep -oE '{\"a'; echo 'a)' | grep -oE 'a)'; echo aaa | grep -oE 'a{,2}'",
      '^*a(b)+|c\n{"a\na)\naa\na\n',
    ],
    [
      "echo abba | grep -E '(.)(.)\\2\\1'; echo aab | sed 's/\\(.\\)\\1/<\\1>/'; echo 'one one' | sed -E 's/(\\w+) \\1/\\1/'",
      "abba\n<a>b\none\n",
    ],
    ["echo '\\1' | grep -F '\\1'; echo '\\1' | grep '\\\\1'; expr abab : '\\(ab\\)\\1'", "\\1\n\\1\nab\n"],
    [
      "echo 'foofoo foo' | grep -ow foo; echo 'ab ab.x' | grep -owE 'ab(.x)?'; echo 'x_y y' | grep -ow y; echo abc | grep -wc ''; printf '\\n' | grep -wc ''",
      "foo\nab\nab.x\ny\n0\n1\n",
    ],
    [
      "echo xaby | grep -oE 'x(a|b)+y'; echo ab | grep -oE 'abc*d?'; echo a.bc | grep -o 'a\\.b\\{1\\}c'; echo ac | grep -o 'ab\\{0,1\\}c'",
      "xaby\nab\na.bc\nac\n",
    ],
    ["sleep 60 & pgrep -c 'sl(e)+p'; pgrep -x 'slee'; echo $?; kill $!", "1\n1\n"],
    [
      'awk \'BEGIN { n = split("a1b22c", x, /[0-9]+/); print n, x[3]; FS = "(,|;)+"; $0 = "a,;b"; print $2 }\'',
      "3 c\nb\n",
    ],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_script, row) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
});

describe("rejects invalid expressions with the messages of Android's C library:", () => {
  const rows: (readonly [script: string, reason: string])[] = [
    ["grep -E 'a{2,1}'", "invalid repetition count(s)"],
    ["grep 'a\\{x\\}'", "invalid repetition count(s)"],
    ["grep -E '*a'", "repetition-operator operand invalid"],
    ["grep -E 'a+*'", "repetition-operator operand invalid"],
    ["grep 'a**'", "repetition-operator operand invalid"],
    ["grep -E '(a'", "parentheses not balanced"],
    ["grep 'a\\)'", "parentheses not balanced"],
    ["grep '[a'", "brackets ([ ]) not balanced"],
    ["grep '[[:no:]]'", "invalid character class"],
    ["grep '[b-a]'", "invalid character range"],
    ["grep 'a\\1'", "invalid backreference number"],
    ["grep 'a\\'", "trailing backslash (\\)"],
    ["sed -E 's/(/x/'", "parentheses not balanced"],
    ["expr a : '\\(a'", "parentheses not balanced"],
    ["pgrep '('", "parentheses not balanced"],
  ];
  it.each(rows)("%s: %s", async (script, reason) => {
    const { stderr } = await shell.run(`${script} < /dev/null`);
    const [name = ""] = script.split(" ", 1);
    expect(stderr.startsWith(`${name}: bad regex '`)).toBe(true);
    expect(stderr.endsWith(`': ${reason}\n`)).toBe(true);
  });
});

describe("shell patterns remove the shortest or longest piece, as in mksh,", () => {
  const rows: Row[] = [
    ["x='*ab'; echo ${x#\\*} ${x#'*'} ${x##\\**}.", "ab ab .\n"],
    [
      "z=abab; echo ${z#@(a|ab)} ${z##@(a|ab)} ${z#?(a)} ${z##?(a)} ${z#*(ab)} ${z##*(ab)}.",
      "bab ab abab bab abab .\n",
    ],
    ["z=abab; echo ${z%@(b|ab)} ${z%%@(b|ab)} ${z%?(b)} ${z%%+(ab)}.", "aba ab abab .\n"],
    ["p=/a/b.c.d; echo ${p#*/} ${p##*/} ${p%.*} ${p%%.*} ${p##!(*b*)} ${p%/*}", "a/b.c.d b.c.d /a/b.c /a/b b.c.d /a\n"],
    [
      "x=aXbXc; echo ${x/X/-} ${x//X/-} ${x/#a/-} ${x/%c/-} ${x//@(a|aX)/-} ${x//[!X]/.}",
      "a-bXc a-b-c -XbXc aXbX- -bXc .X.X.\n",
    ],
    [
      "for x in ab abb a b; do [[ $x = a+(b) ]] && echo plus; [[ $x = !(a|ab) ]] && echo other; done",
      "plus\nplus\nother\nother\n",
    ],
    [
      "[[ a-c = a[b-]c ]] && echo 1; [[ 'a]c' = a[]]c ]] && echo 2; [[ b = [!a] ]] && echo 3; [[ é = ? ]] && echo 4",
      "1\n2\n3\n4\n",
    ],
    [
      "[[ x = [!]b] ]] && echo 1; [[ ']' = [!]b] ]] || echo 2; [[ ^ = [^a] ]] && echo 3; [[ b = [^a] ]] || echo 4; x=aab; echo ${x##**(a)b}.",
      "1\n2\n3\n4\n.\n",
    ],
    ["touch a b ^; echo [^a]; find . -type f -name '[^a]' | sort; find . -name '@(a|b)'", "^ a\n./^\n./b\n"],
    [
      "[[ 'a*' = a\\* ]] && echo 1; [[ ab = a\\* ]] || echo 2; [[ 5 = [[:digit:]] ]] && echo 3; [[ '[a' = [a ]] && echo 4",
      "1\n2\n3\n4\n",
    ],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_script, row) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
});

describe("sed", () => {
  const rows: Row[] = [
    [
      "seq 3 | sed -n '$='; seq 3 | sed '1!G;h;$!d'; printf 'a\\nb\\nc\\n' | sed ':a;N;$!ba;s/\\n/,/g'",
      "3\n3\n2\n1\na,b,c\n",
    ],
    ["seq 6 | sed -n '2,4{p;3q}'; seq 5 | sed -n '/2/,/4/!p'; seq 5 | sed -n '2,+1p;0~5p'", "2\n3\n1\n5\n2\n3\n5\n"],
    [
      "seq 2 | sed -e '1i\\' -e 'top' -e '1a end' -e '2c\\\nlast'; seq 3 | sed '2,3c gone'",
      "top\n1\nend\nlast\n1\ngone\n",
    ],
    ["printf 'a\\nb\\n' | sed 'N;P;D'; printf 'x\\ny\\n' | sed 'n;d'; echo a | sed 'x;p;x'", "a\nb\nx\n\na\n"],
    [
      "echo aaa | sed 's/a/b/2'; echo aaa | sed 's/a/b/2g'; echo Ab | sed 's/ab/[&\\&]/I'; echo a/b | sed 's,/,\\n,'",
      "aba\nabb\n[Ab&]\na\nb\n",
    ],
    [
      "echo abc | sed 'y/a\\/c/x\\/\\n/'; echo a | sed -n l; printf 'a\\tb\\303\\251' | sed -n l",
      "xb\n\na$\na\\tb\\303\\251$\n",
    ],
    [
      "printf 'a\\nb' | sed p; printf 'a' > f; printf 'b\\n' > g; sed '' f g; sed -s -n '$p' f g",
      "a\na\nb\nba\nb\na\nb\n",
    ],
    [
      "echo 1 > f; echo 2 > g; sed -i.old 's/$/!/' f g; cat f g f.old; seq 9 > h; sed -i 2q h; cat h",
      "1!\n2!\n1\n1\n2\n",
    ],
    [
      "echo a > f; echo b | sed 'r f'; echo x | sed -n 's/x/y/w out'; cat out; echo 1 | sed 'w /dev/stdout'",
      "b\na\ny\n1\n1\n",
    ],
    [
      "echo abcb | sed '/b/s//X/g'; echo a | sed ':x;s/^.\\{1,3\\}$/&a/;tx'; echo hi | sed 'T;d'; seq 5 | sed '2q7'",
      "aXcX\naaaa\nhi\n1\n2\n",
      "",
      7,
    ],
    [
      "printf 'a\\0b\\0' | sed -z 's/^/-/' | tr '\\0' ' '; echo 's/a/b/ # rest' > s; echo a | sed -f s; sed q none /dev/null",
      "-a -b b\n",
      "sed: none: No such file or directory\n",
      1,
    ],
    [
      "echo a | sed 's/a/b'; echo a | sed k; echo a | sed '{p'; echo a | sed 'bx'; echo a | sed 's/(/x/'; sed",
      "a\n",
      "sed: bad pattern 's/a/b'@1 (s)\nsed: bad pattern 'k'@1 (k)\nsed: no }\nsed: no :x\nsed: no pattern\n",
      1,
    ],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_script, row) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });

  it("writes a line's output before it waits for the next line", async () => {
    const client = shell.open({ command: "sed 's/a/b/;/x/{N;s/\\n/-/}'" });
    client.stdin.write("a\n");
    await expect.poll(() => client.stdout).toBe("b\n");
    client.stdin.end("x\ny\n");
    await client.exited.promise;
    expect(client.stdout).toBe("b\nx-y\n");
  });
});

describe("expressions and patterns with endless backtracking", () => {
  const a = "x=$(printf '%05000d' 0)1";
  const rows: Row[] = [
    [
      `${a}; echo $x | grep -cE '^(0|0)+$'; echo $x | grep -cE '(0*)*2'; echo $x | grep -c '\\(0*\\)*\\(0*\\)*2'`,
      "0\n0\n0\n",
      "",
      1,
    ],
    [
      `${a}; echo $x | sed -E 's/^(0|00)*$/y/' | wc -c; echo $x | awk '/^(0+)+$/ { print "no" } END { print NR }'`,
      "5002\n1\n",
    ],
    [`${a}; expr $x : '\\(0*0*\\)*2'; echo $x | grep -cP '^(0+)+$'; pgrep '^(0+)+$'`, "\n0\n", "", 1],
    [
      `${a}; case $x in *0*0*0*0*0*0*0*0*0*0*0*2) echo no;; *(*(0)|0)2) echo no;; *) echo end;; esac; echo \${#x} \${x##*(*(0))}`,
      "end\n5001 1\n",
    ],
  ];
  it.each(rows.map((row) => [row[0], row] as const))("%s", async (_script, row) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
});
