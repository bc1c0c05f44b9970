import { describe, expect, it } from "vitest";
import { startTestShell, type TestClient, type TestShell } from "../testing/test-shell.ts";
import { leave, provideShell, see, terminal } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

const DONE = "generic:/ $ ";

/** Pastes lines and a last line. The last line's output proves that all ran. Returns the terminal's output. */
async function paste(client: TestClient, lines: readonly string[], last: string): Promise<string> {
  client.type([...lines, `${last}\r`].join("\r"));
  return see(client, `checked\r\n${DONE}`);
}

const numbered = (count: number) => Array.from({ length: count }, (_, i) => `echo ${String(i).padStart(30, "0")} a`);

const kinds: [name: string, first: string, last: string][] = [
  ["here-document", 'cat > /data/local/tmp/p <<"E"', "E"],
  ["open quote", "x='", "'"],
  ["function body", "f() {", "}"],
  ["loop body", "for i in; do", "done"],
  ["command substitution", "x=$(", ")"],
];
const pastes = kinds.flatMap(([kind, first, last]) => [1, 100, 1000].map((count) => ({ kind, first, last, count })));

describe("lines pasted into a terminal", () => {
  it.each(pastes)("shows each of $count lines of a $kind once", async ({ first, last, count }) => {
    const client = await terminal(shell);
    const lines = [first, ...numbered(count), last];
    const shown = await paste(client, lines, "echo check''ed");
    // mksh shows the same at its prompts: each line as edited, with PS2 before each continuation line.
    expect(shown).toBe(`${lines.join("\r\n> ")}\r\n${DONE}echo check''ed\r\nchecked\r\n${DONE}`);
    expect(await leave(client)).toBe(0);
  });

  it("runs commands one by one and shows each once", async () => {
    const client = await terminal(shell);
    const lines = Array.from({ length: 300 }, (_, i) => `x=${i}`);
    const last = "echo $x check''ed";
    const shown = await paste(client, lines, last);
    expect(shown).toBe(`${[...lines, last].join(`\r\n${DONE}`)}\r\n299 checked\r\n${DONE}`);
    expect(await leave(client)).toBe(0);
  });

  it("keeps the content of a here-document", async () => {
    const client = await terminal(shell);
    const lines = numbered(10_000);
    await paste(client, ["cat > /data/local/tmp/p <<E", ...lines, "E"], "echo check''ed");
    expect((await shell.run("cat /data/local/tmp/p")).stdout).toBe(`${lines.join("\n")}\n`);
    expect(await leave(client)).toBe(0);
  });

  it("passes a command's input to the command", async () => {
    const client = await terminal(shell);
    client.type("cat\rone\rtwo\r\x04echo check''ed\r");
    expect(await see(client, `checked\r\n${DONE}`)).toContain("cat\r\none\r\none\r\ntwo\r\ntwo\r\n");
    expect(await leave(client)).toBe(0);
  });
});

describe("keys that exceed the limits of a command line", () => {
  it("end the line and the input typed ahead, not the shell", async () => {
    const impatient = await startTestShell({ busyMs: 300 });
    try {
      const client = await terminal(impatient);
      client.type(`kept=yes\r${"x".repeat(60_000)}${"\x01y\x05z\x7f".repeat(100_000)}`);
      await see(client, "sh: ended after 0.3 s on the processor\r\n");
      await see(client, `137|${DONE}`);
      await expect.poll(() => client.stdin.readableLength).toBe(0);
      client.type("\x03echo $kept ch''ecked\r");
      await see(client, "yes checked\r\n");
      expect(await leave(client)).toBe(0);
    } finally {
      await impatient.close();
    }
  });
});
