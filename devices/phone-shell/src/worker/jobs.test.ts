import { describe, expect, it } from "vitest";
import type { TestShell } from "../testing/test-shell.ts";
import { begin, expectProcesses, leave, line, provideShell, see, terminal } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

describe("jobs", () => {
  it("are interrupted by Ctrl-C, whatever they run", async () => {
    const client = await terminal(shell);
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

  it("stop at Ctrl-Z and continue in the foreground or background", async () => {
    const client = await terminal(shell);
    await line(client, "sleep 100");
    await expectProcesses(shell, "sleep", 1);
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

  it("run in the background and are reported when they end", async () => {
    const client = await terminal(shell);
    await line(client, "sleep 0.1 &", "[1] ");
    await expectProcesses(shell, "sleep", 0);
    client.type("\r");
    await see(client, "[1] + Done                 sleep 0.1\r\n");
    await line(client, "sleep 100 & kill %1; wait", "[1] ");
    expect(await leave(client)).toBe(0);
  });

  it("stop when they read the terminal in the background", async () => {
    const client = await terminal(shell);
    await line(client, "cat &", "[1] ");
    await expect.poll(async () => (await shell.run("ps -o STAT=,ARGS= -p $(pidof cat)")).stdout).toBe("T    cat\n");
    await line(client, "jobs", "Stopped              cat\r\n");
    await line(client, "kill -9 %1; wait", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("prevent the first exit of the shell", async () => {
    const client = await terminal(shell);
    await line(client, "sleep 100");
    await expectProcesses(shell, "sleep", 1);
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

  it("are visible to another shell and can be ended there", async () => {
    const client = shell.open({ command: "sleep 88; echo status $?" });
    await expect.poll(async () => (await shell.run("pidof sleep")).exitCode).toBe(0);
    await shell.run("kill $(pidof sleep)");
    await client.exited.promise;
    expect(client.stdout).toBe("status 143\n");
  });
});
