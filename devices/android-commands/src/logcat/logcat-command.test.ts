import { describe, expect, it } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("log and logcat", () => {
  testOnPhone(used, [
    [
      "log -t Robot -p w 'a warning'; logcat -d -v brief -s Robot | sed 's/[0-9][0-9]*/PID/'",
      "--------- beginning of main\nW/Robot   ( PID): a warning\n",
    ],
    ["log hello world; logcat -d -v raw", "--------- beginning of main\nhello world\n"],
    [
      "printf 'one\\ntwo\\nthree' | log -t In; logcat -d -v tag",
      "--------- beginning of main\nI/In      : one\nI/In      : two\nI/In      : three\n",
    ],
    [
      "log -p x a; log -t; log -x; log -p",
      "",
      "log: bad -p 'x'\nusage: log [-p PRIORITY] [-t TAG] [MESSAGE...]\nlog: Unknown option '-x'\nusage: log [-p PRIORITY] [-t TAG] [MESSAGE...]\nusage: log [-p PRIORITY] [-t TAG] [MESSAGE...]\n",
      1,
    ],
    ["log -- -dashed; logcat -d -v raw", "--------- beginning of main\n-dashed\n"],
    [
      "printf '\\377\\376 bytes\\n' | log -t B; logcat -d -v raw | od -An -c",
      "   -   -   -   -   -   -   -   -   -       b   e   g   i   n   n\n   i   n   g       o   f       m   a   i   n  \\n 357 277 275 357\n 277 275       b   y   t   e   s  \\n\n",
    ],
    [
      "printf 'caf\\303' | log; logcat -d -v raw | od -An -c",
      "   -   -   -   -   -   -   -   -   -       b   e   g   i   n   n\n   i   n   g       o   f       m   a   i   n  \\n   c   a   f 357\n 277 275  \\n\n",
    ],
    [
      "log -p f -t T fatal; log -p V -t T verbose; logcat -d -v tag 'T:I' '*:S'; logcat -d -v tag '*:F'",
      "--------- beginning of main\nF/T       : fatal\n--------- beginning of main\nF/T       : fatal\n",
    ],
    [
      "log a; log b; log c; logcat -t 2 -v raw; logcat -t 0; logcat -t 10 -v raw",
      "--------- beginning of main\nb\nc\n--------- beginning of main\na\nb\nc\n",
    ],
    [
      "log a; log b; logcat -d -m 1 -v raw; logcat -d -e b -v raw; logcat -d -e '^a' -m 1 --print -v raw",
      "--------- beginning of main\na\n--------- beginning of main\nb\n--------- beginning of main\na\n",
    ],
    [
      "setprop persist.sys.timezone Mars/Base; log a; logcat -d -t 1 -v raw,zone; date +%z",
      "--------- beginning of main\na\n+0000\n",
    ],
    [
      "setprop persist.sys.timezone 'America/New York'; log a; logcat -d -v time,zone | sed -n 's/^.* \\(+0*\\) .*/\\1/p'",
      "+0000\n",
    ],
    [
      "setprop persist.sys.timezone GMT+08:00; log a; logcat -d -v time,zone | sed -n 's/^.* \\(+[0-9]*\\) .*/\\1/p'; date '+%z %Z'",
      "+0800\n+0800 GMT\n",
    ],
    ["setprop persist.sys.timezone GMT-3:30; date +%z; setprop persist.sys.timezone ''; date +%z", "-0330\n+0000\n"],
    [
      "setprop persist.sys.timezone Asia/Tokyo; date -d @0 '+%F %H %z'; TZ=UTC date -d @0 +%H; touch -d @0 f; ls -l f | cut -d ' ' -f 7; stat -c %y f | cut -c 12-13; tar c f | tar tv | grep -o '..:00'; touch -d '1970-01-01 12:00' f; stat -c %Y f; rm f",
      "1970-01-01 09 +0900\n00\n09:00\n09\n09:00\n10800\n",
    ],
    [
      "setprop persist.sys.timezone Asia/Tokyo; log -t a b; t=$(logcat -d -v time,year -s a | sed -n 's/ I.*//p'); logcat -t \"$t\" -s a -v raw; TZ=UTC logcat -t \"$t\" -s a -v raw; TZ=UTC logcat -d -s a -v time,zone | grep -c ' +0000 '; logcat -t '02-30 24:00:00'",
      "--------- beginning of main\nb\n1\n",
      "-t/-T \"02-30 24:00:00\" is neither a count nor a time such as '01-31 23:59:59.000'\n",
      1,
    ],
    ["log a; logcat -c; logcat -d; logcat -b main -c", ""],
    [
      "logcat -g; logcat -g -b main; logcat -G 1M; logcat -g -b main; logcat -G 1K; logcat -G x; logcat -G 64K -b main; logcat -b main -g",
      "main: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\nsystem: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\ncrash: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\nmain: ring buffer is 256 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\nmain: ring buffer is 1 MiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\nmain: ring buffer is 64 KiB (0 B consumed, 0 B readable), max entry is 5120 B, max payload is 4068 B\n",
      "failed to set the log buffer size to 1024 bytes\nInvalid parameter 'x' to -G\n",
    ],
    [
      "log a; logcat -S -b main | sed 's/ [0-9][0-9]*//2'",
      "buffer              size        used     entries\nmain               65536                    1\n",
    ],
    [
      "logcat -d -b nope; logcat -d -v nope; logcat -d --bogus; logcat -d -t x; logcat -d --pid x; logcat -d 'bad:filter:x'; logcat -d -e '('",
      "",
      "Unknown buffer 'nope'\nInvalid parameter 'nope' to -v\nlogcat: Unknown option '--bogus'\nTry 'logcat --help' for more information.\n-t/-T \"x\" is neither a count nor a time such as '01-31 23:59:59.000'\nlogcat: \"x\" is no number\nInvalid filter expression in logcat arguments\nlogcat: invalid regular expression\n",
      1,
    ],
    [
      "log -t A a; logcat -d -b main,crash -v tag; logcat -d -b all -v tag; logcat -d -b events; logcat -d -b default -v raw",
      "--------- beginning of main\nI/A       : a\n--------- beginning of main\nI/A       : a\n--------- beginning of main\na\n",
    ],
    [
      "log -t A a; logcat -d -f out -v raw; cat out; logcat -d -f out -v raw; cat out",
      "--------- beginning of main\na\n--------- beginning of main\na\n--------- beginning of main\na\n",
    ],
    [
      "log a; logcat -d -f nodir/x 2>&1 | sed 's|/.*/nodir|nodir|'; logcat -d -f /system/x",
      "logcat: nodir/x: No such file or directory\n",
      "logcat: /system/x: Read-only file system\n",
      1,
    ],
    ["log -t A x; logcat -d -B | od -An -tx1 -N4; logcat -d -B | wc -c", " 05 00 1c 00\n33\n"],
    [
      "log -t A x; logcat -d --pid 99999999 -v raw; logcat -d --uid 2000 -v raw; logcat -d --uid 1,2 -v raw",
      "--------- beginning of main\n--------- beginning of main\nx\n",
    ],
    [
      "log -t A x; ANDROID_LOG_TAGS='A:S' logcat -d -v tag; ANDROID_LOG_TAGS='A:S' logcat -d -v tag A:V",
      "--------- beginning of main\n--------- beginning of main\nI/A       : x\n",
    ],
    [
      "log -t A x; logcat -d -T '01-01 00:00:00.000' -v raw; logcat -d -t '2999-01-01 00:00:00.000' -v raw; logcat -d -t '1.5' -v raw; logcat -t '99-99 00:00:00.000'",
      "--------- beginning of main\nx\n--------- beginning of main\nx\n",
      "-t/-T \"99-99 00:00:00.000\" is neither a count nor a time such as '01-31 23:59:59.000'\n",
      1,
    ],
    [
      "logcat --help | head -1; logcat -h | head -1",
      "Usage: logcat [options] [filterspecs]\nUsage: logcat [options] [filterspecs]\n",
    ],
    ["log -t A 1; log -t B 2; logcat -D -d -v raw", "--------- beginning of main\n1\n2\n"],
  ]);
});

describe("logcat follows", () => {
  it("prints new entries of the requested buffers and tags", async () => {
    const { phone, shell } = used;
    phone.log.write({ priority: "I", tag: "Seen", message: "before", pid: 1 });
    const client = shell().open({ command: "logcat -v raw -b main,system -s Seen" });
    await expect.poll(() => client.stdout).toBe("--------- beginning of main\nbefore\n");
    phone.log.write({ priority: "I", tag: "Other", message: "unasked", pid: 1 });
    phone.log.write({ priority: "I", tag: "Seen", message: "unasked", pid: 1, buffer: "radio" });
    phone.log.write({ priority: "E", tag: "Seen", message: "after", pid: 1, buffer: "system" });
    await expect.poll(() => client.stdout).toMatch(/before\n--------- beginning of system\nafter\n$/);
    client.hangUp();
    await expect.poll(async () => (await shell().run("pidof logcat")).exitCode).toBe(1);
  });

  it("ends at its maximum count and at a signal", async () => {
    const { phone, shell } = used;
    const counted = shell().open({ command: "logcat -v raw -m 2" });
    const endless = shell().open({ command: "logcat -v raw" });
    for (const message of ["one", "two", "three"]) phone.log.write({ priority: "I", tag: "T", message, pid: 1 });
    expect(await counted.exited.promise).toBe(0);
    expect(counted.stdout).toBe("--------- beginning of main\none\ntwo\n");
    await expect.poll(() => endless.stdout).toContain("three");
    await shell().run("pkill -INT logcat");
    expect(await endless.exited.promise).toBe(130);
  });
});
