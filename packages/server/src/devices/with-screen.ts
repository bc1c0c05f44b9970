import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import type { DeviceSession, ScreenSubscription } from "./device-session.ts";
import { sessionFailure } from "./session-failure.ts";

export interface Watched {
  sandboxId: string;
  session: Pick<DeviceSession, "watchScreen">;
}

/** What is known of a screen while it is watched. */
interface Seen {
  /** What it said last of its video; "png" where it sends pictures alone. */
  video: Extract<ScreenEvent, { type: "screen" }> | undefined;
  /** Aborts once it goes away. */
  readonly gone: AbortSignal;
}

/**
 * Does some work by control messages, for which the screen is watched meanwhile. Rejects with device_failed or
 * sandbox_not_running once the screen goes away, of which no control message tells.
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
