import { afterAll, beforeAll, expect } from "vitest";
import { startTestShell, type TestClient, type TestShell } from "./test-shell.ts";

/** For a file of tests: one shell for all of them, in which a command may have the processor for three seconds. */
export function provideShell(started: (shell: TestShell) => void): void {
  let shell: TestShell | undefined;
  beforeAll(async () => {
    shell = await startTestShell({ busyMs: 3000, unresponsiveMs: 3000 });
    started(shell);
  });
  afterAll(() => shell?.close());
}

/** Opens an interactive shell and waits for its prompt. */
export async function terminal(shell: TestShell): Promise<TestClient> {
  const client = shell.open({ terminal: "xterm-256color" });
  await see(client, "generic:/ $ ");
  return client;
}

/** Waits until the client was shown the text, and forgets what came up to it. */
export async function see(client: TestClient, text: string): Promise<string> {
  await expect.poll(() => client.stdout, { timeout: 50_000 }).toContain(text);
  const end = client.stdout.indexOf(text) + text.length;
  const seen = client.stdout.slice(0, end);
  client.stdout = client.stdout.slice(end);
  return seen;
}

/** Types a line and waits for what it shows, one after the other. */
export async function line(client: TestClient, typed: string, ...shown: string[]): Promise<void> {
  client.type(`${typed}\r`);
  await see(client, `${typed}\r\n`);
  for (const text of shown) await see(client, text);
}

/** Types a line and waits until it is being run, beyond its first command. */
export async function begin(client: TestClient, command: string): Promise<void> {
  // What is typed comes back as it is: only a shell that runs it writes "begun 42".
  client.type(`echo begun $((6 * 7)); ${command}\r`);
  await see(client, "begun 42\r\n");
}

/** Leaves the shell, and resolves with its exit code. */
export async function leave(client: TestClient): Promise<number> {
  client.type("exit 0\r");
  return client.exited.promise;
}

/** Waits until so many processes of this name are there. */
export async function expectProcesses(shell: TestShell, name: string, count: number): Promise<void> {
  await expect.poll(async () => (await shell.run(`pgrep -x ${name} | wc -l`)).stdout).toBe(`${count}\n`);
}
