import { useEffect, useEffectEvent, useState } from "react";
import { type RefreshInterval, secondsLeft } from "./refresh-interval.ts";

export interface RefreshCountdown {
  interval: RefreshInterval;
  /** Pauses the countdown while true. */
  isLoading: boolean;
  /** Time of the last load, in milliseconds. */
  loadedAtMs: number;
  onDue: () => void;
}

/**
 * Counts down to the next automatic refresh and starts it. Returns the seconds left, or 0 when it is off. In a hidden
 * tab it starts no refresh; an overdue refresh starts once the tab is visible.
 */
export function useRefreshCountdown({ interval, isLoading, loadedAtMs, onDue }: RefreshCountdown): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const left = (atMs: number) => (interval === "off" ? 0 : secondsLeft(interval, loadedAtMs, atMs));
  const tick = useEffectEvent(() => {
    // Refreshes of a forgotten tab would keep the session alive forever.
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
