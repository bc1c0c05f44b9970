import { afterAll, beforeAll, expect } from "vitest";
import { startTestShell, type TestClient, type TestShell } from "./test-shell.ts";

/** Starts one shell for a test file. A command in it may use three seconds of processor time. */
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

/** Waits until the client receives the text. Returns and clears the output up to its end. */
export async function see(client: TestClient, text: string): Promise<string> {
  await expect.poll(() => client.stdout, { timeout: 50_000 }).toContain(text);
  const end = client.stdout.indexOf(text) + text.length;
  const seen = client.stdout.slice(0, end);
  client.stdout = client.stdout.slice(end);
  return seen;
}

/** Types a line and waits for the given texts, one after another. */
export async function line(client: TestClient, typed: string, ...shown: string[]): Promise<void> {
  client.type(`${typed}\r`);
  await see(client, `${typed}\r\n`);
  for (const text of shown) await see(client, text);
}

/** Types a line and waits until the shell runs it, after its first command. */
export async function begin(client: TestClient, command: string): Promise<void> {
  // The terminal echoes the typed line, but only a running shell writes "begun 42".
  client.type(`echo begun $((6 * 7)); ${command}\r`);
  await see(client, "begun 42\r\n");
}

/** Exits the shell and resolves with its exit code. */
export async function leave(client: TestClient): Promise<number> {
  client.type("exit 0\r");
  return client.exited.promise;
}

/** Waits until there are `count` processes of this name. */
export async function expectProcesses(shell: TestShell, name: string, count: number): Promise<void> {
  await expect.poll(async () => (await shell.run(`pgrep -x ${name} | wc -l`)).stdout).toBe(`${count}\n`);
}
