import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestShell, type TestShell } from "../testing/test-shell.ts";
import { begin, leave, line, provideShell, see, terminal } from "../testing/test-terminal.ts";

let shell: TestShell;
provideShell((started) => (shell = started));

describe("runaway commands", () => {
  let impatient: TestShell;
  beforeAll(async () => {
    impatient = await startTestShell({ busyMs: 300, unresponsiveMs: 300 });
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
    ["an endless loop", "while :; do :; done", /ended after 0.3 s on the processor/],
    ["a growing array", "while :; do a+=(x); done", /can't allocate|on the processor/],
    ["an endless substitution", "x=$(yes); echo ${#x} read", /read|on the processor/],
    ["endless work", "yes > /dev/null", /on the processor/],
    ["a back-reference", "grep -E '^(a|a)+(b)\\2$' <<< aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab", /took the processor/],
    ["an endless awk program", "awk 'BEGIN {while(1) i++}'", /ended after 0.3 s on the processor/],
  ];

  const all = [
    ...bombs.map((bomb) => [...bomb, () => shell] as const),
    ...endless.map((bomb) => [...bomb, () => impatient] as const),
  ];
  it.each(all)("such as %s end with a message and a prompt", async (_name, script, message, on) => {
    const client = await terminal(on());
    await line(client, "kept=yes", "generic:/ $ ");
    client.type(`${script}\r`);
    await see(client, "\r\n");
    const shown = await see(client, "generic:/ $ ");
    expect(shown).toMatch(message);
    await line(client, "echo still $kept", "still yes\r\n", "generic:/ $ ");
    expect(await leave(client)).toBe(0);
  });

  it("of one client do not affect another client's shell", async () => {
    const other = await terminal(impatient);
    const { exitCode, stderr } = await impatient.run("while :; do :; done");
    expect([exitCode, stderr]).toEqual([137, "sh: ended after 0.3 s on the processor\n"]);
    await line(other, "echo fine", "fine\r\n", "generic:/ $ ");
    expect(await leave(other)).toBe(0);
  });

  it("end without the nested shell that ran them", async () => {
    const client = await terminal(impatient);
    await line(client, "sh", "generic:/ $ ");
    await line(client, "while :; do :; done", "ended after 0.3 s on the processor", "137|generic:/ $ ");
    await line(client, "exit 5", "5|generic:/ $ ");
    expect(await leave(client)).toBe(0);
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
