import { PassThrough, Readable } from "node:stream";
import { AppError } from "@terrarium/platform/base/app-error";
import type { DeviceSession, ScreenViewer, ShellEnd } from "../device/device-session.ts";

/** For tests: a device session that records its calls. */
export class FakeDeviceSession implements DeviceSession {
  viewer: ScreenViewer | undefined;
  controls: Uint8Array[] = [];
  shellInput: string[] = [];
  shellSizes: unknown[] = [];
  /** Output of the shell that was opened last. */
  shellOutput = new PassThrough();
  endShell: (end: ShellEnd) => void = () => undefined;
  written = new Map<string, Buffer>();
  openConnections = 0;
  /** Resolves when the input is consumed. */
  takesInput = Promise.resolve();

  run = () => Promise.reject(new Error("not used here"));
  stream = () => Promise.reject(new Error("not used here"));
  openSocket = () => Promise.reject(new Error("not used here"));
  statFile = () => Promise.reject(new Error("not used here"));
  isVirtual = () => Promise.reject(new Error("not used here"));
  typeText = () => Promise.reject(new Error("not used here"));
  screenshotPng = () => Promise.reject(new Error("not used here"));
  screenPixels = () => Promise.reject(new Error("not used here"));
  async openShell(size: { rows: number; columns: number }) {
    this.openConnections += 1;
    this.shellSizes.push(size);
    this.shellOutput = new PassThrough();
    return {
      write: async (bytes: Uint8Array) => {
        this.shellInput.push(Buffer.from(bytes).toString());
        await this.takesInput;
      },
      resize: async (rows: number, columns: number) => void this.shellSizes.push({ rows, columns }),
      ended: new Promise<ShellEnd>((resolve) => (this.endShell = resolve)),
      output: this.shellOutput,
      close: () => void (this.openConnections -= 1),
    };
  }
  openLog() {
    return this.openShell({ rows: 0, columns: 0 });
  }
  async listFiles(path: string) {
    if (path === "nowhere") throw new AppError("file_not_found", { path });
    return [
      { name: "a.txt", kind: "file" as const, sizeBytes: 3, mode: 0o100644, modifiedAt: "2026-11-21T09:41:07.000Z" },
    ];
  }
  content = () => Readable.from([Buffer.from("abc")]);
  async readFile() {
    return { sizeBytes: 3, content: this.content() };
  }
  async writeFile(path: string, content: Readable) {
    if (path === "frozen") return new Promise<void>(() => undefined);
    if (path === "refused") throw new AppError("file_refused", { path, detail: "it is a folder" });
    this.written.set(path, Buffer.concat(await content.toArray()));
  }
  async watchScreen(viewer: ScreenViewer) {
    this.openConnections += 1;
    this.viewer = viewer;
    return {
      control: async (message: Uint8Array) => void this.controls.push(message),
      restart: () => undefined,
      close: () => void (this.openConnections -= 1),
    };
  }
  close = async () => undefined;
}
