import { PassThrough } from "node:stream";
import type { ShellIo } from "@terrarium/adb-device/ports/shell";
import type { TerminalSession, TerminalSize } from "@terrarium/phone-system/terminal-session";
import type { ShellWorkers } from "./shell-workers.ts";

/** Limit of output kept for the first listener, in bytes. A prompt needs little more than this text. */
const KEPT_BYTES_MAX = 64 * 1024;

/** Starts a shell at a terminal of the device's own. It behaves as adb's `shell` does, without adb. */
export function openAppTerminal(workers: ShellWorkers, size: TerminalSize): TerminalSession {
  const stdin = new PassThrough();
  const gone = new AbortController();
  const ended = Promise.withResolvers<number>();
  const listeners = new Set<(bytes: Uint8Array) => void>();
  const kept: Uint8Array[] = [];
  let keptBytes = 0;
  let windowSize = size;
  let onWindowSize = (): void => undefined;
  const io: ShellIo = {
    stdin,
    get windowSize() {
      return windowSize;
    },
    onWindowSize: (listener) => {
      onWindowSize = listener;
    },
    write: async (_stream, bytes) => {
      for (const listener of listeners) listener(bytes);
      if (listeners.size === 0 && keptBytes < KEPT_BYTES_MAX) {
        kept.push(bytes);
        keptBytes += bytes.length;
      }
      // Yields to the event loop, so that a command with endless output does not block the screen.
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    exit: (code) => ended.resolve(code),
    gone: gone.signal,
    endsInputByLeaving: false,
  };
  void workers.serve(io, { terminal: "xterm-256color" });
  return {
    write: (typed) => void (stdin.writable && stdin.write(typed)),
    onOutput: (listener) => {
      listeners.add(listener);
      for (const bytes of kept.splice(0)) listener(bytes);
      return () => listeners.delete(listener);
    },
    resize: (next) => {
      windowSize = next;
      onWindowSize();
    },
    ended: ended.promise,
    close: () => {
      gone.abort();
      stdin.end();
    },
  };
}
