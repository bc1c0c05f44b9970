import { useEffect, useState } from "react";

const STEP_MS = 5_000;

/** The time in milliseconds, kept up to date to within five seconds. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
