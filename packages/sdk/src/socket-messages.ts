import { ConnectionError, errorOfStatus } from "./terrarium-error.ts";

/** What may wait to be read where the platform cannot be told to wait. */
const WAITING_MAX = { messages: 100_000, chars: 64 * 1_048_576 } as const;
const NORMAL_CLOSURE = 1000;
/** Close codes of the API are 4000 and the status that they stand for. */
const CLOSE_CODE_BASE = 4_000;

/** Sockets of the package `ws` can be held back. */
type Held = WebSocket & { pause?: () => void; resume?: () => void };

/**
 * The texts that come over a socket, in turn, until it is closed in order. Ends with TerrariumError if it is not, or with
 * the signal's reason. Leaving the loop closes the socket. `opening` is sent first.
 */
export async function* messagesOf(
  socket: Held,
  opening: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<string, void, void> {
  const waiting: string[] = [];
  let chars = 0;
  let end: { error: unknown } | undefined;
  let wake = () => {};
  const finish = (error: unknown) => {
    end ??= { error };
    wake();
  };
  const giveUp = () => {
    waiting.length = 0;
    finish(signal?.reason);
  };
  signal?.addEventListener("abort", giveUp);
  if (signal?.aborted === true) giveUp();
  socket.addEventListener("open", () => socket.send(opening));
  socket.addEventListener("message", ({ data }: MessageEvent<unknown>) => {
    const text = typeof data === "string" ? data : "";
    chars += text.length;
    waiting.push(text);
    socket.pause?.();
    if (waiting.length > WAITING_MAX.messages || chars > WAITING_MAX.chars)
      finish(new ConnectionError("The output is read more slowly than it comes", { code: "network_error" }));
    wake();
  });
  // What was wrong is told by the close that follows.
  socket.addEventListener("error", () => {});
  socket.addEventListener("close", ({ code, reason }) =>
    finish(code === NORMAL_CLOSURE ? undefined : lost(code, reason)),
  );
  try {
    for (;;) {
      const text = waiting.shift();
      if (text !== undefined) {
        chars -= text.length;
        yield text;
      } else if (end) break;
      else {
        const next = new Promise<void>((resolve) => (wake = resolve));
        socket.resume?.();
        await next;
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
