import type { ScreenEvent } from "@terrarium/contract/proxy-messages";
import type { DeviceSession, ScreenSubscription } from "./device-session.ts";
import { sessionFailure } from "./session-failure.ts";

export interface Watched {
  sandboxId: string;
  session: Pick<DeviceSession, "watchScreen">;
}

/**
 * Does some work by control messages, for which the screen is watched meanwhile. Rejects with device_failed or
 * sandbox_not_running once the screen goes away, of which no control message tells; the signal aborts then.
 */
export async function withScreen<Result>(
  { sandboxId, session }: Watched,
  event: (event: ScreenEvent) => void,
  work: (screen: ScreenSubscription, gone: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const gone = new AbortController();
  const screen = await session.watchScreen({
    event,
    packet: () => undefined,
    end: (end) => gone.abort(sessionFailure(sandboxId, end)),
  });
  try {
    gone.signal.throwIfAborted();
    const refused = Promise.withResolvers<never>();
    gone.signal.addEventListener("abort", () => refused.reject(gone.signal.reason), { once: true });
    return await Promise.race([work(screen, gone.signal), refused.promise]);
  } finally {
    screen.close();
  }
}
