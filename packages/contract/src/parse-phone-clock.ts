/** Form of a phone's clock in one word, for options and tools. */
export const PHONE_CLOCK_FORM = 'Use "real", or a time and a speed, such as "2026-03-04T09:41:00Z@0"';

/** Parses a phone's clock in one word, to be checked by `PhoneClock`. Without a speed, it runs in real time. */
export function parsePhoneClock(text: string): "real" | { start: string; speed: number } | undefined {
  if (text === "real") return text;
  const [, start, speed = "1"] = /^([^@\s]+?)(?:@(\d{1,3}(?:\.\d{1,6})?))?$/.exec(text) ?? [];
  return start === undefined ? undefined : { start, speed: Number(speed) };
}
