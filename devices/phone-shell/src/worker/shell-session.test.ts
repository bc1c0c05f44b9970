import { statSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TestClient, startTestShell, type TestShell } from "../testing/test-shell.ts";

let shell: TestShell;

beforeAll(async () => {
  shell = await startTestShell({ busyMs: 3000, unresponsiveMs: 3000 });
});

afterAll(() => shell.close());

/** Opens an interactive shell and waits for its prompt. */
async function terminal(on = shell): Promise<TestClient> {
  const client = on.open({ terminal: "xterm-256color" });
  await see(client, "generic:/ $ ");
  return client;
}

/** Waits until the client was shown the text, and forgets what came up to it. */
async function see(client: TestClient, text: string): Promise<string> {
  await expect.poll(() => client.stdout, { timeout: 50_000 }).toContain(text);
  const end = client.stdout.indexOf(text) + text.length;
  const seen = client.stdout.slice(0, end);
  client.stdout = client.stdout.slice(end);
  return seen;
}

/** Types a line and waits for what it shows, then for the prompt. */
async function line(client: TestClient, typed: string, ...shown: string[]): Promise<void> {
  client.type(`${typed}\r`);
  await see(client, `${typed}\r\n`);
  for (const text of shown) await see(client, text);
}

/** Types a line and waits until it is being run, beyond its first command. */
async function begin(client: TestClient, command: string): Promise<void> {
  // What is typed comes back as it is: only a shell that runs it writes "begun 42".
  client.type(`echo begun $((6 * 7)); ${command}\r`);
  await see(client, "begun 42\r\n");
}

/** Waits until so many processes of this name are there. */
async function expectProcesses(name: string, count: number): Promise<void> {
  await expect.poll(async () => (await shell.run(`pgrep -x ${name} | wc -l`)).stdout).toBe(`${count}\n`);
}

async function leave(client: TestClient): Promise<number> {
  client.type("exit 0\r");
  return client.exited.promise;
}

describe("a shell at a terminal", () => {
  it("shows a prompt with the folder and the last exit code", async () => {
    const client = await terminal();
    await line(client, "cd /sdcard", "generic:/sdcard $ ");
    await line(client, "nope", "/system/bin/sh: nope: inaccessible or not found\r\n", "127|generic:/sdcard $ ");
    await line(client, "true", "generic:/sdcard $ ");
    client.type("exit 7\r");
    expect(await client.exited.promise).toBe(7);
  });

  it("is root's with a number sign", async () => {
    const client = shell.open({ terminal: "xterm", userId: 0 });
    await see(client, "generic:/ # ");
    await line(client, "id -un; ls -d /data/data", "root\r\n", "/data/data", "generic:/ # ");
    expect(await leave(client)).toBe(0);
  });

  it("uses PS1 when it is set", async () => {
    const client = await terminal();
    await line(client, "PS1='$PWD> '", "/> ");
    expect(await leave(client)).toBe(0);
  });

  it("keeps variables, functions, arrays, aliases, traps and options from line to line", async () => {
    const client = await terminal();
    for (const text of ["x='a  b'; y=(1 2)", 'f() { echo "f $1 $x"; }', "alias hi='echo hello'", "set -f"]) {
      await line(client, text, "generic:/ $ ");
    }
    await line(client, "f 1; hi; echo ${y[1]} *", "f 1 a  b\r\n", "hello\r\n", "2 *\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("asks for more when a line stops short", async () => {
    const client = await terminal();
    await line(client, "if true; then", "> ");
    await line(client, "echo yes", "> ");
    await line(client, "fi", "yes\r\n", "generic:/ $ ");
    await line(client, "cat <<EOF", "> ");
    await line(client, "text", "> ");
    await line(client, "EOF", "text\r\n", "generic:/ $ ");
    await line(client, "echo 'a", "> ");
    await line(client, "b'", "a\r\nb\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("survives syntax errors and errors of expansion", async () => {
    const client = await terminal();
    await line(client, "fi", "syntax error: unexpected 'fi'\r\n", "1|generic:/ $ ");
    await line(client, "echo ${x:?missing}", "x: missing\r\n", "1|generic:/ $ ");
    await line(client, "echo $((1/0))", "zero divisor\r\n", "1|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("ends at Ctrl-D, but not within a command", async () => {
    const client = await terminal();
    await line(client, "cat", "");
    client.type("typed\r");
    await see(client, "typed\r\ntyped\r\n");
    client.type("\x04");
    await see(client, "generic:/ $ ");
    client.type("\x04");
    expect(await client.exited.promise).toBe(0);
  });

  it("knows the window's size as it changes", async () => {
    const client = await terminal();
    await line(client, "echo $COLUMNS $LINES; stty size", "80 24\r\n", "24 80\r\n", "generic:/ $ ");
    await line(client, "trap 'echo resized $COLUMNS' WINCH", "generic:/ $ ");
    client.resize(30, 100);
    await line(client, "stty size", "resized 100\r\n", "30 100\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("colours and columns names only at a terminal", async () => {
    const client = await terminal();
    await line(client, "cd /data/local/tmp; mkdir cols; cd cols; mkdir d; touch f", "cols $ ");
    await line(client, "ls", "\x1b[1;34md\x1b[0m  f\r\n", "cols $ ");
    await line(client, "ls | cat", "d\r\nf\r\n", "cols $ ");
    await line(client, "cd; rm -r /data/local/tmp/cols", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("lets a command read what is typed, edited by the terminal", async () => {
    const client = await terminal();
    await line(client, 'read name; echo "<$name>"');
    client.type("abx\x7fc\r");
    await see(client, "<abc>\r\n");
    await line(client, 'while read l; do echo "[$l]"; done');
    client.type("one\r");
    await see(client, "[one]\r\n");
    client.type("two\r");
    await see(client, "[two]\r\n");
    client.type("\x04");
    await see(client, "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("keeps what is typed ahead for whoever reads next", async () => {
    const client = await terminal();
    client.type("sleep 0.2\recho ahead\r");
    await see(client, "ahead\r\ngeneric:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("runs one command at a terminal, and tells how it ended", async () => {
    const client = shell.open({ terminal: "xterm", command: "[ -t 1 ] && echo tty; exit 9" });
    expect(await client.exited.promise).toBe(9);
    expect(client.stdout).toBe("tty\r\n");
    const reader = shell.open({ terminal: "xterm", command: "sleep 100" });
    await expect.poll(() => shell.run("pgrep -x sleep").then(({ exitCode }) => exitCode)).toBe(0);
    reader.type("\x03");
    expect(await reader.exited.promise).toBe(130);
  });

  it.each([
    ["reads nothing", "sleep 4321 & sleep 1234"],
    ["has read its input", "read x; sleep 4321 & sleep 1234"],
    ["waits for what it began", "read x; sleep 4321 & sleep 1234 & wait"],
  ])("ends with its client where it has none and %s", async (_name, command) => {
    const client = shell.open({ command });
    client.type("a line\n");
    try {
      await expectProcesses("sleep", 2);
    } finally {
      client.hangUp();
    }
    await expectProcesses("sleep", 0);
  });

  it("leaves what ignores a hang-up running", async () => {
    const client = shell.open({ command: "nohup sleep 4321 & sleep 1234" });
    await expectProcesses("sleep", 2);
    client.hangUp();
    await expectProcesses("sleep", 1);
    await shell.run("pkill -x sleep");
    await expectProcesses("sleep", 0);
  });

  it("ends everything of a client that goes away", async () => {
    const client = await terminal();
    await line(client, "sleep 4321 & sleep 1234");
    await expectProcesses("sleep", 2);
    client.hangUp();
    await expectProcesses("sleep", 0);
  });
});

describe("a shell within a shell", () => {
  it("asks for lines, survives Ctrl-C and returns its exit code", async () => {
    const client = await terminal();
    await line(client, "sh", "generic:/ $ ");
    await line(client, "cd /sdcard", "generic:/sdcard $ ");
    await begin(client, "sleep 100");
    client.type("\x03");
    await see(client, "130|generic:/sdcard $ ");
    await line(client, "exit 3", "3|generic:/ $ ");
    await line(client, "history 2", "exit 3\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("edits its lines, recalls those typed before it and completes names", async () => {
    const client = await terminal();
    await line(client, "echo outer", "outer\r\n", "generic:/ $ ");
    await line(client, "sh", "generic:/ $ ");
    client.type("\x1b[A\x1b[A");
    await see(client, "echo outer");
    client.type("-again\r");
    await see(client, "outer-again\r\n");
    await see(client, "generic:/ $ ");
    client.type("echo ac\x1b[Db\r");
    await see(client, "\r\nabc\r\n");
    await see(client, "generic:/ $ ");
    client.type("echo /sys\t\r");
    await see(client, "\r\n/system/\r\n");
    await see(client, "generic:/ $ ");
    client.type("\x04");
    await see(client, "generic:/ $ ");
    client.type("\x1b[A\x1b[A\x1b[A\r");
    await see(client, "\r\nouter-again\r\n");
    expect(await leave(client)).toBe(0);
  });

  it("has jobs of its own", async () => {
    const client = await terminal();
    await line(client, "sh", "generic:/ $ ");
    client.type("sleep 100\r");
    await see(client, "sleep 100\r\n");
    await expectProcesses("sleep", 1);
    client.type("\x1a");
    await see(client, "[1] + Stopped");
    await see(client, "generic:/ $ ");
    await line(client, "kill %1; fg", "generic:/ $ ");
    await line(client, "exit 0", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("stops in the background until it is given the terminal", async () => {
    const client = await terminal();
    await line(client, "sh &", "generic:/ $ ");
    await expect.poll(async () => (await shell.run("ps -A -o S,ARGS | grep -c '^T sh'")).stdout).toBe("1\n");
    await line(client, "echo $((20 + 1))", "21\r\n", "generic:/ $ ");
    await line(client, "fg", "generic:/ $ ");
    await line(client, "exit 4", "4|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("outlives a command line that used too much", async () => {
    const client = await terminal();
    await line(client, "sh", "generic:/ $ ");
    await line(client, "while :; do :; done", "ended after 3 s on the processor", "137|generic:/ $ ");
    await line(client, "exit 5", "5|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });
});

describe("keys at the prompt", () => {
  it("recall and search the history, also of other shells", async () => {
    const client = await terminal();
    await line(client, "echo first-unique", "first-unique\r\n", "generic:/ $ ");
    await line(client, "echo second", "second\r\n", "generic:/ $ ");
    client.type("\x1b[A\x1b[A\r");
    await see(client, "first-unique\r\ngeneric:/ $ ");
    client.type("\x12second");
    await see(client, "(reverse-i-search)`second': echo second");
    client.type("\r");
    await see(client, "second\r\ngeneric:/ $ ");
    expect(await leave(client)).toBe(0);
    const other = await terminal();
    other.type("\x12first-uni\r");
    await see(other, "first-unique\r\ngeneric:/ $ ");
    expect(await leave(other)).toBe(0);
  });

  it("complete commands, paths and variables", async () => {
    const client = await terminal();
    client.type("screenc\t");
    await see(client, "screencap ");
    client.type("\x15ls /sdc\tDoc\t\r");
    await see(client, "ls /sdcard/Documents/\r\n");
    await see(client, "generic:/ $ ");
    client.type("ls /sdcard/D\t\t");
    await see(client, "DCIM       Documents  Download\r\n");
    client.type("\x15echo $HOSTN\t\r");
    await see(client, "echo $HOSTNAME\r\ngeneric\r\n");
    expect(await leave(client)).toBe(0);
  });
});

describe("jobs", () => {
  it("are interrupted by Ctrl-C, whatever they are", async () => {
    const client = await terminal();
    for (const command of [
      "sleep 100",
      "cat",
      "sleep 100 | cat | cat",
      "for i in 1 2 3; do sleep 100; done",
      "while :; do :; done",
      "wait $(sleep 100)",
      "yes > /dev/null",
    ]) {
      await begin(client, command);
      client.type("\x03");
      await see(client, "130|generic:/ $ ");
    }
    expect(await leave(client)).toBe(0);
  });

  it("stop at Ctrl-Z and go on in the foreground or background", async () => {
    const client = await terminal();
    await line(client, "sleep 100");
    await expectProcesses("sleep", 1);
    client.type("\x1a");
    await see(client, "[1] + Stopped              sleep 100\r\n");
    await see(client, "148|generic:/ $ ");
    await line(client, "ps -o STAT=,ARGS= -p $(pidof sleep)", "T    sleep 100\r\n");
    await line(client, "bg", "[1] sleep 100\r\n");
    await line(client, "jobs", "[1] + Running              sleep 100\r\n");
    await line(client, "fg", "sleep 100\r\n");
    client.type("\x03");
    await see(client, "130|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("run in the background and are told of when they end", async () => {
    const client = await terminal();
    await line(client, "sleep 0.1 &", "[1] ");
    await expectProcesses("sleep", 0);
    client.type("\r");
    await see(client, "[1] + Done                 sleep 0.1\r\n");
    await line(client, "sleep 100 & kill %1; wait", "[1] ");
    expect(await leave(client)).toBe(0);
  });

  it("stop when they read the terminal in the background", async () => {
    const client = await terminal();
    await line(client, "cat &", "[1] ");
    await expect.poll(async () => (await shell.run("ps -o STAT=,ARGS= -p $(pidof cat)")).stdout).toBe("T    cat\n");
    await line(client, "jobs", "Stopped              cat\r\n");
    await line(client, "kill -9 %1; wait", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("keep the shell from leaving once", async () => {
    const client = await terminal();
    await line(client, "sleep 100");
    await expectProcesses("sleep", 1);
    client.type("\x1a");
    await see(client, "148|generic:/ $ ");
    client.type("\x04");
    await see(client, "You have stopped jobs\r\n");
    client.type("\x04");
    expect(await client.exited.promise).toBe(148);
  });

  it("outlive a shell without a terminal", async () => {
    await shell.run("nohup sleep 77 > /dev/null &");
    expect((await shell.run("pgrep -x sleep | wc -l; pkill sleep")).stdout).toBe("1\n");
  });

  it("are seen and ended from another shell", async () => {
    const client = shell.open({ command: "sleep 88; echo status $?" });
    await expect.poll(async () => (await shell.run("pidof sleep")).exitCode).toBe(0);
    await shell.run("kill $(pidof sleep)");
    await client.exited.promise;
    expect(client.stdout).toBe("status 143\n");
  });
});

describe("streams", () => {
  it("pass on each piece as it comes", async () => {
    const client = shell.open({ command: 'while read l; do echo "got $l"; done | cat | sed s/got/saw/ | head -2' });
    client.type("one\n");
    client.type("two\n");
    await expect.poll(() => client.stdout).toBe("saw one\nsaw two\n");
    client.stdin.end("three\n");
    await client.exited.promise;
    expect(client.stdout).toBe("saw one\nsaw two\n");
  });

  it("give output at once, not at the end", async () => {
    const client = shell.open({ command: "echo one; sleep 600" });
    await expect.poll(() => client.stdout).toBe("one\n");
    client.hangUp();
  });

  it("end a writer whose reader is gone", async () => {
    const { stdout } = await shell.run("yes | head -1; echo ${PIPESTATUS[@]}; while :; do echo x; done | head -1");
    expect(stdout).toBe("y\n141 0\nx\n");
  });

  it("follow a file that grows", async () => {
    const client = shell.open({ command: "echo a > /sdcard/log; tail -f /sdcard/log" });
    await expect.poll(() => client.stdout).toBe("a\n");
    await shell.run("echo b >> /sdcard/log");
    await expect.poll(() => client.stdout).toBe("a\nb\n");
    client.hangUp();
    await expect.poll(async () => (await shell.run("pidof tail")).exitCode).toBe(1);
  });

  it("run scripts that come as input, line by line, with their input after them", async () => {
    const client = shell.open({});
    client.type("echo first; cd /sdcard\n");
    await expect.poll(() => client.stdout).toBe("first\n");
    client.type("for i in 1 2\ndo echo $i\ndone\nread x\nvalue\necho $x $PWD\nnope\nexit 4\necho no\n");
    expect(await client.exited.promise).toBe(4);
    expect(client.stdout).toBe("first\n1\n2\nvalue /sdcard\n");
    expect(client.stderr).toBe("/system/bin/sh: <stdin>[1]: nope: inaccessible or not found\n");
  });

  it("let a client that leaves after its input finish what it asked for", async () => {
    const client = shell.open({ command: "cat > /sdcard/in; echo done >> /sdcard/in" });
    client.endsInputByLeaving = true;
    client.type("content\n");
    await expect.poll(async () => (await shell.run("cat /sdcard/in")).stdout).toBe("content\n");
    client.hangUp();
    await expect.poll(async () => (await shell.run("cat /sdcard/in")).stdout).toBe("content\ndone\n");
  });
});

describe("output", () => {
  it("waits for a client that takes its time: between file and client is never more than half a mebibyte", async () => {
    const bytes = 16 * 1024 * 1024;
    await writeFile(join(shell.folder, "tree/sdcard/large"), Buffer.alloc(bytes, "x"));
    const passed = join(shell.folder, "tree/sdcard/passed");
    const client = new TestClient();
    let takenBytes = 0;
    let mostBetween = 0;
    client.write = async (_stream, piece) => {
      const { size = 0 } = statSync(passed, { throwIfNoEntry: false }) ?? {};
      mostBetween = Math.max(mostBetween, size - takenBytes);
      takenBytes += piece.length;
      await new Promise((resolve) => setTimeout(resolve, 1));
    };
    await shell.workers.serve(client, { command: "cat /sdcard/large | tee /sdcard/passed | cat | cat" });
    expect(takenBytes).toBe(bytes);
    expect(mostBetween).toBeGreaterThan(0);
    expect(mostBetween).toBeLessThan(512 * 1024);
    await shell.run("rm /sdcard/large /sdcard/passed");
  });

  it("is held for a client that never reads as far as two pipes go, in buffers no larger than itself", async () => {
    const passed = join(shell.folder, "tree/sdcard/passed");
    const client = new TestClient();
    const buffers: number[] = [];
    client.write = async (_stream, piece) => {
      buffers.push(piece.buffer.byteLength - piece.byteLength);
      await new Promise<void>((resolve) => client.gone.addEventListener("abort", () => resolve()));
    };
    const served = shell.workers.serve(client, { command: "echo begun; yes | tee /sdcard/passed" });
    const size = () => statSync(passed, { throwIfNoEntry: false })?.size ?? 0;
    let before = 0;
    const full = async () => {
      before = size();
      await new Promise((resolve) => setTimeout(resolve, 300));
      return before > 0 && size() === before;
    };
    await expect.poll(full, { timeout: 50_000 }).toBe(true);
    expect(before).toBeLessThanOrEqual(192 * 1024);
    expect(buffers).toEqual([0]);
    client.hangUp();
    await served;
    await shell.run("rm /sdcard/passed");
  });

  it("that a command hands over in one piece is held no more of", async () => {
    const sizes: number[] = [];
    const client = new TestClient();
    client.write = async (_stream, piece) => void sizes.push(piece.byteLength);
    await shell.workers.serve(client, { command: "x=$(head -c 1000000 /dev/zero | tr '\\0' a); echo -n $x" });
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_000_000);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(64 * 1024);
  });
});

describe("Ctrl-C at a command's terminal", () => {
  const trapping = "sh -c 'trap \"echo put away; exit 3\" INT; echo begun; while :; do sleep 0.01; done'";

  it("lets the child put away what it has, and the script go on", async () => {
    for (const script of [`${trapping}; echo after $?`, `(${trapping}); echo after $?`]) {
      const client = shell.open({ terminal: "xterm", command: script });
      await see(client, "begun");
      client.type("\x03");
      expect(await client.exited.promise).toBe(0);
      expect(client.stdout).toMatch(/put away\r\n.*after 3\r\n$/s);
    }
  });

  it("ends the script with a child that it ended", async () => {
    for (const script of ["echo begun; sleep 1000; echo after", "echo begun; (sleep 1000); echo after"]) {
      const client = shell.open({ terminal: "xterm", command: script });
      await see(client, "begun");
      await expect.poll(async () => (await shell.run("ps -A -o NAME")).stdout).toContain("sleep");
      client.type("\x03");
      expect(await client.exited.promise).toBe(130);
      expect(client.stdout).not.toContain("after");
    }
  });
});

describe("bombs", () => {
  let impatient: TestShell;
  beforeAll(async () => {
    impatient = await startTestShell({ busyMs: 1000, unresponsiveMs: 1000 });
  });
  afterAll(() => impatient.close());

  const bombs: [name: string, script: string, message: RegExp][] = [
    ["an endless recursion", "f() { f; }; f", /too many nested function calls/],
    ["a fork bomb", "b() { b | b & }; b; wait", /more than 256 processes at once/],
    ["many processes", "while :; do sleep 1000 & done", /more than 256 processes at once/],
    ["a string that doubles", "x=a; while :; do x=$x$x; done", /can't allocate/],
    [
      "many variables",
      "i=0; x=$(printf '%01000000d' 1); while :; do i=$((i+1)); typeset v$i=$x; done",
      /can't allocate|on the processor/,
    ],
    [
      "braces",
      "echo {a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b}",
      /too many words|expansion/,
    ],
  ];

  const endless: typeof bombs = [
    ["an endless loop", "while :; do :; done", /ended after 1 s on the processor/],
    ["an array that grows", "while :; do a+=(x); done", /can't allocate|on the processor/],
    ["a substitution without end", "x=$(yes); echo ${#x} read", /read|on the processor/],
    ["work without end", "yes > /dev/null", /on the processor/],
    ["a back-reference", "grep -E '^(a|a)+(b)\\2$' <<< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", /took the processor/],
    ["an awk without end", "awk 'BEGIN {while(1) i++}'", /ended after 1 s on the processor/],
  ];

  const all = [
    ...bombs.map((bomb) => [...bomb, () => shell] as const),
    ...endless.map((bomb) => [...bomb, () => impatient] as const),
  ];
  it.each(all)("of the kind of %s end with words and a prompt", async (_name, script, message, on) => {
    const client = await terminal(on());
    await line(client, "kept=yes", "generic:/ $ ");
    client.type(`${script}\r`);
    await see(client, "\r\n");
    const shown = await see(client, "generic:/ $ ");
    expect(shown).toMatch(message);
    await line(client, "echo still $kept", "still yes\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("of one client leave the other's shell alone", async () => {
    const other = await terminal(impatient);
    const { exitCode, stderr } = await impatient.run("while :; do :; done");
    expect([exitCode, stderr]).toEqual([137, "sh: ended after 1 s on the processor\n"]);
    await line(other, "echo fine", "fine\r\n", "generic:/ $ ");
    expect(await leave(other)).toBe(0);
  });

  it("cannot block Ctrl-C", async () => {
    const client = await terminal(impatient);
    await line(client, "x=aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", "generic:/ $ ");
    await begin(client, "grep -E '^(a|a)+(b)\\2$' <<< $x");
    client.type("\x03");
    await see(client, "|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });
});

describe("confinement", () => {
  it("shows no file, variable or process of the host", async () => {
    const { stdout, stderr } = await shell.run(
      "cat /etc/passwd; ls /home /root /proc/self/root; env; ls /../../..; cat /proc/self/environ; ps -A",
    );
    expect(stdout + stderr).not.toContain(process.cwd());
    expect(stdout).not.toMatch(/NODE|npm|vitest|node_modules/);
    expect(stderr).toContain("cat: /etc/passwd: No such file or directory");
  });

  it("follows links only within the device", async () => {
    const { stdout, stderr } = await shell.run(
      "cd /sdcard; ln -s ../../../../../../etc/passwd l; cat l; ln -s /proc/self/cwd c; cat c/x; ln -s loop loop; cat loop",
    );
    expect(stdout).toBe("");
    expect(stderr).toContain("cat: l: No such file or directory");
    expect(stderr).toContain("cat: loop: Too many symbolic links encountered");
  });
});
