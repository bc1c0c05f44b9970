import { describe, expect, test, vi } from "vitest";
import type { z } from "zod";
import { BothEnds } from "../both-ends.ts";
import type { CommandEnd, CommandUse, Devices } from "../devices.ts";
import { Jobs } from "../jobs/jobs.ts";
import { TOOL_LIMITS } from "../limits.ts";
import { callTool, LISTED } from "../mcp-server.ts";
import { SeenScreens } from "../seen-screens.ts";
import { button, fakeDevices, screenOf } from "../testing/fake-devices.ts";
import { devicesTool } from "./devices-tool.ts";
import { filesTool } from "./files-tool.ts";
import { observeTool } from "./observe-tool.ts";
import { shellTool } from "./shell-tool.ts";
import { TOOLS } from "./tools.ts";

const contextOf = (given: Parameters<typeof fakeDevices>[1]) => ({
  devices: fakeDevices([], given).devices,
  seen: new SeenScreens(),
  jobs: new Jobs(),
  caller: "key_1",
  session: "key_1 s1",
  signal: new AbortController().signal,
  report: () => undefined,
  progress: () => undefined,
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

/** Returns a shell on which every command prints these texts and ends so. */
const shellOf =
  (printed: Partial<Record<"stdout" | "stderr", string>>, end: CommandEnd): Devices["shell"] =>
  async (_id, _command, { onOutput }) => {
    for (const name of ["stdout", "stderr"] as const) onOutput(name, Buffer.from(printed[name] ?? ""));
    return end;
  };
const run = (input: z.input<typeof shellTool.input>, context: ReturnType<typeof contextOf>) =>
  shellTool.run(shellTool.input.parse(input), context);

test.each([
  [{ stdout: "a\n", stderr: "" }, { exitCode: 0, timedOut: false }, "a"],
  [{ stdout: "", stderr: "" }, { exitCode: 0, timedOut: false }, "done, nothing printed"],
  [
    { stdout: "a\nexit code 0\n", stderr: "b\n" },
    { exitCode: 2, timedOut: false },
    "exit code 2\na\nexit code 0\nstderr: b",
  ],
  [
    { stdout: "a\n", stderr: "" },
    { exitCode: 124, timedOut: true },
    "ended after 1 s: set more seconds, or background\na",
  ],
])("shows the output of a command as text and data: %j %j", async (printed, end, text) => {
  const context = contextOf({ shell: shellOf(printed, end) });
  const answer = await run({ device: "d", command: "x", seconds: 1 }, context);
  expect(answer).toEqual({ text, data: { ...printed, ...end } });
  expect(shellTool.output?.safeParse(answer.data).success).toBe(true);
});

test("fails if a command cannot run, and not if it fails", async () => {
  const seen = new SeenScreens();
  const call = async (shell: Devices["shell"]) => {
    const { devices } = fakeDevices([], { shell });
    const caller = { devices, seen, jobs: new Jobs(), caller: "key_1", session: undefined };
    return callTool("shell", { device: "d", command: "x" }, caller, new AbortController().signal);
  };
  expect((await call(shellOf({}, { exitCode: 1, timedOut: false }))).isError).toBe(false);
  expect((await call(() => Promise.reject(new Error("the device failed")))).isError).toBe(true);
});

test("cancels the command of a cancelled call", async () => {
  const cancelled = new AbortController();
  const ended = Promise.withResolvers<void>();
  const { devices } = fakeDevices([], {
    shell: async (_id, _command, { signal }) => {
      signal.addEventListener("abort", () => ended.resolve());
      cancelled.abort();
      return new Promise<never>(() => {});
    },
  });
  const caller = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1", session: undefined };
  await callTool("shell", { device: "d", command: "x" }, caller, cancelled.signal);
  await expect(ended.promise).resolves.toBeUndefined();
});

describe("a background command", () => {
  /** A shell that the test controls. */
  function held() {
    const uses: CommandUse[] = [];
    const ends: ((end: CommandEnd) => void)[] = [];
    const shell: Devices["shell"] = (_id, _command, use) => {
      uses.push(use);
      return new Promise((resolve, reject) => {
        ends.push(resolve);
        use.signal.addEventListener("abort", () => reject(use.signal.reason));
      });
    };
    return { uses, ends, shell };
  }

  test("returns at once, then its output since a position", async () => {
    const { uses, ends, shell } = held();
    const context = contextOf({ shell });
    const started = await run({ device: "d", command: "make", background: true }, context);
    expect(started.text).toBe("job 1 is running; output 0 to 0; continue with since 0");
    uses[0]?.onOutput("stdout", Buffer.from("one\n"));
    expect((await run({ device: "d", job: 1 }, context)).text).toBe(
      "job 1 is running; output 0 to 4; continue with since 4\none\n",
    );
    uses[0]?.onOutput("stderr", Buffer.from("two\n"));
    ends[0]?.({ exitCode: 3, timedOut: false });
    const { text, data, isError } = await run({ device: "d", job: 1, since: 4, seconds: 60 }, context);
    expect(text).toBe("job 1 ended with exit code 3; output 4 to 8; continue with since 8\ntwo\n");
    expect(data).toEqual({ job: 1, running: false, exitCode: 3, timedOut: false, stdout: "two\n", since: 8 });
    expect(isError).toBe(false);
  });

  test("is stopped on the device", async () => {
    const { uses, shell } = held();
    const context = contextOf({ shell });
    await run({ device: "d", command: "make", background: true }, context);
    expect((await run({ device: "d", job: 1, stop: true }, context)).text).toContain("job 1 was stopped");
    expect(uses[0]?.signal.aborted).toBe(true);
  });

  test("that cannot run is an error", async () => {
    const context = contextOf({ shell: () => Promise.reject(new Error("No sandbox d")) });
    const answer = await run({ device: "d", command: "make", background: true }, context);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining("failed: No sandbox d") });
  });

  test("belongs to its session and device", async () => {
    const { shell } = held();
    const context = contextOf({ shell });
    await run({ device: "d", command: "make", background: true }, context);
    await expect(run({ device: "e", job: 1 }, context)).rejects.toThrow("this session has no job 1 on e");
    const other = { ...context, session: "key_1 s2" };
    await expect(run({ device: "d", job: 1 }, other)).rejects.toThrow("its jobs: none");
  });
});

test.each([[{}], [{ command: "x", job: 1 }], [{ job: 0 }]])("rejects %j as a command", (input) => {
  expect(shellTool.input.safeParse({ device: "d", ...input }).success).toBe(false);
});

/** Returns the answer for a command that prints the output of `seq 1 COUNT` and a last word to each stream. */
async function toldOf(counts: { stdout: number; stderr: number }, exitCode: number) {
  let sizeBytes = 0;
  const shell: Devices["shell"] = async (_id, _command, { onOutput }) => {
    for (const name of ["stdout", "stderr"] as const)
      for (const line of [...Array.from({ length: counts[name] }, (_, i) => `${i + 1}\n`), `${name} is over\n`]) {
        sizeBytes += line.length;
        onOutput(name, Buffer.from(line));
      }
    return { exitCode, timedOut: false };
  };
  const { text } = await run({ device: "d", command: "x" }, contextOf({ shell }));
  expect(Buffer.byteLength(text)).toBeLessThan(TOOL_LIMITS.answerBytes);
  return { text, sizeBytes };
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
    /^exit code 1\n1\n2\n[^]*… \d+ bytes left out[^]*\nstdout is over\nstderr: 1\n2\n[^]*… \d+ bytes left out[^]*\nstderr is over$/,
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
  const act = async (input: Parameters<typeof devicesTool.run>[0]) => (await devicesTool.run(input, context)).text;
  expect(await act({ action: "keep", device: "d", snapshot: "tools" })).toBe("saved the files of d as snapshot tools");
  expect(kept).toEqual(["tools of d"]);
  expect(await act({ action: "list" })).toMatch(
    /^snapshots: tools \(of "build, fast", tpl_linux\), more \(of d, tpl_desktop\), other\nno device is running/,
  );
  expect(await act({ action: "start", template: "tpl_linux", snapshot: "tools" })).toContain("started d2");
  expect(start).toHaveBeenCalledWith(
    expect.objectContaining({ templateId: "tpl_linux", snapshotName: "tools" }),
    expect.any(AbortSignal),
  );
  await expect(act({ action: "keep", device: "d" })).rejects.toThrow("needs device and snapshot");
});

test("lists templates, and starts one by its name", async () => {
  const device = { id: "d2", name: "errand", template: "Phone", status: "Running", expiresAt: "soon" };
  const start = vi.fn<Devices["start"]>(async () => device);
  const templates = async () => [
    { id: "tpl_phone", name: "Phone", about: "Phone with apps" },
    { id: "tpl_linux", name: "Linux", about: "Shell\nand files" },
  ];
  const context = contextOf({ start, list: async () => [device], templates });
  const act = (input: Parameters<typeof devicesTool.run>[0]) => devicesTool.run(input, context);
  const listed = await act({ action: "list" });
  expect(listed.text).toBe(
    'templates: tpl_phone (Phone: Phone with apps), tpl_linux (Linux: Shell ⏎ and files)\nd2 "errand", Phone, Running, until soon',
  );
  expect(devicesTool.output?.safeParse(listed.data).success).toBe(true);
  await act({ action: "start", template: "linux" });
  expect(start).toHaveBeenCalledWith(expect.objectContaining({ templateId: "tpl_linux" }), expect.any(AbortSignal));
  await expect(act({ action: "start", template: "Mac" })).rejects.toThrow(
    'no template is called "Mac"; there is tpl_phone (Phone), tpl_linux (Linux)',
  );
});

test("extends a device's life", async () => {
  const extend = vi.fn<Devices["extend"]>(async (id) => ({
    id,
    name: null,
    template: "Phone",
    status: "Running",
    expiresAt: "later",
  }));
  const act = (input: Parameters<typeof devicesTool.run>[0]) => devicesTool.run(input, contextOf({ extend }));
  expect((await act({ action: "extend", device: "d", minutes: 5 })).text).toBe(
    "extended d, Phone, Running, until later",
  );
  expect(extend).toHaveBeenCalledWith("d", 300_000);
  await expect(act({ action: "extend" })).rejects.toThrow("extend needs a device");
});

test("takes the name of a running device for its id", async () => {
  const summary = (id: string, name: string) => ({ id, name, template: "", status: "", expiresAt: "" });
  const stopped: string[] = [];
  const { devices } = fakeDevices([], {
    list: async () => [summary("sbx_1", "one"), summary("sbx_2", "two"), summary("sbx_3", "two")],
    stop: async (id) => void stopped.push(id),
  });
  const caller = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1", session: undefined };
  const stop = (device: string) =>
    callTool("devices", { action: "stop", device }, caller, new AbortController().signal);
  await stop("one");
  await stop("sbx_2");
  expect(stopped).toEqual(["sbx_1", "sbx_2"]);
  expect(await stop("two")).toMatchObject({
    isError: true,
    content: [{ text: 'several devices are called "two": sbx_2, sbx_3; use an id' }],
  });
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
  await expect(filesTool.run(write, context)).rejects.toThrow("either text, base64 or from_url");
});

test("moves files between the device and addresses", async () => {
  const moved: string[] = [];
  const context = contextOf({
    fetchFile: async (_id, path, url) => moved.push(`${url} to ${path}`),
    sendFile: async (_id, path, url) => moved.push(`${path} to ${url}`),
  });
  const run = (input: object) =>
    filesTool.run(filesTool.input.parse({ device: "d", path: "a.bin", ...input }), context);
  expect((await run({ action: "write", from_url: "https://a.example/b" })).text).toBe("wrote 1 bytes to a.bin");
  expect((await run({ action: "read", to_url: "https://a.example/c" })).text).toBe(
    "sent 2 bytes of a.bin to https://a.example/c",
  );
  expect(moved).toEqual(["https://a.example/b to a.bin", "a.bin to https://a.example/c"]);
  await expect(run({ action: "write", text: "a", from_url: "https://a.example/b" })).rejects.toThrow("either");
});

test("links a file that is longer than an answer", async () => {
  const readFile: Devices["readFile"] = async (_id, _path, _offset, maxBytes) => ({
    bytes: Buffer.alloc(maxBytes),
    sizeBytes: 1_000_000,
  });
  const { devices } = fakeDevices([], { readFile });
  const caller = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1", session: undefined };
  const input = { device: "sbx_1", action: "read", path: "/a b/c#.bin" };
  const { content } = await callTool("files", input, caller, new AbortController().signal);
  expect(content[1]).toMatchObject({
    type: "resource_link",
    uri: "terrarium://sbx_1//a%20b/c%23.bin",
    size: 1_000_000,
  });
});

test("notifies of progress if the client asks for it", async () => {
  const sent: object[] = [];
  const { devices } = fakeDevices([screenOf(button("A", 0))]);
  const caller = { devices, seen: new SeenScreens(), jobs: new Jobs(), caller: "key_1", session: undefined };
  const input = { device: "sbx_1", steps: [{ tap: "A" }, { press: "home" }] };
  const call = (token: string | undefined) =>
    callTool("act", input, caller, new AbortController().signal, {
      token,
      send: async (params) => void sent.push(params),
    });
  await call(undefined);
  expect(sent).toEqual([]);
  await call("t");
  expect(sent).toEqual([
    { progressToken: "t", progress: 1, total: 2, message: 'tapped "A"' },
    { progressToken: "t", progress: 2, total: 2, message: "pressed home" },
  ]);
});

test("tells clients which tools can destroy something", () => {
  const hints = LISTED.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]);
  expect(hints).toEqual([
    ["devices", false, true],
    ["observe", true, false],
    ["act", false, true],
    ["shell", false, true],
    ["files", false, true],
  ]);
});
