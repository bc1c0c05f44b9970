import type { Label } from "../../../language/text.ts";
import { firstPlace, type Place } from "./place.ts";

/** Reason why a run failed. */
export interface RunFailure {
  /** The error without its stack. */
  reason: string;
  /** Position of the cause in the script, if known. */
  place: Place | undefined;
  /** Next step for the user. */
  advice: Label;
}

/** Failures with a cause outside of the script. */
const ADVICE: readonly [cause: RegExp, advice: Label][] = [
  [/^(AuthenticationError|PermissionDeniedError)\b/, "Check the API key above the editor, then execute again."],
  [/Sandbox number limit/, "End a sandbox or wait until one ends, then execute again."],
  [/^(\w+: )?Lost the connection\b/, "Look for the sandbox in the list of sandboxes before you execute again."],
];

/** Returns the failure that an error's text reports. */
export function failureOf(text: string): RunFailure {
  const place = firstPlace(text);
  const [, advice] = ADVICE.find(([cause]) => cause.test(text)) ?? [];
  return {
    reason: text.replace(/(\n {4}at [^\n]*)+$/, ""),
    place,
    advice: advice ?? (place ? "Correct the marked line, then execute again." : "See the logs, then execute again."),
  };
}
