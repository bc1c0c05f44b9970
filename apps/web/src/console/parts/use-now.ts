import { useEffect, useState } from "react";
import { serverNow } from "../../session/server-clock.ts";

const STEP_MS = 5_000;

/** Returns the server's time in milliseconds, updated at least every five seconds. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
