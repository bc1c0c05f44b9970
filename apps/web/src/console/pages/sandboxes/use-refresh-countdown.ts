import { useEffect, useEffectEvent, useState } from "react";
import { type RefreshInterval, secondsLeft } from "./refresh-interval.ts";

export interface RefreshCountdown {
  interval: RefreshInterval;
  /** While true the countdown stands still. */
  isLoading: boolean;
  /** When the list was loaded last, in milliseconds. */
  loadedAtMs: number;
  onDue: () => void;
}

/**
 * Counts the seconds to the next automatic refresh and asks for it; returns those left, 0 when it is off. In a tab that
 * nobody looks at it asks for nothing; what was due meanwhile is asked for when somebody does.
 */
export function useRefreshCountdown({ interval, isLoading, loadedAtMs, onDue }: RefreshCountdown): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = (atMs: number) => (interval === "off" ? 0 : secondsLeft(interval, loadedAtMs, atMs));
  const tick = useEffectEvent(() => {
    // A tab that was forgotten would keep the session from ever ending.
    if (document.hidden) return;
    setNowMs(Date.now());
    if (left(Date.now()) === 0) onDue();
  });
  useEffect(() => {
    if (interval === "off" || isLoading) return undefined;
    const look = () => tick();
    const timer = setInterval(look, 1_000);
    document.addEventListener("visibilitychange", look);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [interval, isLoading]);
  return left(nowMs);
}
