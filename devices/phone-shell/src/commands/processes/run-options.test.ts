import { describe } from "vitest";
import { testRows } from "../../testing/script-table.ts";

// Expected values come from toybox 0.8.9.

describe("tools that run, time and end commands behave as in toybox", () => {
  testRows([
    [
      "sleep 5 & pgrep -x sleep > /dev/null; echo $?; pgrep -x nope; echo $?; pkill -x sleep; wait; pgrep sleep",
      "0\n1\n",
      "",
      1,
    ],
    [
      "env -i echo a; env -i env; env x=1 sh -c 'echo $x'; x=1 env -u x sh -c 'echo [$x]'; env none; echo $?; env -i x=2 env",
      "a\n1\n[]\n127\nx=2\n",
      "env: exec none: No such file or directory\n",
    ],
    [
      "nohup echo a; nice echo b; nice -n 5 echo c; setsid echo d; { time echo e; } 2>&1 | sed 's/[0-9.]*s /Ns /g'; chroot 2>&1 | head -1",
      'a\nb\nc\nd\ne\n    0mNs real     0mNs user     0mNs system\nchroot: Needs 1 argument (see "chroot --help")\n',
    ],
    [
      "sleep 0; echo $?; sleep x; echo $?; sleep; echo $?; sleep 0.01s 0.01; echo $?",
      "0\n1\n1\n0\n",
      "sleep: Not a number 'x'\nsleep: Needs 1 argument (see \"sleep --help\")\n",
    ],
    ["which ls > /dev/null; echo $?; which none; echo $?; which -a none ls > /dev/null; echo $?", "0\n1\n1\n"],
    [
      "seq 3 | tee f | cat; cat f; seq 2 | tee -a f > /dev/null; wc -l < f; echo x | tee none/f; echo $?",
      "1\n2\n3\n1\n2\n3\n5\nx\n1\n",
      "tee: none/f: No such file or directory\n",
    ],
    [
      "yes | head -2; yes a b | head -1; nproc > /dev/null; echo $?; logname > /dev/null 2>&1; whoami > /dev/null; echo $?; tty; echo $?",
      "y\ny\na b\n0\n0\nnot a tty\n1\n",
    ],
    [
      "md5sum <<< a; sha1sum <<< a; sha256sum < /dev/null | cut -c1-16; echo a > f; md5sum f > s; md5sum -c s; echo b > f; md5sum -c s; echo $?; md5sum none; echo $?",
      "60b725f10c9c85c70d97880dfe8191b3  -\n3f786850e387550fdab836ed7e6dc881de23001b  -\ne3b0c44298fc1c14\nf: OK\nf: FAILED\n1\n1\n",
      "md5sum: none: No such file or directory\n",
    ],
    [
      "cksum <<< abc; crc32 <<< abc; xxd <<< abc; xxd -p <<< abc; xxd -r -p <<< 616263; od -c <<< ab; od -An -tx1 <<< ab; strings <<< $'\\1\\2abcde\\3'",
      "1112837078 4\n4788814e\n00000000: 6162 630a                                abc.\n6162630a\nabc0000000   a   b  \\n\n0000003\n 61 62 0a\nabcde\n",
    ],
  ]);
});

describe("pgrep and pkill select by several criteria", () => {
  testRows([
    [
      "sleep 50 & pgrep -P $$ -x sleep | wc -l; pgrep -P 1 -x sleep; echo $?; pkill -P $$ sleep; wait; pgrep -P $$ sleep; echo $?",
      "1\n1\n1\n",
    ],
    [
      "sleep 50 & pkill -l TERM -P $$ -x sleep; echo $?; wait $!; pkill -l NOPE sleep; echo $?",
      "0\n1\n",
      "pkill: bad signal 'NOPE'\n",
    ],
  ]);
});
