/**
 * Returns the nominal time of a frame: its due time if the timer was slightly late, otherwise now. Timer delays
 * therefore do not add up and lower the rate. All three arguments are milliseconds of the same clock.
 */
export function pacedFrameMs(previousMs: number, intervalMs: number, nowMs: number): number {
  const dueMs = previousMs + intervalMs;
  const lateMs = nowMs - dueMs;
  return lateMs > 0 && lateMs < intervalMs ? dueMs : nowMs;
}
