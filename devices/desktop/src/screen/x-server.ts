import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

export interface XServer {
  /** Its name for clients, such as `:1`. */
  display: string;
  /** The file that holds the pixels. */
  framebufferPath: string;
  /** Resolves when it has ended. */
  exited: Promise<void>;
  stop(): void;
}

/** The screen may become as large without another server: its memory is only used where something was drawn. */
const largest = { widthPx: 1920, heightPx: 1200 };

/** Xvfb makes the folder of its socket as root alone; whose it is else, it only tells of. */
const socketsFolder = "/tmp/.X11-unix";

/**
 * Starts Xvfb with its pixels in a file in `folder`; `hasGl`: with OpenGL for its programs, which is 20 MB. Rejects if the
 * program is not there, or ends before it can be connected to.
 */
export async function startXServer(
  folder: string,
  { hasGl, ...size }: { widthPx: number; heightPx: number; dpi: number; hasGl: boolean },
  environment: Record<string, string>,
): Promise<XServer> {
  const width = Math.max(size.widthPx, largest.widthPx);
  const height = Math.max(size.heightPx, largest.heightPx);
  await mkdir(socketsFolder, { recursive: true, mode: 0o1777 });
  const told = ["-displayfd", "3", "-screen", "0", `${width}x${height}x24`, "-fbdir", folder, "-dpi", String(size.dpi)];
  const gl = hasGl ? [] : ["-extension", "GLX"];
  const child = spawn("Xvfb", [...told, ...gl, "-nolisten", "tcp", "-noreset", "-ac"], {
    stdio: ["ignore", "ignore", "ignore", "pipe"],
    env: environment,
  });
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await once(child, "spawn");
  const [, , , numbers] = child.stdio;
  if (!numbers) throw new Error("Xvfb has no way to tell its display");
  let number = "";
  // It is read to its end: a server that finds nobody there is ended by that.
  numbers.on("data", (chunk: Buffer) => (number += chunk.toString()));
  await once(numbers, "end");
  if (number === "") throw new Error("Xvfb ended before it could be connected to");
  return {
    display: `:${number.trim()}`,
    framebufferPath: join(folder, "Xvfb_screen0"),
    exited,
    stop: () => void child.kill("SIGKILL"),
  };
}
