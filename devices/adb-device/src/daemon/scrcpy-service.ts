import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import type { Screen } from "../ports/screen.ts";
import type { DeviceSockets } from "../ports/sockets.ts";
import { createShellIo, type ShellService } from "./shell-service.ts";

/** How the screen mirror's server is started; `scrcpy/scrcpy-server.ts` provides it. */
export type StartScrcpyServer = (options: {
  /** What follows the class name: the version, then key=value pairs. */
  args: readonly string[];
  screen: Screen;
  sockets: DeviceSockets;
  /** To the client's standard output. */
  log: (text: string) => void;
  /** What clients show as the device's name. */
  deviceName?: string;
}) => { exited: Promise<number>; stop(): void };

const commandLine =
  /^\s*(?:CLASSPATH=\S+\s+)?(?:exec\s+)?app_process\d*\s+(?:-\S+\s+)*\S+\s+com\.genymobile\.scrcpy\.Server(?:\s+([^]*))?$/;

/** The server's arguments if the command line starts scrcpy's server; undefined for any other command. */
export function parseScrcpyCommand(command: string): string[] | undefined {
  const match = commandLine.exec(command);
  if (!match) return undefined;
  const words = (match[1] ?? "").match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3"));
}

/** What is kept for a client that does not read what the server says; beyond it nothing more is said. */
const unreadLogBytesMax = 64 * 1024;

/** Runs the mirror's server for as long as the stream is open. */
export async function serveScrcpy(
  start: StartScrcpyServer,
  args: string[],
  request: ShellService,
  stream: DaemonStream,
  device: { screen: () => Promise<Screen>; sockets: DeviceSockets; deviceName: string },
): Promise<void> {
  const io = createShellIo(request.packets, stream);
  io.stdin.resume();
  let screen: Screen;
  try {
    screen = await device.screen();
  } catch (error) {
    await io.write(
      "stderr",
      Buffer.from(`[server] ERROR: ${error instanceof Error ? error.message : String(error)}\n`),
    );
    return io.exit(1);
  }
  if (io.gone.aborted) return io.exit(1);
  let unreadBytes = 0;
  const log = (text: string): void => {
    const bytes = Buffer.from(text);
    if (unreadBytes + bytes.length > unreadLogBytesMax) return;
    unreadBytes += bytes.length;
    void io.write("stdout", bytes).then(() => (unreadBytes -= bytes.length));
  };
  const server = start({ ...device, args, screen, log });
  io.gone.addEventListener("abort", () => server.stop(), { once: true });
  io.exit(await server.exited);
}
