import { expect, test, vi } from "vitest";
import { BothEnds } from "../both-ends.ts";
import type { Devices } from "../devices.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { LISTED } from "../mcp-server.ts";
import { SeenScreens } from "../seen-screens.ts";
import { fakeDevices } from "../testing/fake-devices.ts";
import { devicesTool } from "./devices-tool.ts";
import { filesTool } from "./files-tool.ts";
import { observeTool } from "./observe-tool.ts";
import { shellTool } from "./shell-tool.ts";
import { TOOLS } from "./tools.ts";

const contextOf = (given: Parameters<typeof fakeDevices>[1]) => ({
  devices: fakeDevices([], given).devices,
  seen: new SeenScreens(),
  viewer: "key_1",
  signal: new AbortController().signal,
  report: () => undefined,
});

test.each(TOOLS.map(({ name, description }) => [name, description]))(
  "%s is described in less than 2 KB",
  (_name, description) => {
    expect(Buffer.byteLength(description)).toBeLessThan(2_048);
  },
);

/** JSON Schema keywords that the model providers accept in the schema of a tool. */
const TAKEN = new Set(
  "type description enum properties required additionalProperties items anyOf default pattern"
    .split(" ")
    .concat("minimum maximum minLength maxLength minItems maxItems".split(" ")),
);

function wordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(wordsOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([word, value]) => [
    word,
    ...(word === "properties" ? Object.values(value as object) : [value]).flatMap(wordsOf),
  ]);
}

test("schemas use only keywords accepted by all providers", () => {
  const words = LISTED.flatMap(({ inputSchema }) => wordsOf(inputSchema));
  expect(words).toContain("maxLength");
  expect(new Set(words).difference(TAKEN)).toEqual(new Set());
});

test("shows both ends of long output within one answer", () => {
  const told = BothEnds.of(`first\n${"字".repeat(100_000)}\nlast`).text();
  expect(Buffer.byteLength(told)).toBeLessThan(TOOL_LIMITS.answerBytes);
  expect(told).toMatch(/^first\n字+\n… \d+ bytes left out; .+\n字+\nlast$/);
});

test.each([
  [{ stdout: "a\n", stderr: "", exitCode: 0, timedOut: false }, "a"],
  [{ stdout: "", stderr: "", exitCode: 0, timedOut: false }, "done, nothing printed"],
  [{ stdout: "a\n", stderr: "b\n", exitCode: 2, timedOut: false }, "a\nstderr: b\nexit code 2"],
  [
    { stdout: "a\n", stderr: "", exitCode: 124, timedOut: true },
    "a\nended after 1 s: set more seconds, or run it in the background with &",
  ],
])("shows the output of a command: %j", async ({ stdout, stderr, ...end }, text) => {
  const result = { stdout: BothEnds.of(stdout), stderr: BothEnds.of(stderr), ...end };
  const context = contextOf({ shell: async () => result });
  expect(await shellTool.run({ device: "d", command: "x", seconds: 1 }, context)).toEqual({
    text,
    isError: result.exitCode !== 0,
  });
});

/** Returns the answer for a command that prints the output of `seq 1 COUNT` and a last word to each stream. */
async function toldOf(counts: { stdout: number; stderr: number }, exitCode: number) {
  const ends = { stdout: new BothEnds(), stderr: new BothEnds() };
  for (const name of ["stdout", "stderr"] as const) {
    for (let i = 1; i <= counts[name]; i += 1) ends[name].add(Buffer.from(`${i}\n`));
    ends[name].add(Buffer.from(`${name} is over\n`));
  }
  const context = contextOf({ shell: async () => ({ ...ends, exitCode, timedOut: false }) });
  const { text } = await shellTool.run({ device: "d", command: "x", seconds: 1 }, context);
  expect(Buffer.byteLength(text)).toBeLessThan(TOOL_LIMITS.answerBytes);
  return { text, sizeBytes: ends.stdout.sizeBytes + ends.stderr.sizeBytes };
}

test("shows the end of huge output and its omitted size", async () => {
  const { text, sizeBytes } = await toldOf({ stdout: 400_000, stderr: 0 }, 0);
  const [, begin = "", left, end = ""] = /^([^]*)\n… (\d+) bytes left out; .*\n([^]*)$/.exec(text) ?? [];
  expect(begin).toMatch(/^1\n2\n/);
  expect(end).toMatch(/\n399999\n400000\nstdout is over\nstderr: stderr is over$/);
  expect(Buffer.byteLength(begin + end) + Number(left)).toBe(sizeBytes + "stderr: ".length - 1);
});

test("shows both ends of two long outputs and the result", async () => {
  const { text } = await toldOf({ stdout: 9_000, stderr: 400_000 }, 1);
  expect(text).toMatch(
    /^1\n2\n[^]*… \d+ bytes left out[^]*\nstdout is over\nstderr: 1\n2\n[^]*… \d+ bytes left out[^]*\nstderr is over\nexit code 1$/,
  );
});

test("saves, lists and restores the files of a device", async () => {
  const device = { id: "d2", name: null, template: "tpl_linux", status: "Running", expiresAt: "soon" };
  const kept: string[] = [];
  const start = vi.fn<Devices["start"]>(async () => device);
  const keep = async (id: string, name: string) => void kept.push(`${name} of ${id}`);
  const snapshots = async () => [
    { name: "tools", device: "d", deviceName: "build, fast", template: "tpl_linux" },
    { name: "more", device: "d", deviceName: null, template: "tpl_desktop" },
    { name: "other", device: null, deviceName: null, template: null },
  ];
  const context = contextOf({ start, keep, list: async () => [], snapshots });
  const run = async (input: Parameters<typeof devicesTool.run>[0]) => (await devicesTool.run(input, context)).text;
  expect(await run({ action: "keep", device: "d", snapshot: "tools" })).toBe("saved the files of d as snapshot tools");
  expect(kept).toEqual(["tools of d"]);
  expect(await run({ action: "list" })).toMatch(
    /^snapshots: tools \(of "build, fast", tpl_linux\), more \(of d, tpl_desktop\), other\nno device is running/,
  );
  expect(await run({ action: "start", template: "tpl_linux", snapshot: "tools" })).toContain("started d2");
  expect(start).toHaveBeenCalledWith(
    expect.objectContaining({ templateId: "tpl_linux", snapshotName: "tools" }),
    expect.any(AbortSignal),
  );
  await expect(run({ action: "keep", device: "d" })).rejects.toThrow("needs device and snapshot");
});

test("explains how to list the rest of a large folder", async () => {
  const entries = Array.from({ length: 2_000 }, (_, i) => ({ name: `${i}.txt`, isFolder: false, sizeBytes: i }));
  const context = contextOf({ listFiles: async () => entries });
  const { text } = await filesTool.run({ device: "d", action: "list", path: "/a", offset: 0 }, context);
  expect(text).toMatch(/^0\.txt 0\n[^]*\n… \d+ more lines: use shell with ls or find$/);
  expect(Buffer.byteLength(text)).toBeLessThan(TOOL_LIMITS.answerBytes);
});

test("reads a file in parts without splitting characters", async () => {
  const whole = Buffer.from("字".repeat(10_000));
  const readFile = async (_id: string, _path: string, offset: number, maxBytes: number) => ({
    bytes: whole.subarray(offset, offset + maxBytes),
    sizeBytes: whole.length,
  });
  const partFrom = async (offset: number): Promise<string> => {
    const input = { device: "d", action: "read", path: "/a", offset } as const;
    const [part = "", rest] = (await filesTool.run(input, contextOf({ readFile }))).text.split("\n… ");
    const next = rest === undefined ? undefined : Number(/offset (\d+)$/.exec(rest)?.[1]);
    return next === undefined ? part : part + (await partFrom(next));
  };
  expect(await partFrom(0)).toBe(whole.toString());
});

test("reads a page in parts without splitting characters", async () => {
  const whole = `# 潮\n${"字".repeat(10_000)}`;
  const context = contextOf({ page: async () => whole });
  const partFrom = async (from: number): Promise<string> => {
    const { text } = await observeTool.run(observeTool.input.parse({ device: "d", page: true, from }), context);
    expect(Buffer.byteLength(text)).toBeLessThan(TOOL_LIMITS.answerBytes);
    const [part = "", rest] = text.split("\n… ");
    return rest === undefined ? part : part + (await partFrom(Number(/from (\d+)$/.exec(rest)?.[1])));
  };
  expect(await partFrom(0)).toBe(whole);
});

test("returns a picture of an unreadable screen", async () => {
  const png = Buffer.from("picture");
  const screen = () => Promise.reject(new Error("the browser did not answer"));
  const context = contextOf({ screen, picture: async () => png });
  const input = observeTool.input.parse({ device: "d", picture: true });
  const answer = await observeTool.run(input, context);
  expect(answer).toEqual({ text: expect.stringContaining("the browser did not answer"), png });
  await expect(observeTool.run({ ...input, picture: false }, context)).rejects.toThrow("did not answer");
});

test("returns a binary file as base64", async () => {
  const bytes = Buffer.from([0xff, 0xd8, 0xff]);
  const context = contextOf({ readFile: async () => ({ bytes, sizeBytes: 3 }) });
  const { text } = await filesTool.run({ device: "d", action: "read", path: "/a.jpg", offset: 0 }, context);
  expect(text).toBe("base64: /9j/");
});

test("writes the bytes of text or base64", async () => {
  const written: string[] = [];
  const writeFile = async (_id: string, path: string, content: Uint8Array) =>
    void written.push(`${path} ${Buffer.from(content).toString("hex")}`);
  const context = contextOf({ writeFile });
  const write = { device: "d", action: "write", path: "/a", offset: 0 } as const;
  await filesTool.run({ ...write, text: "é" }, context);
  await filesTool.run({ ...write, base64: "AAE=" }, context);
  expect(written).toEqual(["/a c3a9", "/a 0001"]);
  await expect(filesTool.run(write, context)).rejects.toThrow("text or base64");
});
