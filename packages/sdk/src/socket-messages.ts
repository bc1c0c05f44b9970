import { ConnectionError, errorOfStatus } from "./terrarium-error.ts";

/** Limit of the queue of unread messages on platforms whose sockets cannot pause. */
const WAITING_MAX = { messages: 100_000, chars: 64 * 1_048_576 } as const;
const NORMAL_CLOSURE = 1000;
/** Close codes of the API are 4000 plus an HTTP status. */
const CLOSE_CODE_BASE = 4_000;

/** Sockets of the package `ws` can be paused. */
type Held = WebSocket & { pause?: () => void; resume?: () => void };

/**
 * Yields the texts that arrive over a socket, in order, until it is closed normally. Throws TerrariumError after
 * another close, or the signal's reason. Leaving the loop closes the socket. Calls `begin` when the socket is open.
 */
export async function* messagesOf(
  socket: Held,
  begin: () => void,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, void> {
  // Reads from a separate array with an index. Shifting one array for each message takes time proportional to its
  // length.
  let [arrived, read, next] = [[] as string[], [] as string[], 0];
  let chars = 0;
  let end: { error: unknown } | undefined;
  let wake = () => {};
  const finish = (error: unknown) => {
    end ??= { error };
    wake();
  };
  const giveUp = () => {
    arrived = [];
    read = [];
    finish(signal?.reason);
  };
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  socket.addEventListener("open", begin);
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    // Messages after the end are ignored.
    if (end) return;
    const text = typeof data === "string" ? data : "";
    chars += text.length;
    arrived.push(text);
    socket.pause?.();
    if (arrived.length + read.length - next > WAITING_MAX.messages || chars > WAITING_MAX.chars) {
      finish(new ConnectionError("The output arrives faster than it is read", { code: "network_error" }));
      socket.close();
    }
    wake();
  });
  // The close event that follows gives the reason.
  socket.addEventListener("error", () => {});
  socket.addEventListener("close", ({ code, reason }) =>
    finish(code === NORMAL_CLOSURE ? undefined : lost(code, reason)),
  );
  try {
    for (;;) {
      if (next >= read.length) [arrived, read, next] = [[], arrived, 0];
      const text = read[next];
      if (text !== undefined) {
        next += 1;
        chars -= text.length;
        yield text;
      } else if (end) break;
      else {
        const more = new Promise<void>((resolve) => (wake = resolve));
        socket.resume?.();
        await more;
      }
    }
    if (end?.error !== undefined) throw end.error;
  } finally {
    signal?.removeEventListener("abort", giveUp);
    socket.resume?.();
    socket.close();
  }
}

function lost(code: number, reason: string): Error {
  const message = reason || "The connection was lost";
  if (code < CLOSE_CODE_BASE) return new ConnectionError(message, { code: "network_error" });
  return errorOfStatus(code - CLOSE_CODE_BASE, message, { code: "socket_closed" });
}
