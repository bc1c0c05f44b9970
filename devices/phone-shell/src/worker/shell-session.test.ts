import { describe, expect, it } from "vitest";
import type { TestShell } from "../testing/test-shell.ts";
import { expectProcesses, leave, line, provideShell, see, terminal } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

describe("a shell at a terminal", () => {
  it("shows a prompt with the folder and the last exit code", async () => {
    const client = await terminal(shell);
    await line(client, "cd /sdcard", "generic:/sdcard $ ");
    await line(client, "nope", "/system/bin/sh: nope: inaccessible or not found\r\n", "127|generic:/sdcard $ ");
    await line(client, "true", "generic:/sdcard $ ");
    client.type("exit 7\r");
    expect(await client.exited.promise).toBe(7);
  });

  it("shows a number sign in root's prompt", async () => {
    const client = shell.open({ terminal: "xterm", userId: 0 });
    await see(client, "generic:/ # ");
    await line(client, "id -un; ls -d /data/data", "root\r\n", "/data/data", "generic:/ # ");
    expect(await leave(client)).toBe(0);
  });

  it("uses PS1 when it is set", async () => {
    const client = await terminal(shell);
    await line(client, "PS1='$PWD> '", "/> ");
    expect(await leave(client)).toBe(0);
  });

  it("keeps variables, functions, arrays, aliases, traps and options from line to line", async () => {
    const client = await terminal(shell);
    for (const text of ["x='a  b'; y=(1 2)", 'f() { echo "f $1 $x"; }', "alias hi='echo hello'", "set -f"]) {
      await line(client, text, "generic:/ $ ");
    }
    await line(client, "f 1; hi; echo ${y[1]} *", "f 1 a  b\r\n", "hello\r\n", "2 *\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("prompts for more lines after an incomplete line", async () => {
    const client = await terminal(shell);
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

  it("survives syntax and expansion errors", async () => {
    const client = await terminal(shell);
    await line(client, "fi", "syntax error: unexpected 'fi'\r\n", "1|generic:/ $ ");
    await line(client, "echo ${x:?missing}", "x: missing\r\n", "1|generic:/ $ ");
    await line(client, "echo $((1/0))", "zero divisor\r\n", "1|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("ends at Ctrl-D, but not within a command", async () => {
    const client = await terminal(shell);
    await line(client, "cat", "");
    client.type("typed\r");
    await see(client, "typed\r\ntyped\r\n");
    client.type("\x04");
    await see(client, "generic:/ $ ");
    client.type("\x04");
    expect(await client.exited.promise).toBe(0);
  });

  it("follows changes of the window's size", async () => {
    const client = await terminal(shell);
    await line(client, "echo $COLUMNS $LINES; stty size", "80 24\r\n", "24 80\r\n", "generic:/ $ ");
    await line(client, "trap 'echo resized $COLUMNS' WINCH", "generic:/ $ ");
    client.resize(30, 100);
    await line(client, "stty size", "resized 100\r\n", "30 100\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("colours names and lists them in columns only at a terminal", async () => {
    const client = await terminal(shell);
    await line(client, "cd /data/local/tmp; mkdir cols; cd cols; mkdir d; touch f", "cols $ ");
    await line(client, "ls", "\x1b[1;34md\x1b[0m  f\r\n", "cols $ ");
    await line(client, "ls | cat", "d\r\nf\r\n", "cols $ ");
    await line(client, "cd; rm -r /data/local/tmp/cols", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("passes typed input, edited by the terminal, to a command", async () => {
    const client = await terminal(shell);
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

  it("keeps input typed ahead for the next reader", async () => {
    const client = await terminal(shell);
    client.type("sleep 0.2\recho ahead\r");
    await see(client, "ahead\r\ngeneric:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("runs one command at a terminal and returns its exit code", async () => {
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
    ["waits for its jobs", "read x; sleep 4321 & sleep 1234 & wait"],
  ])("without a terminal ends with its client: %s", async (_name, command) => {
    const client = shell.open({ command });
    client.type("a line\n");
    try {
      await expectProcesses(shell, "sleep", 2);
    } finally {
      client.hangUp();
    }
    await expectProcesses(shell, "sleep", 0);
  });

  it("does not end processes that ignore a hang-up", async () => {
    const client = shell.open({ command: "nohup sleep 4321 & sleep 1234" });
    await expectProcesses(shell, "sleep", 2);
    client.hangUp();
    await expectProcesses(shell, "sleep", 1);
    await shell.run("pkill -x sleep");
    await expectProcesses(shell, "sleep", 0);
  });

  it("ends all processes of a disconnected client", async () => {
    const client = await terminal(shell);
    await line(client, "sleep 4321 & sleep 1234");
    await expectProcesses(shell, "sleep", 2);
    client.hangUp();
    await expectProcesses(shell, "sleep", 0);
  });
});

describe("Ctrl-C at a command's terminal", () => {
  const trapping = "sh -c 'trap \"echo put away; exit 3\" INT; echo begun; while :; do sleep 0.01; done'";

  it("allows the child to clean up, and the script continues", async () => {
    for (const script of [`${trapping}; echo after $?`, `(${trapping}); echo after $?`]) {
      const client = shell.open({ terminal: "xterm", command: script });
      await see(client, "begun");
      client.type("\x03");
      expect(await client.exited.promise).toBe(0);
      expect(client.stdout).toMatch(/put away\r\n.*after 3\r\n$/s);
    }
  });

  it("ends the script if it ended its child", async () => {
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
