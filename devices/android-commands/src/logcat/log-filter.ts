import { LOG_PRIORITIES, type LogPriority } from "@terrarium/phone-system/log-buffer";

/** Lowest priority shown, by tag. The value is an index into `LOG_PRIORITIES`; a higher index shows nothing. */
export interface LogFilter {
  tags: ReadonlyMap<string, number>;
  others: number;
}

const silent = LOG_PRIORITIES.length;

/**
 * Parses filter expressions, `TAG[:PRIORITY]` and `*[:PRIORITY]` (AOSP liblog, android_log_addFilterRule). A later
 * expression replaces an earlier one for the same tag. Returns undefined if one is malformed.
 */
export function parseLogFilter(expressions: readonly string[]): LogFilter | undefined {
  const tags = new Map<string, number>();
  let others = 0;
  for (const expression of expressions.flatMap((text) => text.split(/[\s,]+/)).filter((text) => text !== "")) {
    const match = /^([^:]+)(?::(.))?$/.exec(expression);
    const [, tag = "", letter] = match ?? [];
    const priority = letter === undefined ? (tag === "*" ? LOG_PRIORITIES.indexOf("D") : 0) : priorityOf(letter);
    if (!match || priority === undefined) return undefined;
    if (tag === "*") others = priority;
    else tags.set(tag, priority);
  }
  return { tags, others };
}

export function passesLogFilter({ tags, others }: LogFilter, tag: string, priority: LogPriority): boolean {
  return LOG_PRIORITIES.indexOf(priority) >= (tags.get(tag) ?? others);
}

function priorityOf(letter: string): number | undefined {
  const upper = letter.toUpperCase();
  if (upper === "S") return silent;
  if (upper === "*") return 0;
  const index = LOG_PRIORITIES.findIndex((known) => known === upper);
  if (index >= 0) return index;
  // Numbers of android/log.h: 2 is verbose.
  const number = /^[2-8]$/.test(letter) ? Number(letter) - 2 : undefined;
  return number;
}
