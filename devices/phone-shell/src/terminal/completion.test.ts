import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sharedTestShell, type TestClient, type TestShell } from "../testing/test-shell.ts";

const TAB = "\t";
const ERASE_LINE = "\x15";

let shell: TestShell;
let client: TestClient;

/** Waits until the terminal shows the text. Returns and clears the output up to its end. */
async function see(text: string): Promise<string> {
  const wanted = Buffer.from(text).toString("latin1");
  await vi.waitFor(() => expect(client.stdout).toContain(wanted), { timeout: 90_000 });
  const end = client.stdout.indexOf(wanted) + wanted.length;
  const seen = client.stdout.slice(0, end);
  client.stdout = client.stdout.slice(end);
  return seen;
}

beforeAll(async () => {
  shell = await sharedTestShell();
  await shell.run(
    "mkdir /data/local/tmp/complete; cd /data/local/tmp/complete; mkdir folder 'two words' same-a; touch same-b .hidden 'price$' only.txt 'back`tick' 'far\u00a0away'",
  );
  client = shell.open();
  await see("$ ");
  client.type("cd /data/local/tmp/complete\r");
  await see("complete $ ");
});

beforeEach(() => {
  client.stdout = "";
});

afterAll(async () => {
  client.hangUp();
  await shell.run("rm -rf /data/local/tmp/complete");
});

describe("TAB at a prompt", () => {
  it.each([
    ["a command", `losetu${TAB}`, "losetup "],
    ["a command after another", `true; losetu${TAB}`, "true; losetup "],
    ["a command after a pipe", `ls | losetu${TAB}`, "ls | losetup "],
    ["a command in a loop", `while true; do losetu${TAB}`, "while true; do losetup "],
    ["a builtin", `unali${TAB}`, "unalias "],
    ["a file as an operand", `ls on${TAB}`, "ls only.txt "],
    ["a folder with a slash", `ls fol${TAB}`, "ls folder/"],
    ["a folder at a path", `ls ./fol${TAB}`, "ls ./folder/"],
    ["a file after a redirection", `cat < on${TAB}`, "cat < only.txt "],
    ["a name with blanks, escaped", `ls two${TAB}`, "ls two\\ words/"],
    ["a name with a typed escaped blank", `ls two\\ w${TAB}`, "ls two\\ words/"],
    ["a name with a non-breaking space", `ls far\u00a0a${TAB}`, "ls far\u00a0away "],
    ["a name with an expansion, escaped", `ls pri${TAB}`, "ls price\\$ "],
    ["the common prefix of several names", `ls sa${TAB}`, "ls same-"],
    ["a variable", `echo $HOSTN${TAB}`, "echo $HOSTNAME"],
    ["a variable in braces", `echo \${HOSTN${TAB}`, "echo ${HOSTNAME"],
    ["a hidden file after its dot", `ls .hid${TAB}`, "ls .hidden "],
    ["nothing without a match", `ls nope${TAB}`, "ls nope"],
    ["a path instead of a command", `./fol${TAB}`, "./folder/"],
  ])("completes %s", async (_what, keys, line) => {
    client.type(keys);
    await see(line);
    // Later output follows the completion: with further text, the bar would not come directly after it.
    client.type("|");
    // A bell reports that there is no completion.
    expect(["|", "\u0007|"]).toContain(await see("|"));
    client.type(ERASE_LINE);
  });

  it("lists the choices in columns at the second press", async () => {
    client.type(`ls same${TAB}${TAB}${TAB}`);
    expect(await see("ls same-")).not.toContain("same-a");
    expect(await see("same-a  same-b\r\n")).not.toContain("folder");
    expect(await see("ls same-")).toMatch(/\$ ls same-$/);
    client.type(ERASE_LINE);
  });

  it("lists hidden files only after a typed dot", async () => {
    client.type(`ls ${TAB}${TAB}`);
    const list = await see("two words");
    expect(list).not.toContain(".hidden");
    client.type(ERASE_LINE);
  });

  it("replaces control characters in listed names, in aligned columns", async () => {
    await shell.run(
      "mkdir /data/local/tmp/complete/odd; cd /data/local/tmp/complete/odd; touch $'e\\e[31mred' $'e\\ttab' 'e日本'",
    );
    client.type(`ls odd/${TAB}${TAB}${TAB}`);
    const list = await see("e日本");
    expect(list).toContain("e?tab      e?[31mred  ");
    expect(list).not.toContain("\x1b[31m");
    client.type(ERASE_LINE);
  });

  it("does not split a character when names share its first half", async () => {
    await shell.run("mkdir /data/local/tmp/complete/emoji; cd /data/local/tmp/complete/emoji; touch 🌱a 🌲b");
    client.type(`echo emoji/${TAB}|`);
    const shown = await see("|");
    client.type(ERASE_LINE);
    expect(shown).toContain("emoji/");
    // A lone half of a character would appear as U+FFFD.
    expect(shown).not.toContain(Buffer.from("\ufffd").toString("latin1"));
  });
});
