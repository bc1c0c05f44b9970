// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { act } from "../../testing/act.ts";
import type { FilesApi } from "./files-api.ts";
import { useFolder } from "./use-folder.ts";
import { useTransfers } from "./use-transfers.ts";

/** What the page shows and offers. */
const seen: { folder?: ReturnType<typeof useFolder>["folder"]; upload?: ReturnType<typeof useTransfers>["upload"] } =
  {};
let listed: string[];
let arrived: PromiseWithResolvers<void>;
let root: Root;

const api = {
  list: async (path: string) => {
    listed.push(path);
    return [];
  },
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
  arrived = Promise.withResolvers();
  root = createRoot(document.createElement("div"));
});
afterEach(() => act(() => root.unmount()));

test("after an upload the folder is looked at anew that is shown by then", async () => {
  await show("sdcard");
  await act(() => seen.upload?.("sdcard", [new File(["a"], "a.txt")]));
  await show("data/local/tmp");
  await act(() => arrived.resolve());
  expect(listed).toEqual(["sdcard", "data/local/tmp", "data/local/tmp"]);
  expect(seen.folder).toEqual({ kind: "loaded", files: [] });
});
