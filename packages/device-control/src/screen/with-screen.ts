import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import type { DeviceSession, ScreenSubscription } from "../device/device-session.ts";
import { sessionFailure } from "../device/session-failure.ts";

export interface Watched {
  sandboxId: string;
  session: Pick<DeviceSession, "watchScreen">;
}

/** State of a watched screen. */
interface Seen {
  /** Its latest video event; codec "png" if it only sends screenshots. */
  video: Extract<ScreenEvent, { type: "screen" }> | undefined;
  /** Aborted when the screen ends. */
  readonly gone: AbortSignal;
}

/**
 * Runs work that sends control messages, and watches the screen meanwhile. Rejects with device_failed or
 * sandbox_not_running when the screen ends, because control messages do not report that.
 */
export async function withScreen<Result>(
  { sandboxId, session }: Watched,
  work: (screen: ScreenSubscription, seen: Readonly<Seen>) => Promise<Result>,
  onClipboard: (text: string) => void = () => undefined,
): Promise<Result> {
  const gone = new AbortController();
  const seen: Seen = { video: undefined, gone: gone.signal };
  const screen = await session.watchScreen({
    event(event) {
      if (event.type === "screen") seen.video = event;
      else onClipboard(event.text);
    },
    packet: () => undefined,
    end: (end) => gone.abort(sessionFailure(sandboxId, end)),
  });
  try {
    gone.signal.throwIfAborted();
    const refused = Promise.withResolvers<never>();
    gone.signal.addEventListener("abort", () => refused.reject(gone.signal.reason), { once: true });
    return await Promise.race([work(screen, seen), refused.promise]);
  } finally {
    screen.close();
  }
}
