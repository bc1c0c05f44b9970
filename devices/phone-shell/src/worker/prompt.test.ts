import { describe, expect, it } from "vitest";
import type { TestShell } from "../testing/test-shell.ts";
import { begin, expectProcesses, leave, line, provideShell, see, terminal } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

describe("keys at the prompt", () => {
  it("recall and search the history, including that of other shells", async () => {
    const client = await terminal(shell);
    await line(client, "echo first-unique", "first-unique\r\n", "generic:/ $ ");
    await line(client, "echo second", "second\r\n", "generic:/ $ ");
    client.type("\x1b[A\x1b[A\r");
    await see(client, "first-unique\r\ngeneric:/ $ ");
    client.type("\x12second");
    await see(client, "(reverse-i-search)`second': echo second");
    client.type("\r");
    await see(client, "second\r\ngeneric:/ $ ");
    expect(await leave(client)).toBe(0);
    const other = await terminal(shell);
    other.type("\x12first-uni\r");
    await see(other, "first-unique\r\ngeneric:/ $ ");
    expect(await leave(other)).toBe(0);
  });

  it("complete commands, paths and variables", async () => {
    const client = await terminal(shell);
    client.type("losetu\t");
    await see(client, "losetup ");
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

describe("a nested shell", () => {
  it("prompts for lines, survives Ctrl-C and returns its exit code", async () => {
    const client = await terminal(shell);
    await line(client, "sh", "generic:/ $ ");
    await line(client, "cd /sdcard", "generic:/sdcard $ ");
    await begin(client, "sleep 100");
    client.type("\x03");
    await see(client, "130|generic:/sdcard $ ");
    await line(client, "exit 3", "3|generic:/ $ ");
    await line(client, "history 2", "exit 3\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("edits lines, recalls earlier ones and completes names", async () => {
    const client = await terminal(shell);
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
    const client = await terminal(shell);
    await line(client, "sh", "generic:/ $ ");
    client.type("sleep 100\r");
    await see(client, "sleep 100\r\n");
    await expectProcesses(shell, "sleep", 1);
    client.type("\x1a");
    await see(client, "[1] + Stopped");
    await see(client, "generic:/ $ ");
    await line(client, "kill %1; fg", "generic:/ $ ");
    await line(client, "exit 0", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("stops in the background until it gets the terminal", async () => {
    const client = await terminal(shell);
    await line(client, "sh &", "generic:/ $ ");
    await expect.poll(async () => (await shell.run("ps -A -o S,ARGS | grep -c '^T sh'")).stdout).toBe("1\n");
    await line(client, "echo $((20 + 1))", "21\r\n", "generic:/ $ ");
    await line(client, "fg", "generic:/ $ ");
    await line(client, "exit 4", "4|generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });
});
