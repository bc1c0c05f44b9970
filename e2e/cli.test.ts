import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { freePort } from "@terrarium/adb/testing/free-port";
import { beforeAll, expect, test } from "vitest";
import { oldestNode } from "../tools/oldest-node.ts";
import { apiKeyOf, createBox, getBox } from "./support/api.ts";
import { endOf, provideCli } from "./support/cli.ts";
import { provideServer } from "./support/fixtures.ts";
import { signIn } from "./support/server.ts";

const server = provideServer();
let token = "";
let key = "";
const NODE = oldestNode(20);
const cli = provideCli(
  server,
  async () => {
    token = await signIn(server().origin, "ada");
    key = await apiKeyOf(server().origin, token);
    return key;
  },
  NODE,
);
let boxId = "";
beforeAll(async () => {
  boxId = (await createBox(server().origin, token, { expiresIn: "20m" })).id;
});

const LOGGED_OUT = { TERRARIUM_API_KEY: undefined, TERRARIUM_BASE_URL: undefined };
const configFile = () => path.join(cli().folder, ".config/terrarium/config.json");

test("runs on the oldest supported Node", () => {
  const installed = path.join(cli().folder, "lib/node_modules/terrarium-cli/package.json");
  const { engines } = JSON.parse(readFileSync(installed, "utf8")) as { engines: { node: string } };
  expect(execFileSync(NODE, ["--version"], { encoding: "utf8" })).toBe("v20.0.0\n");
  expect(engines.node).toBe(">=20");
});

test("styles failures and tables on a terminal", async () => {
  const failing = cli().openTerminal(["box", "inspect", "sbx_none"]);
  expect(await failing.ended).toBe(4);
  expect(failing.read()).toContain("\u001b[31merror:\u001b[39m No sandbox");
  const listing = cli().openTerminal(["template", "list"]);
  expect(await listing.ended).toBe(0);
  expect(listing.read()).toContain("\u001b[1mID");
});

test("stores only accepted keys, per user and server", async () => {
  const login = (input: string) => cli().run(["login", "--base-url", server().origin], { input, env: LOGGED_OUT });
  expect(await login("trm_wrong\n")).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining("the API key is unknown"),
  });
  expect(await login("")).toMatchObject({ exitCode: 2 });
  expect(existsSync(configFile())).toBe(false);
  expect(await login(`${key}\n`)).toMatchObject({ exitCode: 0, stdout: "" });
  expect(statSync(configFile()).mode & 0o777).toBe(0o600);
  expect(await cli().run(["box", "inspect", boxId], { env: LOGGED_OUT })).toMatchObject({ exitCode: 0 });
  const elsewhere = await cli().run(["box", "list", "--base-url", "http://localhost:1"], { env: LOGGED_OUT });
  expect(elsewhere).toMatchObject({
    exitCode: 3,
    stderr: expect.stringContaining("No API key for http://localhost:1"),
  });
  await cli().run(["logout"]);
  expect(existsSync(configFile())).toBe(false);
});

test("hides a key typed on a terminal", async () => {
  const terminal = cli().openTerminal(["login"]);
  await terminal.until("API key for");
  terminal.type(`${key}\r`);
  expect(await terminal.ended).toBe(0);
  expect(terminal.read()).toContain("logged in to");
  expect(terminal.read()).not.toContain(key);
  await cli().run(["logout"]);
});

test("creates, lists, shows and ends boxes, also as JSON", async () => {
  const made = await cli().run([
    "box",
    "create",
    "--name",
    "Tester",
    "--label",
    "run=7",
    "--expires-in",
    "5m",
    "--timeout",
    "2m",
    "-o",
    "json",
  ]);
  const { id, config } = JSON.parse(made.stdout) as { id: string; config: { name: string; labels: object } };
  expect(config).toMatchObject({ name: "Tester", labels: { run: "7" } });
  const { stdout: table } = await cli().run(["box", "list"]);
  expect(table).toMatch(/^ID +NAME +STATUS +/);
  expect(table).toMatch(new RegExp(`^${id} +Tester +running +.*run=7$`, "m"));
  const list = JSON.parse((await cli().run(["box", "list", "-o", "json", "--limit", "1"])).stdout) as { id: string }[];
  expect(list.map((box) => box.id)).toEqual([id]);
  expect((await cli().run(["box", "inspect", id])).stdout).toMatch(/^STATUS +running$/m);
  const reused = await cli().run(["box", "create", "--reuse", "--label", "run=7", "-o", "json"]);
  expect(JSON.parse(reused.stdout)).toMatchObject({ id });
  const found = await cli().run(["box", "list", "--label", "run=7", "--status", "running,stopped", "-o", "json"]);
  expect(JSON.parse(found.stdout)).toMatchObject([{ id }]);
  expect((await cli().run(["box", "metrics", id])).stdout).toMatch(/^MEMORY +[1-9][\d.]+ MB of 2147\.5 MB$/m);
  expect((await cli().run(["box", "stop", id])).stdout).toMatch(/^STATUS +stopped$/m);
  expect((await cli().run(["box", "start", id])).stdout).toMatch(/^STATUS +running$/m);
  const { expiresAt } = await getBox(server().origin, token, id);
  const extended = await cli().run(["box", "extend", id, "30m", "-o", "json"]);
  expect(JSON.parse(extended.stdout)).not.toMatchObject({ expiresAt });
  expect(await cli().run(["box", "terminate", id])).toMatchObject({ exitCode: 0 });
  expect((await getBox(server().origin, token, id)).status).toBe("terminated");
});

test.each([
  ["an unknown command", ["boxes"], 2, "unknown command 'boxes'"],
  ["an unknown option", ["box", "list", "--all"], 2, "unknown option '--all'"],
  ["a pair without a name", ["box", "create", "--label", "x"], 2, "'--label <name=value>' argument 'x' is invalid"],
  ["a status that is none", ["box", "list", "--status", "running,up"], 2, "Allowed choices are pending, running,"],
  ["a number that is none", ["box", "list", "--limit", "many"], 2, "'--limit <count>' argument 'many' is invalid"],
  [
    "a time without a unit",
    ["box", "extend", "sbx_none", "5"],
    2,
    "argument 'duration'. Use a whole number and a unit",
  ],
  ["a wait longer than a box is given", ["box", "create", "--timeout", "6m"], 1, "timeout: At most 5m"],
  ["an address that is none", ["box", "list", "--base-url", "localhost"], 2, "is not the address of a server"],
  ["a box that is not there", ["box", "inspect", "sbx_none"], 4, "No sandbox sbx_none"],
  ["a snapshot that is not there", ["snapshot", "inspect", "none"], 4, "no snapshot called none"],
  ["a wrong key", ["key", "list"], 3, "API keys are not accepted"],
])("reports %s with its own exit code", async (_, args, exitCode, words) => {
  const ended = await cli().run(args);
  expect(ended).toMatchObject({ exitCode, stdout: "" });
  expect(ended.stderr).toContain(words);
  expect(ended.stderr).not.toMatch(/^\s+at /m);
});

test("reports an unreachable server, also as JSON", async () => {
  const { exitCode, stderr } = await cli().run(["box", "list", "-o", "json"], {
    env: { TERRARIUM_BASE_URL: "http://localhost:1" },
  });
  expect(exitCode).toBe(5);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "network_error" } });
});

test.each([
  ["a box that is not there", ["box", "inspect", "sbx_none"], 4, "sandbox_not_found", 404],
  ["an unknown option", ["box", "list", "--all"], 2, "wrong_usage", 0],
  ["a missing argument", ["box", "inspect"], 2, "wrong_usage", 0],
  ["options that do not fit", ["box", "create", "--reuse"], 2, "wrong_usage", 0],
  ["a file that is not there", ["box", "cp", "none", "sbx_none:/sdcard/"], 4, "no_local_file", 0],
  ["a command that cannot be run", ["box", "exec", "sbx_none", "ls"], 125, "sandbox_not_found", 404],
])("reports %s to programs with code and status", async (_what, args, exitCode, code, status) => {
  const words = [...args.slice(0, 2), "-o", "json", ...args.slice(2)];
  const ended = await cli().run(words);
  expect(ended).toMatchObject({ exitCode, stdout: "" });
  expect(JSON.parse(ended.stderr)).toMatchObject({ error: { code, status, message: expect.any(String) } });
});

test("reports a missing key to programs with code and status", async () => {
  const { exitCode, stderr } = await cli().run(["box", "list", "-o", "json"], { env: LOGGED_OUT });
  expect(exitCode).toBe(3);
  expect(JSON.parse(stderr)).toMatchObject({ error: { code: "no_api_key", status: 0 } });
});

test("suggests commands of its own", async () => {
  expect((await cli().run(["box", "inspect", "sbx_none"])).stderr).toContain("`terrarium box list`");
});

test("creates, rotates and deletes keys with a session token", async () => {
  const env = { TERRARIUM_API_KEY: token };
  const json = async (...args: string[]) =>
    JSON.parse((await cli().run([...args, "-o", "json"], { env })).stdout) as unknown;
  const made = (await json("key", "create", "reader", "--scope", "read")) as { id: string; key: string };
  expect((await cli().run(["box", "list"], { env: { TERRARIUM_API_KEY: made.key } })).exitCode).toBe(0);
  const rotated = (await json("key", "rotate", made.id)) as { key: string };
  expect(rotated.key).not.toBe(made.key);
  expect((await cli().run(["box", "list"], { env: { TERRARIUM_API_KEY: made.key } })).exitCode).toBe(3);
  await cli().run(["key", "delete", made.id], { env });
  expect((await cli().run(["key", "list"], { env })).stdout).not.toContain("reader");
});

test("lists templates", async () => {
  expect((await cli().run(["template", "list"])).stdout).toMatch(/^ID +NAME +CPU +MEMORY +SCREEN/);
});

test("a shell passes keys, Ctrl-C, size and exit code", async () => {
  const terminal = cli().openTerminal(["shell", boxId]);
  await terminal.until(/[$#] $/);
  terminal.type("stty size; sleep 600\r");
  await terminal.until(/\n30 100\r*\n/);
  terminal.type("\u0003");
  await terminal.until(/\^C/);
  const [, tty = ""] = /(\/dev\/pts\/\d+)/.exec(terminal.read()) ?? [];
  execFileSync("stty", ["-F", tty, "rows", "40", "cols", "132"]);
  await expect
    .poll(() => {
      terminal.type("stty size\r");
      return terminal.read();
    })
    .toMatch(/\n40 132\r*\n/);
  terminal.type("exit 7\r");
  expect(await terminal.ended).toBe(7);
});

test("a shell shows more output than one window", async () => {
  const { stdout, exitCode } = await cli().run(["shell", boxId], { input: "seq 1 100000\n" });
  expect(stdout.match(/^\d+$/gm)).toHaveLength(100_000);
  expect(exitCode).toBe(0);
});

test("a shell reads piped input to its end", async () => {
  const { stdout, exitCode } = await cli().run(["shell", boxId], { input: "echo $((6*7))x\ncat\ntyped\n" });
  expect(stdout).toContain("42x");
  expect(exitCode).toBe(0);
  expect(await cli().run(["shell", "sbx_none"])).toMatchObject({ exitCode: 125 });
  expect(await cli().run(["shell", boxId], { env: LOGGED_OUT })).toMatchObject({ exitCode: 125 });
});

test("box exec returns both outputs and the exit code", async () => {
  const both = await cli().run(["box", "exec", boxId, "echo out; echo err >&2; exit 3"]);
  expect(both).toEqual({ stdout: "out\n", stderr: "err\n", exitCode: 3 });
  const words = await cli().run([
    "box",
    "exec",
    "--env",
    "A=b c",
    "--working-dir",
    "/sdcard",
    boxId,
    "sh",
    "-c",
    'echo "$A$PWD"',
  ]);
  expect(words).toMatchObject({ stdout: "b c/sdcard\n", exitCode: 0 });
  const json = await cli().run(["box", "exec", "-o", "json", boxId, "id -un"]);
  expect(JSON.parse(json.stdout)).toEqual({ stdout: "shell\n", stderr: "", exitCode: 0, timedOut: false });
  expect(await cli().run(["box", "exec", "sbx_none", "id"])).toMatchObject({ exitCode: 125 });
  expect(await cli().run(["box", "exec", "--timeout", "1s", boxId, "sleep 60"])).toEqual({
    stdout: "",
    stderr: "ended after 1s; use --timeout for up to 10m\n",
    exitCode: 124,
  });
});

test.each([
  ["between the box and the command", ["--timeout", "20s", "--env", "A=b c", "sh", "-c", 'echo "$A"'], "b c\n"],
  ["behind the command's first word, where they are the command's", ["echo", "--timeout", "2s"], "--timeout 2s\n"],
  ["ended by --", ["--timeout", "20s", "--", "echo", "-i"], "-i\n"],
])("box exec accepts options %s", async (_where, words, stdout) => {
  expect(await cli().run(["box", "exec", boxId, ...words])).toEqual({ stdout, stderr: "", exitCode: 0 });
});

test("box exec rejects an unknown option before the command", async () => {
  expect(await cli().run(["box", "exec", boxId, "--verbose", "ls"])).toMatchObject({
    exitCode: 2,
    stderr: expect.stringContaining("unknown option '--verbose'"),
  });
});

test("box exec -i sends binary input to the command", async () => {
  const input = Buffer.from(Array.from({ length: 600_000 }, (_, index) => (index * 7) % 256));
  const { stdout, exitCode } = await cli().run(["box", "exec", "-i", boxId, "sha256sum"], { input });
  expect({ stdout, exitCode }).toEqual({
    stdout: expect.stringContaining(createHash("sha256").update(input).digest("hex")),
    exitCode: 0,
  });
});

test("box exec neither waits for nor reads an open pipe", async () => {
  const child = cli().start(["box", "exec", boxId, "cat; echo done"]);
  expect(await endOf(child)).toEqual({ stdout: "done\n", stderr: "", exitCode: 0 });
});

test("box exec -i ends with its command despite open input", async () => {
  const child = cli().start(["box", "exec", "-i", boxId, "head -n 1"]);
  child.stdin?.write("one\ntwo\n");
  expect(await endOf(child)).toEqual({ stdout: "one\n", stderr: "", exitCode: 0 });
});

test("copies files and folders up and down", async () => {
  const { folder, run } = cli();
  const source = path.join(folder, "tree");
  mkdirSync(path.join(source, "deep/er"), { recursive: true });
  const bytes = Buffer.from(Array.from({ length: 300_000 }, (_, index) => (index * 7) % 256));
  writeFileSync(path.join(source, "deep/er/data.bin"), bytes);
  writeFileSync(path.join(source, "ünï code.txt"), "text");
  symlinkSync("..", path.join(source, "deep/loop"));
  const up = await run(["box", "cp", "tree", `${boxId}:/sdcard/`, "-o", "json"]);
  expect(JSON.parse(up.stdout)).toEqual({ files: 2, bytes: 300_004 });
  expect(up.stderr).toContain("is a link to a folder");
  expect(await run(["box", "cp", `${boxId}:/sdcard/tree`, "back"])).toMatchObject({
    exitCode: 0,
    stdout: "",
    stderr: "",
  });
  expect(readFileSync(path.join(folder, "back/deep/er/data.bin")).equals(bytes)).toBe(true);
  expect(readFileSync(path.join(folder, "back/ünï code.txt"), "utf8")).toBe("text");
  await run(["box", "cp", "tree/deep/er/data.bin", `${boxId}:/sdcard/renamed.bin`]);
  await run(["box", "cp", `${boxId}:/sdcard/renamed.bin`, "."]);
  expect(readFileSync(path.join(folder, "renamed.bin")).equals(bytes)).toBe(true);
  expect(await run(["box", "cp", `${boxId}:/sdcard/none`, "."])).toMatchObject({ exitCode: 4 });
  expect(await run(["box", "cp", "none", `${boxId}:/sdcard/`])).toMatchObject({
    exitCode: 4,
    stderr: "error: No file none on this machine\n",
  });
  expect(await run(["box", "cp", "a", "b"])).toMatchObject({ exitCode: 2 });
});

test("the real adb works on the offered port until Ctrl-C", async () => {
  const offered = cli().start(["adb", boxId, "--port", "0", "-o", "json"]);
  const ended = endOf(offered);
  const [line] = (await once(offered.stdout ?? offered, "data")) as [string];
  const { serial } = JSON.parse(line) as { serial: string };
  const env = { ...cli().env, ANDROID_ADB_SERVER_PORT: String(await freePort()) };
  const adb = (...args: string[]) => execFileSync("adb", args, { env, encoding: "utf8" });
  try {
    expect(adb("connect", serial)).toContain(`connected to ${serial}`);
    expect(adb("-s", serial, "shell", "echo over there")).toBe("over there\n");
  } finally {
    adb("kill-server");
  }
  offered.kill("SIGINT");
  await ended;
  expect(await cli().run(["adb", "sbx_none"])).toMatchObject({ exitCode: 4 });
});

test("opens the screen with a printed link", async () => {
  const { stdout } = await cli().run(["screen", boxId]);
  expect(stdout).toMatch(new RegExp(`^${server().origin}/api/v1/proxy/${boxId}/#!action=stream.*rights=view&`));
  const wider = await cli().run(["screen", boxId, "--allow", "input,files"]);
  expect(wider.stdout).toContain("rights=view,input,files&");
  expect(await cli().run(["screen", boxId, "--allow", "drive"])).toMatchObject({ exitCode: 2 });
});

test("records the screen to a file until Ctrl-C", async () => {
  const child = cli().start(["screen", boxId, "--record", "film.mp4"]);
  const ended = endOf(child);
  await once(child.stderr ?? child, "data");
  await cli().run(["box", "exec", boxId, "input keyevent HOME"]);
  child.kill("SIGINT");
  expect(await ended).toMatchObject({ exitCode: 0 });
  const film = readFileSync(path.join(cli().folder, "film.mp4"));
  expect(film.subarray(4, 8).toString()).toBe("ftyp");
});

test("agents use the server's tools over standard input and output", async () => {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "e2e", version: "1" } };
  const child = cli().start(["mcp"]);
  const ended = endOf(child);
  child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [line] = (await once(child.stdout ?? child, "data")) as [string];
  child.stdin?.end();
  expect(JSON.parse(line)).toMatchObject({ id: 1, result: { serverInfo: { name: "terrarium" } } });
  expect((await ended).exitCode).toBe(0);
});

test("completes words in a shell", async () => {
  const { stdout } = await cli().run(["completion", "bash"]);
  const script = `${stdout}\nPATH="${path.dirname(cli().program)}:$PATH"\nCOMP_WORDS=(terrarium box insp) COMP_CWORD=2; _terrarium; echo "\${COMPREPLY[@]}"`;
  expect(execFileSync("bash", ["-c", script], { env: cli().env, encoding: "utf8" })).toBe("inspect\n");
});
