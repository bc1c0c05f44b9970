import { cutText } from "@terrarium/adb/cut-text";

const minuteMs = 60_000;
const maxLinesPerMinute = 200;
/** So that what comes often does not hide the rest. */
const maxLinesOfOneKind = 30;
const maxTextChars = 4000;

/** Takes one line of the log: what happened, and with what. */
export type WriteLine = (message: string, context: Record<string, unknown>) => void;

/**
 * The host's log of a device. Whoever drives the device decides how much there is to say, and the host's disk is not
 * theirs: beyond a number of lines a minute, lines are counted instead of written, and long texts are cut.
 */
export function boundLog(writeLine: WriteLine): (message: string, context?: Record<string, unknown>) => void {
  let minute = -1;
  let written = 0;
  const ofKind = new Map<string, number>();
  let leftOut = 0;
  return (message, context = {}) => {
    const now = Math.floor(Date.now() / minuteMs);
    if (now !== minute) {
      if (leftOut > 0) writeLine("more was to be logged than is kept of a minute", { leftOut });
      minute = now;
      written = leftOut = 0;
      ofKind.clear();
    }
    const same = ofKind.get(message) ?? 0;
    if (written >= maxLinesPerMinute || same >= maxLinesOfOneKind) {
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
  return text.length <= maxTextChars ? text : `${cutText(text, maxTextChars)}…`;
}
