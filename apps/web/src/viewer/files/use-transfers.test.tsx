// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { act } from "../../testing/act.ts";
import { formatBytes } from "../parts/format-bytes.ts";
import { useFileDrop } from "../parts/use-file-drop.ts";
import type { FilesApi, OnProgress } from "./files-api.ts";
import { TransferList } from "./TransferList.tsx";
import { useTransfers } from "./use-transfers.ts";

const upload = vi.fn<FilesApi["upload"]>();
const install = vi.fn<FilesApi["install"]>();
const api = { upload, install } as unknown as FilesApi;
let page: HTMLElement;
let root: Root;

type Begin = Omit<ReturnType<typeof useTransfers>, "transfers">;

function Probe({ what, report }: { what: "upload" | "install"; report?: (begin: Begin) => void }) {
  const { transfers, ...begin } = useTransfers(api);
  report?.(begin);
  const { dragEvents } = useFileDrop((files, folders) =>
    what === "upload" ? begin.upload("sdcard", files, folders) : begin.install(files),
  );
  return (
    <div id="target" {...dragEvents}>
      <TransferList transfers={transfers} onDismiss={begin.dismiss} />
    </div>
  );
}

/** Returns a file that the browser cannot read, such as a folder or a deleted file. */
function unreadable(name: string, sizeBytes: number): File {
  const file = new File([new Uint8Array(sizeBytes)], name);
  const blob = new Blob();
  blob.arrayBuffer = () => Promise.reject(new DOMException("it could not be found", "NotFoundError"));
  file.slice = () => blob;
  return file;
}

/** Simulates a drop of files and folders. A folder's size is 0 on some systems and not on others. */
async function drop(...dropped: { file: File; isDirectory: boolean }[]): Promise<void> {
  const items = dropped.map(({ file, isDirectory }) => ({
    kind: "file",
    getAsFile: () => file,
    webkitGetAsEntry: () => ({ isDirectory }),
  }));
  const event = new Event("drop", { bubbles: true, cancelable: true });
  const dataTransfer = { types: ["Files"], items, files: dropped.map(({ file }) => file) };
  Object.assign(event, { dataTransfer });
  await act(() => void page.querySelector("#target")?.dispatchEvent(event));
}

beforeEach(() => {
  upload.mockResolvedValue();
  install.mockResolvedValue();
  page = document.createElement("div");
  root = createRoot(page);
});
afterEach(async () => {
  await act(() => root.unmount());
  vi.resetAllMocks();
});

test("refuses a dropped folder with a message, and uploads the files next to it", async () => {
  await act(() => root.render(<Probe what="upload" />));
  await drop(
    { file: new File([], "photos"), isDirectory: true },
    { file: new File(["a"], "a.txt"), isDirectory: false },
  );
  await vi.waitFor(() => expect(upload).toHaveBeenCalledOnce());
  expect(upload.mock.calls[0]?.[0]).toBe("sdcard/a.txt");
  expect(page.textContent).toContain("Folders cannot be uploaded");
});

test.each(["upload", "install"] as const)(
  "distinguishes an unreadable file from an unreachable server: %s",
  async (what) => {
    await act(() => root.render(<Probe what={what} />));
    await drop({ file: unreadable("gone.apk", 4096), isDirectory: false });
    await vi.waitFor(() => expect(page.textContent).toContain("The browser cannot read this file"));
    expect(upload).not.toHaveBeenCalled();
    expect(install).not.toHaveBeenCalled();
  },
);

test("throttles the progress of a file in many chunks, and shows its end at once", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { promise: sent, resolve: end } = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<OnProgress>();
  upload.mockImplementation((_path, _file, _signal, onProgress) => {
    begun.resolve(onProgress);
    return sent;
  });
  const seen = new Set<Begin["download"]>();
  const drawn = vi.fn<(begin: Begin) => void>((begin) => void seen.add(begin.download));
  await act(() => root.render(<Probe what="upload" report={drawn} />));
  await drop({ file: new File([new Uint8Array(5_000)], "a.bin"), isDirectory: false });
  const onProgress = await begun.promise;
  const before = drawn.mock.calls.length;
  for (let bytes = 200; bytes <= 4_000; bytes += 200) await act(() => onProgress(bytes));
  await act(() => vi.runOnlyPendingTimers());
  expect(drawn.mock.calls.length).toBe(before + 1);
  expect(page.querySelector("progress")?.value).toBe(4_000);
  await act(() => onProgress(4_500));
  await act(() => end());
  expect(page.textContent).toContain(formatBytes(5_000));
  // The props of a table with thousands of rows must stay the same.
  expect(seen.size).toBe(1);
});
