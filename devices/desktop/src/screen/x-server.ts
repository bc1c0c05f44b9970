import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";

export interface XServer {
  /** Display name for clients, such as `:1`. */
  display: string;
  /** File with the pixels. */
  framebufferPath: string;
  /** Resolves when the server has ended. */
  exited: Promise<void>;
  stop(): void;
}

/** Largest screen size without a new server. Its memory is only used where something was drawn. */
const LARGEST = { widthPx: 1920, heightPx: 1200 };

/** Xvfb creates the folder of its socket only as root; for a folder with another owner it merely prints a warning. */
const SOCKETS_FOLDER = "/tmp/.X11-unix";

/**
 * Starts Xvfb with its pixels in a file in `folder`. `hasGl` enables OpenGL for programs, for 20 MB of memory. Rejects
 * if Xvfb is not installed, or exits before it accepts connections.
 */
export async function startXServer(
  folder: string,
  { hasGl, ...size }: { widthPx: number; heightPx: number; dpi: number; hasGl: boolean },
  environment: Record<string, string>,
): Promise<XServer> {
  const width = Math.max(size.widthPx, LARGEST.widthPx);
  const height = Math.max(size.heightPx, LARGEST.heightPx);
  await mkdir(SOCKETS_FOLDER, { recursive: true, mode: 0o1777 });
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
  // Reads to the end: a closed pipe would end the server.
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
