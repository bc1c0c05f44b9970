import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type RefreshInterval, tick } from "./refresh-interval.ts";

export interface RefreshCountdown {
  interval: RefreshInterval;
  /** While true the countdown stands still. */
  isLoading: boolean;
  /** When the list was loaded last, in milliseconds; a new load begins a new countdown. */
  loadedAtMs: number;
  onDue: () => void;
}

/** Counts down to the next automatic refresh and asks for it; returns the seconds left. */
export function useRefreshCountdown({ interval, isLoading, loadedAtMs, onDue }: RefreshCountdown): number {
  const [secondsLeft, setSecondsLeft] = useState(0);
  const left = useRef(0);
  const count = useEffectEvent((seconds: number) => {
    const next = tick(left.current, seconds);
    left.current = next.secondsLeft;
    setSecondsLeft(next.secondsLeft);
    if (next.isDue) onDue();
  });
  useEffect(() => {
    left.current = interval === "off" ? 0 : interval;
    setSecondsLeft(left.current);
  }, [interval, loadedAtMs]);
  useEffect(() => {
    if (interval === "off" || isLoading) return undefined;
    const timer = setInterval(() => count(interval), 1_000);
    return () => clearInterval(timer);
  }, [interval, isLoading]);
  return secondsLeft;
}
