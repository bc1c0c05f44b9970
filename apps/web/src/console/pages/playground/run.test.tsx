// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession, signIn } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { useRun } from "./run.ts";

/** The hook's latest result. */
const seen: { run?: ReturnType<typeof useRun> } = {};
const fetchMock = vi.fn<typeof fetch>();
let root: Root;
let renders = 0;
let stream: ReadableStreamDefaultController<Uint8Array>;

function Probe({ report }: { report: (run: ReturnType<typeof useRun>) => void }) {
  report(useRun("org_1"));
  return null;
}
const run = () => {
  if (seen.run === undefined) throw new Error("not rendered");
  return seen.run;
};
const texts = () => run().lines.map(({ text }) => text);
/** Flushes pending updates to the view. */
const pass = () => act(() => vi.runOnlyPendingTimers());
const arrive = (text: string) => act(() => stream.enqueue(new TextEncoder().encode(text)));
const send = async (text: string) => {
  await arrive(text);
  await pass();
};
const execute = (code = "code") => act(() => void run().execute(code));
const serve = () =>
  fetchMock.mockImplementationOnce(
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            stream = controller;
          },
        }),
      ),
  );

/** Opens the page. */
async function open(): Promise<void> {
  root = createRoot(document.createElement("div"));
  await act(async () =>
    root.render(
      <Probe
        report={(latest) => {
          seen.run = latest;
          renders += 1;
        }}
      />,
    ),
  );
}
const leave = () => act(() => root.unmount());

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("fetch", fetchMock);
  signIn("secret");
  await open();
});
afterEach(async () => {
  await leave();
  forgetSession("logout");
  fetchMock.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("a run shows its logs and sandbox, and ends at its end event", async () => {
  serve();
  await execute();
  expect(fetchMock.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ code: "code" }));
  await send("event: start\ndata: \n\nevent: log\ndata: gbox id: sbx_1\n\n");
  await execute("ignored while one is under way");
  expect(fetchMock).toHaveBeenCalledTimes(1);
  expect(run()).toMatchObject({ isExecuting: true, sandboxId: "sbx_1" });
  await send("event: end\ndata: \n\n");
  expect(run()).toMatchObject({ isExecuting: false, sandboxId: "sbx_1" });
  expect(texts()).toEqual(["gbox id: sbx_1"]);
});

test("stopping aborts the request, logs it and clears the screen; a new run clears the logs", async () => {
  serve();
  await execute();
  await send("event: log\ndata: gbox id: sbx_1\n\n");
  await act(() => run().stop());
  expect(run()).toMatchObject({ isExecuting: false, sandboxId: undefined, leftSandboxId: "sbx_1" });
  expect(texts()).toEqual(["gbox id: sbx_1", "Execution stopped by user"]);
  expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  serve();
  await execute();
  expect(texts()).toEqual([]);
  expect(run().leftSandboxId).toBeUndefined();
});

test("batches the output of a loop, keeps its newest lines, and flushes at the end", async () => {
  serve();
  await execute();
  const before = renders;
  await arrive(Array.from({ length: 6_000 }, (_, i) => `event: log\ndata: gbox id: sbx_1 ${i}\n\n`).join(""));
  await pass();
  expect(renders).toBe(before + 1);
  expect(run().lines).toHaveLength(5_000);
  expect(texts().at(-1)).toBe("gbox id: sbx_1 5999");
  expect(run().sandboxId).toBe("sbx_1");
  await arrive("event: log\ndata: last\n\nevent: end\ndata: \n\n");
  expect(run().isExecuting).toBe(false);
  expect(texts().at(-1)).toBe("last");
});

test("keeps run, logs and sandbox when the user leaves and returns", async () => {
  serve();
  await execute();
  await send("event: log\ndata: gbox id: sbx_1\n\n");
  await leave();
  await send("event: log\ndata: while away\n\n");
  await open();
  expect(run()).toMatchObject({ isExecuting: true, sandboxId: "sbx_1" });
  expect(texts()).toEqual(["gbox id: sbx_1", "while away"]);
  await send("event: end\ndata: \n\n");
  expect(run().isExecuting).toBe(false);
});

test("ends the run with the session and leaves nothing for the next user", async () => {
  serve();
  await execute();
  await send("event: log\ndata: mine\n\n");
  await leave();
  forgetSession("logout");
  expect(fetchMock.mock.calls[0]?.[1]?.signal?.aborted).toBe(true);
  signIn("another");
  await open();
  expect(run()).toMatchObject({ isExecuting: false, lines: [] });
});

test("an ended sandbox of an earlier run does not clear the current screen", async () => {
  serve();
  await execute();
  await send("event: log\ndata: gbox id: sbx_1\n\nevent: end\ndata: \n\n");
  serve();
  await execute();
  await arrive("event: log\ndata: gbox id: sbx_2\n\n");
  await act(() => run().forgetSandbox("sbx_1"));
  expect(run().sandboxId).toBe("sbx_2");
  expect(texts()).toEqual(["gbox id: sbx_2", "Device of sbx_1 ended"]);
  await act(() => run().stop());
  await act(() => run().forgetSandbox("sbx_1"));
  expect(run().leftSandboxId).toBe("sbx_2");
  await act(() => run().forgetSandbox("sbx_2"));
  expect(run()).toMatchObject({ leftSandboxId: undefined, endedSandboxId: "sbx_2" });
});

test("reports a reached quota and logs its message", async () => {
  serve();
  await execute();
  await send("event: error\ndata: Sandbox number limit reached\n\n");
  expect(run().isQuotaReached).toBe(true);
  expect(texts()).toEqual(["Sandbox number limit reached"]);
  await act(() => run().dismissQuota());
  expect(run().isQuotaReached).toBe(false);
});

test("logs failures before the stream starts", async () => {
  fetchMock.mockResolvedValueOnce(
    new Response('{"code":"run_limit","message":"Already running 3 scripts"}', { status: 429 }),
  );
  await execute();
  expect(run().isExecuting).toBe(false);
  expect(texts()).toEqual(["Error: Already running 3 scripts"]);
});

test("reports a dropped connection in the console's words", async () => {
  serve();
  await execute();
  await act(() => stream.error(new TypeError("network error")));
  await pass();
  await vi.waitFor(() => expect(texts().join()).toContain("Lost the connection to the server"));
  expect(run().isExecuting).toBe(false);
});

test("reports a stream that ends before the script", async () => {
  serve();
  await execute();
  await act(() => stream.close());
  await pass();
  await vi.waitFor(() => expect(texts().join()).toContain("Lost the connection to the server"));
});

test("columns of the first line exclude the inserted API key", async () => {
  serve();
  await act(() => void run().execute("code", { prefix: "KEY=1;" }));
  expect(fetchMock.mock.calls[0]?.[1]?.body).toBe(JSON.stringify({ code: "KEY=1;code" }));
  await send("event: error\ndata: TypeError: x\ndata:     at <anonymous> (script.js:1:9)\n\n");
  expect(texts().join()).toContain("(script.js:1:3)");
});

test("a failed run keeps its script, reason and place; the next run clears them", async () => {
  serve();
  await act(() => void run().execute("code", { id: "sample" }));
  await send(
    "event: error\ndata: TypeError: x\ndata:     at <anonymous> (script.js:1:3)\n\nevent: end\ndata: failed\n\n",
  );
  expect(run()).toMatchObject({
    phase: "failed",
    script: { id: "sample", code: "code" },
    failure: { reason: "TypeError: x", place: { line: 1, column: 3 } },
  });
  serve();
  await execute();
  expect(run()).toMatchObject({ phase: "executing", failure: undefined });
  await send("event: end\ndata: completed\n\n");
  expect(run().phase).toBe("completed");
});
