import type { DaemonStream } from "@terrarium/adb/daemon-stream";
import type { Screen } from "../ports/screen.ts";
import type { DeviceSockets } from "../ports/sockets.ts";
import { createShellIo, type ShellService } from "./shell-service.ts";

/** Function that starts the scrcpy server, implemented by `scrcpy/scrcpy-server.ts`. */
export type StartScrcpyServer = (options: {
  /** Arguments after the class name: the version, then key=value pairs. */
  args: readonly string[];
  screen: Screen;
  sockets: DeviceSockets;
  /** Writes to the client's standard output. */
  log: (text: string) => void;
  /** Device name that clients display. */
  deviceName?: string;
}) => { exited: Promise<number>; stop(): void };

const COMMAND_LINE =
  /^\s*(?:CLASSPATH=\S+\s+)?(?:exec\s+)?app_process\d*\s+(?:-\S+\s+)*\S+\s+com\.genymobile\.scrcpy\.Server(?:\s+([^]*))?$/;

/** Returns the server's arguments if the command line starts the scrcpy server; undefined for any other command. */
export function parseScrcpyCommand(command: string): string[] | undefined {
  const match = COMMAND_LINE.exec(command);
  if (!match) return undefined;
  const words = (match[1] ?? "").match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? [];
  return words.map((word) => word.replace(/'([^']*)'|"([^"]*)"|\\(.)/g, "$1$2$3"));
}

/** Limit of unread log output per client; later output is dropped. */
const UNREAD_LOG_BYTES_MAX = 64 * 1024;

/** Runs the scrcpy server while the stream is open. */
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
    if (unreadBytes + bytes.length > UNREAD_LOG_BYTES_MAX) return;
    unreadBytes += bytes.length;
    void io.write("stdout", bytes).then(() => (unreadBytes -= bytes.length));
  };
  const server = start({ ...device, args, screen, log });
  io.gone.addEventListener("abort", () => server.stop(), { once: true });
  io.exit(await server.exited);
}
