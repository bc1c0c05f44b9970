import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectedOf, runRow, type Row } from "../testing/script-table.ts";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ limitBytes: 32 * 1024 ** 2 });
});

afterAll(() => shell.close());

function table(rows: readonly Row[]): void {
  it.each(rows.map((row) => ({ script: row[0], row })))("$script", async ({ row }) => {
    expect(await runRow(shell, row)).toEqual(expectedOf(row));
  });
}

/** Compares output that changes from run to run with a pattern. */
function shapes(rows: readonly [script: string, shape: RegExp][]): void {
  it.each(rows)("%s", async (script, shape) => {
    const { stdout, stderr, exitCode } = await shell.run(script);
    expect(stdout).toMatch(shape);
    expect([stderr, exitCode]).toEqual(["", 0]);
  });
}

describe("files", () => {
  table([
    ["touch b a; ls", "a\nb\n"],
    ["touch .h v; ls; ls -A; ls -a", "v\n.h\nv\n.\n..\n.h\nv\n"],
    ["ls /nope; echo $?", "1\n", "ls: /nope: No such file or directory\n"],
    ["touch f; ls f nope; echo $?", "f\n1\n", "ls: nope: No such file or directory\n"],
    ["mkdir d; touch d/x; ls d; ls -d d; ls -F", "x\nd\nd/\n"],
    ["mkdir a b; touch a/1 b/2; ls a b", "a:\n1\n\nb:\n2\n"],
    ["touch -d @0 a; TZ=UTC ls -l a", "-rw-rw-rw- 1 shell shell 0 1970-01-01 00:00 a\n"],
    [
      "ln -s /sdcard l; touch -d @0 l 2>/dev/null; ls -l l | cut -c1-10; ls -l l | sed 's/.* l/l/'",
      "lrwxrwxrwx\nl -> /sdcard\n",
    ],
    ["printf 12345 > f; ls -s f; ls -l f | awk '{print $5}'; ls -n f | awk '{print $3, $4}'", "4 f\n5\n2000 2000\n"],
    ["touch -d @1 old; touch -d @2 new; ls -t; ls -tr", "new\nold\nold\nnew\n"],
    ["printf a > s; printf aaa > b; ls -S; ls -m", "b\ns\nb, s\n"],
    ["mkdir -p d/e; ls -R d", "d:\ne\n\nd/e:\n"],
    ["ls -Z -d /sdcard; ls -dZ .", "u:object_r:fuse:s0 /sdcard\nu:object_r:shell_data_file:s0 .\n"],
    ["ls /data/data; ls /data; echo $?", "1\n", "ls: /data/data: Permission denied\nls: /data: Permission denied\n"],
    ["ls -J", "", "ls: Unknown option 'J' (see \"ls --help\")\n", 1],
    ["mkdir a; mkdir a", "", "mkdir: 'a': File exists\n", 1],
    ["mkdir a/b/c; mkdir -p a/b/c; mkdir -p a; ls a", "b\n", "mkdir: 'a/b/c': No such file or directory\n"],
    ["mkdir /system/x", "", "mkdir: '/system/x': Read-only file system\n", 1],
    ["mkdir", "", 'mkdir: Needs 1 argument (see "mkdir --help")\n', 1],
    [
      "mkdir a; touch a/f; rmdir a; rmdir none; rm a/f; rmdir a; ls",
      "",
      "rmdir: a: Directory not empty\nrmdir: none: No such file or directory\n",
    ],
    [
      "mkdir d; rm d; rm none; rm -f none; rm -r d; ls",
      "",
      "rm: d: Is a directory\nrm: none: No such file or directory\n",
    ],
    [
      "rm /system/bin/ls; rm -rf /system; ls -d /system",
      "/system\n",
      "rm: /system/bin/ls: Read-only file system\nrm: /system: Read-only file system\n",
    ],
    ["echo a > f; cp f g; cat g; cp none x; echo $?", "a\n1\n", "cp: bad 'none': No such file or directory\n"],
    ["mkdir d; cp d e; cp -r d e; ls", "d\ne\n", "cp: Skipped dir 'd'\n"],
    ["mkdir -p d/s; echo x > d/s/f; cp -r d e; cat e/s/f; mkdir t; cp d/s/f t; ls t", "x\nf\n"],
    ["echo a > f; cp f /system/f", "", "cp: /system/f: Read-only file system\n", 1],
    ["touch a b; cp a b none", "", "cp: 'none' not directory\n", 1],
    [
      "echo 1 > a; mv a b; ls; mkdir d; mv b d; ls d; mv none x",
      "b\nb\n",
      "mv: bad 'none': No such file or directory\n",
      1,
    ],
    [
      "touch f; chmod 755 f; stat -c %a f; chmod u-x,go=r f; stat -c %a f; chmod +x f; stat -c %A f",
      "755\n644\n-rwxr-xr-x\n",
    ],
    ["chmod 644 none; chmod zzz .", "", "chmod: none: No such file or directory\nchmod: bad mode 'zzz'\n", 1],
    ["touch f; chown root f", "", "chown: 'f' to 'root': Operation not permitted\n", 1],
    [
      "ln -s target l; readlink l; readlink none; echo $?; ln -s x l",
      "target\n1\n",
      "ln: cannot create symbolic link from 'x' to 'l': File exists\n",
      1,
    ],
    ["echo a > f; ln -s f l; cat l; readlink -f l | sed 's/.*\\///'; ln -sf g l; readlink l", "a\nf\ng\n"],
    ["touch f; ln f g", "", "ln: cannot create hard link from 'f' to 'g': Operation not permitted\n", 1],
    [
      "realpath /sdcard/../system/bin/ls; realpath /mnt/sdcard; realpath -e /nope; echo $?",
      "/system/bin/ls\n/sdcard\n1\n",
      "realpath: /nope: No such file or directory\n",
    ],
    ["basename /a/b.txt; basename /a/b.txt .txt; dirname /a/b; dirname x", "b.txt\nb\n/a\n.\n"],
    [
      "f=$(mktemp); [ -f $f ] && echo ${f%.*}; rm $f; d=$(mktemp -d -p .); [ -d $d ] && echo dir",
      "/data/local/tmp/tmp\ndir\n",
    ],
    [
      "printf 12345 > f; truncate -s 3 f; cat f; stat -c '%s %F' f; touch e; stat -c %F e . /dev/null",
      "1233 regular file\nregular empty file\ndirectory\ncharacter device\n",
    ],
    ["touch -d '2024-01-02 03:04:05' f; stat -c %Y f; date -u -r f '+%F %T'", "1704164645\n2024-01-02 03:04:05\n"],
    ["stat none", "", "stat: 'none': No such file or directory\n", 1],
    ["stat -c '%U %G %a' /system/bin/ls /sdcard", "root shell 755\nu0_a61 media_rw 2770\n"],
    ["touch /nope/f; touch -c none; ls", "", "touch: '/nope/f': No such file or directory\n"],
    ["printf %070000d 1 > f; du f; du -h f; du -s .; du -b f", "72\tf\n72K\tf\n76\t.\n70000\tf\n"],
    [
      "mkdir -p a/b; touch a/x.txt a/b/y.txt; find a; find a -name '*.txt'; find a -type d",
      "a\na/b\na/b/y.txt\na/x.txt\na/b/y.txt\na/x.txt\na\na/b\n",
    ],
    ["touch a b; find . -type f -exec echo {} \\; ; find . -type f -exec echo {} +", "./a\n./b\n./a ./b\n"],
    [
      "mkdir d; touch d/a d/b; find d -name a -delete; find d -maxdepth 1 -type f; find d ! -name d -o -print",
      "d/b\nd\n",
    ],
    ["find none; echo $?", "1\n", "find: 'none': No such file or directory\n"],
    ["printf aaa > f; find . -size -2 -type f; find . -empty; find . -mmin -5 -name f; find . -newer f", "./f\n./f\n"],
    ["touch 'a b' c; find . -type f -print0 | xargs -0 -n1 echo", "./a b\n./c\n"],
    ["mkdir -p k/.git; touch k/.git/x k/y; find k -name .git -prune -o -type f -print", "k/y\n"],
    ["find . -bogus", "", "find: bad arg '-bogus'\n", 1],
    [
      "echo abc | dd bs=1 count=2 2>/dev/null; echo; echo hello > f; dd if=f bs=1 skip=1 count=3 status=none; echo",
      "ab\nell\n",
    ],
    [
      "dd if=/dev/zero of=z bs=1k count=3 2>/dev/null; wc -c < z; dd if=none",
      "3072\n",
      "dd: none: No such file or directory\n",
      1,
    ],
    ["printf abcdef > f; printf XY | dd of=f bs=1 seek=2 conv=notrunc status=none; cat f", "abXYef"],
  ]);
});

describe("text", () => {
  table([
    ["printf 'a\\nb\\n' > f; cat f - < f; cat -n f; cat -e f", "a\nb\na\nb\n     1\ta\n     2\tb\na$\nb$\n"],
    [
      "cat none /system f; echo $?",
      "1\n",
      "cat: none: No such file or directory\ncat: /system: Is a directory\ncat: f: No such file or directory\n",
    ],
    ["seq 20 | head -n 2; seq 3 | head -1; seq 5 | head -n -3; printf abc | head -c 2", "1\n2\n1\n1\n2\nab"],
    ["seq 20 | tail -2; seq 5 | tail -n +4; printf abcdef | tail -c 2; printf 'a\\nb' | tail -1", "19\n20\n4\n5\nefb"],
    ["printf '\\na\\n' | tail; printf '\\nA\\nB\\n' | tail -n 3; printf '\\n' | tail -n 1", "\na\n\nA\nB\n\n"],
    ["printf '\\nA\\nB\\n' | tail -n 2; printf '\\nA\\nB\\n' | head -n -2; printf '\\nA\\n' | head -n -2", "A\nB\n\n"],
    ["seq 2 > a; seq 3 > b; head -n1 a b", "==> a <==\n1\n\n==> b <==\n1\n"],
    [
      "printf 'a b\\nc\\n' | wc; printf 'a b\\nc\\n' | wc -l; printf 'é' | wc -m; echo x > f; wc -c f",
      "      2       3       6\n2\n1\n2 f\n",
    ],
    [
      "printf 'b\\na\\nc\\na\\n' | sort; printf 'b\\na\\na\\n' | sort -u; printf '10\\n9\\n' | sort; printf '10\\n9\\n' | sort -n",
      "a\na\nb\nc\na\nb\n10\n9\n9\n10\n",
    ],
    [
      "printf 'a 2\\nb 1\\n' | sort -k2; printf 'a:3\\nb:20\\n' | sort -t: -k2 -nr; printf 'B\\na\\n' | sort -f",
      "b 1\na 2\nb:20\na:3\na\nB\n",
    ],
    [
      "printf '1K\\n2\\n1M\\n' | sort -h; printf 'b\\na\\n' | sort -o f; cat f; printf 'b\\na\\n' | sort -c; echo $?",
      "2\n1K\n1M\na\nb\n1\n",
      "sort: -: Check line 2\n",
    ],
    [
      "printf 'a\\na\\nb\\n' | uniq; printf 'a\\na\\nb\\n' | uniq -c; printf 'a\\na\\nb\\n' | uniq -d; printf 'a\\na\\nb\\n' | uniq -u",
      "a\nb\n      2 a\n      1 b\na\nb\n",
    ],
    [
      "printf 'a:b:c\\n' | cut -d: -f2; printf 'a:b:c\\n' | cut -d : -f 1,3; echo abcdef | cut -c2-4; echo 'a b' | cut -f1",
      "b\na:c\nbcd\na b\n",
    ],
    ["echo a1b2 | cut -b 1-2; printf 'a,b\\nx\\n' | cut -d, -f2 -s; echo 'a  b' | cut -F 2", "a1\nb\nb\n"],
    [
      "echo hello | tr a-y b-z; echo aabbcc | tr -s a-c; echo a1b2 | tr -d 0-9; echo abc | tr -cd b",
      "ifmmp\nabc\nab\nb",
    ],
    ["echo 'a b' | tr ' ' '\\n'; echo abc | tr '[:lower:]' '[:upper:]'; echo a.b | tr . _", "a\nb\nABC\na_b\n"],
    [
      "seq 3; seq 2 4; seq 1 2 5; seq 3 1; seq 3 -1 1; seq -s, 3; seq -w 8 10",
      "1\n2\n3\n2\n3\n4\n1\n3\n5\n3\n2\n1\n1,2,3\n08\n09\n10\n",
    ],
    ["seq 0 0.5 1; seq x", "0.0\n0.5\n1.0\n", "seq: not integer: x\n", 1],
    [
      "echo abc | grep b; echo abc | grep x; echo $?; echo ABC | grep -i b; printf 'a\\nb\\n' | grep -v a",
      "abc\n1\nABC\nb\n",
    ],
    [
      "printf 'foo\\nbar\\n' > f; grep -n o f; grep -c . f; grep -l foo f; grep -q foo f; echo $?; grep foo none",
      "1:foo\n2\nf\n0\n",
      "grep: none: No such file or directory\n",
      2,
    ],
    [
      "echo foobar | grep -o 'o\\+'; echo a1 | grep -E '[0-9]+|x'; echo 'a.b' | grep -F .; echo ab | grep -w a",
      "oo\na1\na.b\n",
      "",
      1,
    ],
    [
      "mkdir d; echo hit > d/f; grep -r hit d; grep -rl hit .; seq 9 | grep -A1 -B1 5; seq 3 | grep -m1 .",
      "d/f:hit\n./d/f\n4\n5\n6\n1\n",
    ],
    [
      "printf 'x\\n' > a; printf 'x\\n' > b; grep x a b; grep -h x a b; grep -H x a; echo ab | grep 'a\\(b\\)'; echo aa | grep -E '^(a)\\1$'",
      "a:x\nb:x\nx\nx\na:x\nab\naa\n",
    ],
    [
      "printf 'a b\\n' | grep -e a -e z; printf '[x]\\n' | grep '\\[x\\]'; printf 'a]b\\n' | grep '[]]'; echo a-b | grep -- -b",
      "a b\n[x]\na]b\na-b\n",
    ],
    [
      "echo abc | sed s/b/X/; printf '1\\n2\\n3\\n' | sed -n 2p; printf '1\\n2\\n' | sed 1d; echo aXbX | sed s/X/-/g",
      "aXc\n2\n2\na-b-\n",
    ],
    [
      "echo 'a b' | sed -E 's/(a) (b)/\\2 \\1/'; echo x > f; sed -i s/x/y/ f; cat f; seq 5 | sed '2,4d'; seq 3 | sed '$d'",
      "b a\ny\n1\n5\n1\n2\n",
    ],
    [
      "seq 5 | sed 2q; seq 3 | sed -n '/2/,$p'; echo a | sed 's|a|/|'; echo abc | sed 'y/abc/xyz/'; sed p none",
      "1\n2\n2\n3\n/\nxyz\n",
      "sed: none: No such file or directory\n",
      1,
    ],
    [
      "echo 'a b c' | awk '{print $2, NF}'; printf '1\\n2\\n' | awk '{s+=$1} END {print s}'; echo a:b | awk -F: '{print $2}'",
      "b 3\n3\nb\n",
    ],
    ["awk 'BEGIN {printf \"%d %s\\n\", 3, \"x\"}'; echo 5 | awk -v n=2 '$1>n {print $1*n}'", "3 x\n10\n"],
    [
      "echo hello | md5sum; echo -n abc | sha256sum; echo a > f; sha1sum f; md5sum -b f; md5sum none",
      "b1946ac92492d2347c6235b4d2611184  -\nba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad  -\n3f786850e387550fdab836ed7e6dc881de23001b  f\n60b725f10c9c85c70d97880dfe8191b3\n",
      "md5sum: none: No such file or directory\n",
      1,
    ],
    ["echo a > f; md5sum f > l; md5sum -c l; echo b > f; md5sum -c l; echo $?", "f: OK\nf: FAILED\n1\n"],
    ["echo hello | base64; echo aGVsbG8K | base64 -d; printf '\\0\\377' | base64", "aGVsbG8K\nhello\nAP8=\n"],
    [
      "echo hello | xxd; echo hello | xxd -p; echo 68656c6c6f0a | xxd -r -p; printf ab | xxd -c1 -g1",
      "00000000: 6865 6c6c 6f0a                           hello.\n68656c6c6f0a\nhello\n00000000: 61  a\n00000001: 62  b\n",
    ],
    [
      "echo hello | hexdump -C; printf ab | hexdump",
      "00000000  68 65 6c 6c 6f 0a                                 |hello.|\n00000006\n0000000 6261\n0000002\n",
    ],
    [
      "echo a > x; echo b > y; cmp x y; cmp x x; echo $?; cmp -s x y; echo $?; cmp x none",
      "x y differ: char 1, line 1\n0\n1\n",
      "cmp: none: No such file or directory\n",
      2,
    ],
    ["seq 5 | split -l 2; ls; cat xac", "xaa\nxab\nxac\n5\n"],
    [
      "echo data > f; gzip f; ls; zcat f.gz; gunzip f.gz; cat f; echo x | gzip | gzip -d; echo bad | gunzip",
      "f.gz\ndata\ndata\nx\n",
      "gunzip: -: not gzip\n",
      1,
    ],
    ["mkdir d; echo x > d/f; tar -cf a.tar d; tar -tf a.tar; rm -r d; tar -xf a.tar; cat d/f", "d/\nd/f\nx\n"],
    [
      "mkdir d; echo x > d/f; tar -czf a.tgz d; rm -r d; tar -xzf a.tgz; cat d/f; tar -cf - d | tar -tf -",
      "x\nd/\nd/f\n",
    ],
    [
      "printf '1\\n2\\n' > a; printf '1\\n3\\n' > b; diff -u a b | tail -3; diff a a; echo $?; diff a b > /dev/null; echo $?",
      " 1\n-2\n+3\n0\n1\n",
    ],
    ["expr 1 + 2; expr 6 / 4; expr abc : 'a\\(.*\\)'; expr 3 \\> 2; expr a = b; echo $?", "3\n1\nbc\n1\n0\n1\n"],
    [
      "printf 'a\\nb\\n' | tac; echo abc | rev; printf 'a\\nb\\n' | paste -d, - -; printf 'x\\n' | nl",
      "b\na\ncba\na,b\n     1\tx\n",
    ],
    [
      "echo a b c | xargs -n1 echo; echo a b | xargs echo x; printf 'a b\\nc\\n' | xargs -I{} echo '<{}>'; true | xargs -r echo no",
      "a\nb\nc\nx a b\n<a b>\n<c>\n",
    ],
    [
      "echo 1 | xargs false; echo $?; echo a | xargs nope; echo $?; echo \"o'brien 'a b' c\" | xargs -n1 echo",
      "123\n127\no'brien\n'a\nb'\nc\n",
      "xargs: exec nope: No such file or directory\n",
    ],
    ["echo x | tee a b; cat a b; echo y | tee -a a > /dev/null; cat a", "x\nx\nx\nx\ny\n"],
    ["yes no | head -1; yes | head -c 4", "no\ny\ny\n"],
    [
      "date -u -d @0; date -u -d @86400 +%F; TZ=Asia/Shanghai date -d @0 '+%H:%M %z'; date -d nonsense",
      "Thu Jan  1 00:00:00 UTC 1970\n1970-01-02\n08:00 +0800\n",
      "date: bad date nonsense\n",
      1,
    ],
    [
      "date -u -d @1700000000 '+%Y%m%d-%H%M%S %j %u %s %y %B %b %e %I %p %%'",
      "20231114-221320 318 2 1700000000 23 November Nov 14 10 PM %\n",
    ],
    ["cal 2 2024 | head -3", "   February 2024     \nSu Mo Tu We Th Fr Sa \n             1  2  3 \n"],
  ]);
});

describe("small tools", () => {
  table([
    ["cksum /dev/null; echo abc | cksum", "4294967295 0 /dev/null\n1112837078 4\n"],
    [
      "echo text > f; mkdir d; ln -s f l; : > e; printf '#!/bin/sh\\n' > s; printf '\\211PNG\\r\\n\\032\\n' > p; file f d l e s p none",
      "f:    ASCII text\nd:    directory\nl:    symbolic link to f\ne:    empty\ns:    /bin/sh script\np:    PNG image data\nnone: cannot open: No such file or directory\n",
    ],
    [
      "printf 'a\\r\\nb\\n' > f; dos2unix f; od -An -c f; unix2dos < f | od -An -c",
      "   a  \\n   b  \\n\n   a  \\r  \\n   b  \\r  \\n\n",
    ],
    [
      "truncate -s 5 a; truncate -s +3 a; wc -c a; truncate -s -2 a; wc -c a; truncate -s 1k a; wc -c < a; truncate -s x a",
      "8 a\n6 a\n1024\n",
      "truncate: not integer: x\n",
      1,
    ],
    [
      "printf 'a b\\n' > f; wc f; wc -l f f; seq -f %03g 2; seq -f '<%.2f>' 1",
      "1 2 4 f\n      1 f\n      1 f\n      2 total\n001\n002\n<1.00>\n",
    ],
    ["touch f; unlink f; ls; unlink f", "", "unlink: couldn't unlink 'f': No such file or directory\n", 1],
    [
      "getconf PAGESIZE; getconf NOPE; getenforce; uuidgen | wc -c; usleep 1",
      "4096\nEnforcing\n37\n",
      "getconf: bad 'NOPE'\n",
    ],
    [
      "mountpoint /proc; mountpoint /system/bin; echo $?",
      "/proc is a mountpoint\n/system/bin is not a mountpoint\n1\n",
    ],
    [
      "mkfifo p; umount /x; echo $?",
      "1\n",
      "mkfifo: p: Operation not permitted\numount: /x: Operation not permitted\n",
    ],
    [
      "printf 'hello' | od -c; printf 'ab\\0\\377' | od -An -tu1 -td1; printf abcd | od -Ax -x",
      "0000000   h   e   l   l   o\n0000005\n   97   98    0  255\n          97   98    0   -1\n000000  6261  6463\n000004\n",
    ],
    [
      "head -c 64 /dev/zero | od; printf abcdef | od -j2 -N2 -c",
      "0000000  000000  000000  000000  000000  000000  000000  000000  000000\n*\n0000100\n0000002   c   d\n0000004\n",
    ],
    [
      "printf abc > a; printf abd > b; printf ab > c; cmp a b; cmp -l a b; cmp a c; echo $?",
      "a b differ: char 3, line 1\n3 143 144\n2\n",
      "cmp: EOF on c after byte 2, line 0\n",
    ],
    [
      "head -c 100 /dev/zero | base64 -w 60 | tail -2; printf 'aGV\\nsbG8=' | base64 -d",
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\nAAAAAAAAAAAAAA==\nhello",
    ],
  ]);
});

describe("streams", () => {
  it.each([
    "od -v | head -n 1",
    "xxd | head -n 1",
    "base64 | head -n 1",
    "awk '{ print; exit }'",
    "hexdump -v | head -n 1",
  ])("processes an endless stream as it arrives: %s", async (tool) => {
    const { stdout, exitCode } = await shell.run(`yes | ${tool}`);
    expect(stdout).toMatch(/^.+\n$/);
    expect(exitCode).toBe(0);
  });

  it("streams input beyond the whole-input limit", async () => {
    const { stdout } = await shell.run(
      "head -c 70000000 /dev/zero | base64 -w 0 | base64 -d | wc -c; yes $(printf %09999d 1) | head -c 70000000 | awk 'END { print NR }'",
    );
    expect(stdout).toBe("70000000\n7000\n");
  });
});

describe("the system", () => {
  table([
    [
      "id -u; id -un; id -gn; whoami; uname; uname -rm; hostname",
      "2000\nshell\nshell\nshell\nLinux\n6.6.0-test aarch64\nlocalhost\n",
    ],
    ["id root", "uid=0(root) gid=0(root) groups=0(root) context=u:r:su:s0\n"],
    ["id nobody", "", "id: nobody: no such user\n", 1],
    ["df /sdcard | tail -1 | awk '{print $1, $2, $3, $5, $6}'", "/dev/fuse 102400 25600 25% /storage/emulated\n"],
    [
      "df -h /data | awk '{print $2, $6}'; df /nope; echo $?",
      "Size Mounted\n100M /data\n1\n",
      "df: /nope: No such file or directory\n",
    ],
    [
      "cat /proc/version; cat /proc/self/status | head -1; cat /proc/self/cmdline | tr '\\0' ' '",
      "Linux version 6.6.0-test (build@terrarium) #1 SMP PREEMPT\nName:\tcat\ncat /proc/self/cmdline ",
    ],
    [
      "cat /proc/1/cmdline | tr '\\0' '\\n'; ls /proc/self/fd | head -3; ls /proc/99999",
      "init\n0\n1\n2\n",
      "ls: /proc/99999: No such file or directory\n",
      1,
    ],
    [
      "grep MemTotal /proc/meminfo; read up _ < /proc/uptime; [ ${up%.*} -ge 0 ] && echo ok",
      "MemTotal:        2097152 kB\nok\n",
    ],
    ["echo x > /proc/uptime", "", "/system/bin/sh: can't create /proc/uptime: Permission denied\n", 1],
    ["ps -A -o PID,NAME | grep -w init; ps -p 1 -o ARGS=; ps -o bogus", "    1 init\ninit\n", "ps: bad -o bogus\n", 1],
    ["sleep 60 & pidof sleep | wc -w; pgrep -x sleep | wc -l; pkill sleep; wait; pgrep sleep; echo $?", "1\n1\n1\n"],
    ["sleep 60 & ps -o STAT,ARGS -p $! | tail -1; kill %1", "S    sleep 60\n"],
    ["sleep 60 & killall sleep; wait $!; echo $?; killall nope", "143\n", "killall: nope: No such process\n", 1],
    ["top -b -n 1 | head -1 | sed 's/[0-9][0-9]*/N/g'", "Tasks: N total, N running, N sleeping, N stopped, N zombie\n"],
    ["ps --help | grep -cE '^-(A|k VALUE)$'; ps --help >/dev/null", "2\n"],
    [
      "sleep x; sleep 1y; sleep",
      "",
      "sleep: Not a number 'x'\nsleep: Unknown suffix 'y'\nsleep: Needs 1 argument (see \"sleep --help\")\n",
      1,
    ],
    ["stty size; tty; echo $?", "not a tty\n1\n", "stty: standard input: Not a tty\n"],
    [
      "ping -c1 8.8.8.8; echo $?; vi x; echo $?",
      "2\n1\n",
      "ping: this device has no network of its own: Network is unreachable\nvi: this device has no editor; write files with cat, sed or adb push\n",
    ],
    ["env FOO=1 printenv FOO; printenv NOPE; echo $?", "1\n1\n"],
    ["nohup sh -c 'echo $0' x; nice -n 5 echo n; setsid echo s", "x\nn\ns\n"],
    [
      "cat /etc/hosts; cat /etc/passwd; ls /home /root 2>/dev/null; env | grep -i -c node",
      "0\n",
      "cat: /etc/hosts: No such file or directory\ncat: /etc/passwd: No such file or directory\n",
      1,
    ],
  ]);
});

describe("output that changes from run to run", () => {
  shapes([
    ["free", /^\t\ttotal {8}used {8}free {6}shared {5}buffers\nMem: {7}2147483648 /],
    ["uptime", /^ \d\d:\d\d:\d\d up 1:02, {2}0 users, {2}load average/],
    ["date +%s", /^\d{10}\n$/],
    ["ls -l /", /lrwxrwxrwx 1 root +root +11 .* bin -> \/system\/bin\n/],
    ["ls -la /system/bin/sh", /^-rwxr-xr-x 1 root shell 0 \d{4}-\d\d-\d\d \d\d:\d\d \/system\/bin\/sh\n$/],
    ["ps", /^USER +PID +PPID +VSZ +RSS WCHAN +ADDR S NAME +\n|^USER/],
    ["ps -ef", /^UID +PID +PPID C STIME TTY +TIME CMD\n/],
    ["ps -A", /\nu0_a80 +1500 +203 .* S com\.example\.home\n/],
    ["mount", /^\/dev\/block\/dm-0 on \/ type ext4 \(ro/],
    [
      "stat /system/bin/ls",
      /^ {2}File: \/system\/bin\/ls\n {2}Size: 0\t Blocks: 0\t IO Blocks: 512\tregular empty file\n/,
    ],
    ["which -a ls", /^\/system\/bin\/ls\n$/],
    ["cal", /^ +\w+ \d{4} +\nSu Mo Tu We Th Fr Sa \n/],
  ]);
});

describe("limits of the storage", () => {
  it("are reported by the command that writes", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /sdcard; dd if=/dev/zero of=big bs=1M count=64 status=none; echo $?; rm big",
    );
    expect(stdout).toBe("1\n");
    expect(stderr).toContain("No space left on device");
  });
});

describe("binary data", () => {
  table([
    [
      "printf 'a\\377b\\n' | grep -o 'a.b' | od -An -tx1; printf '\\303b\\n' | sed 's/b/c/' | od -An -tx1",
      " 61 ff 62 0a\n c3 63 0a\n",
    ],
    [
      "x=$(printf 'a\\377\\303\\251'); echo ${#x} ${x%?} | od -An -tx1; printf '%s' \"$x\" | cksum; printf 'a\\377\\303\\251' | cksum",
      " 33 20 61 ff 0a\n1297332189 4\n1297332189 4\n",
    ],
    [
      "printf '\\377:b\\n' | { IFS=: read a b; printf $a$b; } | od -An -tx1; printf '\\377:b\\n' | awk -F: '{ print $2 $1 }' | od -An -tx1",
      " ff 62\n 62 ff 0a\n",
    ],
    [
      "printf 'b\\377\\na\\377\\n' | sort | od -An -tx1; printf '\\377:b\\n' | cut -d: -f1 | od -An -tx1; printf '\\377 b' | xargs printf %s | od -An -tx1",
      " 61 ff 0a 62 ff 0a\n ff 0a\n ff 62\n",
    ],
  ]);

  it("passes through pipes and files unchanged", async () => {
    const { stdout } = await shell.run(
      "cd /sdcard; head -c 300000 /dev/urandom > r; cat r | cat | md5sum | cut -c1-32; md5sum -b r; gzip -c r | zcat | cmp - r && echo same; rm r",
    );
    const [first, second, same] = stdout.split("\n");
    expect(first).toBe(second);
    expect(same).toBe("same");
  });
});
