import { useEffect, useState } from "react";
import { serverNow } from "../../session/server-clock.ts";

const SECOND_MS = 1_000;

/** Returns the server's time in epoch milliseconds, updated every second. */
export function useServerNow(): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
