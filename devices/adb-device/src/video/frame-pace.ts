/**
 * When a frame counts as drawn, in ms: when it was due, if a timer brought it a little late, so that the lateness of
 * timers does not add up and lower the rate; else now. All three arguments are ms of the same clock.
 */
export function pacedFrameMs(previousMs: number, intervalMs: number, nowMs: number): number {
  const dueMs = previousMs + intervalMs;
  const lateMs = nowMs - dueMs;
  return lateMs > 0 && lateMs < intervalMs ? dueMs : nowMs;
}
