import { cutText } from "@terrarium/bounds/cut-text";

const MINUTE_MS = 60_000;
const MAX_LINES_PER_MINUTE = 200;
/** Keeps frequent lines from hiding the others. */
const MAX_LINES_OF_ONE_KIND = 30;
const MAX_TEXT_CHARS = 4000;

/** Function that writes one log line: an event and its context. */
export type WriteLine = (message: string, context: Record<string, unknown>) => void;

/**
 * Limits a device's log on the host. The device's user controls how much is logged, but not the host's disk. Beyond a
 * number of lines per minute, lines are counted instead of written, and long texts are cut.
 */
export function boundLog(writeLine: WriteLine): (message: string, context?: Record<string, unknown>) => void {
  let minute = -1;
  let written = 0;
  const ofKind = new Map<string, number>();
  let leftOut = 0;
  return (message, context = {}) => {
    const now = Math.floor(Date.now() / MINUTE_MS);
    if (now !== minute) {
      if (leftOut > 0) writeLine("more was to be logged than is kept of a minute", { leftOut });
      minute = now;
      written = leftOut = 0;
      ofKind.clear();
    }
    const same = ofKind.get(message) ?? 0;
    if (written >= MAX_LINES_PER_MINUTE || same >= MAX_LINES_OF_ONE_KIND) {
      leftOut++;
      return;
    }
    written++;
    ofKind.set(message, same + 1);
    const short = Object.entries(context).map(([name, value]) => [
      name,
      typeof value === "string" ? cut(value) : value,
    ]);
    writeLine(cut(message), Object.fromEntries(short));
  };
}

function cut(text: string): string {
  return text.length <= MAX_TEXT_CHARS ? text : `${cutText(text, MAX_TEXT_CHARS)}…`;
}
