import { useEffect, useState } from "react";
import { serverNow } from "../../session/server-clock.ts";

const STEP_MS = 5_000;

/** The time in milliseconds by the server's clock, kept up to date to within five seconds. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(serverNow);
  useEffect(() => {
    const timer = setInterval(() => setNowMs(serverNow()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
