/** Formats hours and minutes, such as 09:41. The 12-hour format has no AM or PM. */
export function formatTime(epochMs: number, twelveHours = false): string {
  const date = new Date(epochMs);
  const hours = twelveHours ? String(date.getHours() % 12 || 12) : String(date.getHours()).padStart(2, "0");
  return `${hours}:${String(date.getMinutes()).padStart(2, "0")}`;
}
