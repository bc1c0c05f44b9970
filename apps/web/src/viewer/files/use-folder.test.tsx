// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { ApiError } from "../../api/api-error.ts";
import { act } from "../../testing/act.ts";
import type { FilesApi } from "./files-api.ts";
import { useFolder } from "./use-folder.ts";
import { useTransfers } from "./use-transfers.ts";

/** Latest results of the hooks. */
const seen: { folder?: ReturnType<typeof useFolder>["folder"]; upload?: ReturnType<typeof useTransfers>["upload"] } =
  {};
let listed: string[];
/** State of a sandbox that is not running. Undefined while it runs. */
let absence: "stopped" | "starting" | "ended" | undefined;
let arrived: PromiseWithResolvers<void>;
let root: Root;

const api = {
  list: async (path: string) => {
    listed.push(path);
    if (absence) throw new ApiError(409, "sandbox_not_running", "why");
    return [];
  },
  absence: async () => absence,
  upload: () => arrived.promise,
} as unknown as FilesApi;

function Probe({ path, report }: { path: string; report: (found: typeof seen) => void }) {
  const { folder, reload } = useFolder(api, path);
  const { upload } = useTransfers(api, reload);
  report({ folder, upload });
  return null;
}
const show = (path: string) =>
  act(() => root.render(<Probe path={path} report={(found) => Object.assign(seen, found)} />));

beforeEach(() => {
  listed = [];
  absence = undefined;
  arrived = Promise.withResolvers();
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

test("refreshes the displayed folder after an upload", async () => {
  await show("sdcard");
  await act(() => seen.upload?.("sdcard", [new File(["a"], "a.txt")]));
  await show("data/local/tmp");
  await act(() => arrived.resolve());
  expect(listed).toEqual(["sdcard", "data/local/tmp", "data/local/tmp"]);
  expect(seen.folder).toEqual({ kind: "loaded", files: [] });
});

test("shows the files of a stopped or starting sandbox once it runs, and never those of an ended one", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  onTestFinished(() => void vi.useRealTimers());
  for (absence of ["stopped", "starting"] as const) {
    await show(`sdcard/${absence}`);
    expect(seen.folder).toEqual({ kind: "over", end: { kind: absence, detail: "why" } });
  }
  absence = undefined;
  await act(() => vi.advanceTimersByTime(5_000));
  expect(seen.folder).toEqual({ kind: "loaded", files: [] });
  absence = "ended";
  await show("sdcard/ended");
  expect(seen.folder).toEqual({ kind: "over", end: { kind: "ended", detail: "why" } });
  const asked = listed.length;
  await act(() => vi.advanceTimersByTime(60_000));
  expect(listed).toHaveLength(asked);
});
