import { UsageError } from "../exit-codes.ts";

/** Collects `name=value`, given as often as there are pairs. Throws UsageError. */
export function collectPair(text: string, pairs: Record<string, string> = {}): Record<string, string> {
  const at = text.indexOf("=");
  if (at < 1) throw new UsageError(`"${text}" is not of the form name=value`);
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}

/** Of options that may be left out, those that were given. */
export const given = <Options extends object>(options: Options) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Options]?: Exclude<Options[Name], undefined>;
  };
