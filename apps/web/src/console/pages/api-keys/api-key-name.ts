import { apiKeyNameProblem as problemOf } from "@terrarium/contract/form-rules";
import { translate } from "../../../language/language.ts";

/** What is wrong with the name of a key; undefined: nothing. */
export function apiKeyNameProblem(name: string): string | undefined {
  const message = problemOf(name);
  return message === undefined ? undefined : translate(message);
}

/** A key as it is shown while hidden: enough to tell keys apart. */
export const maskedKey = (key: string): string => `${key.slice(0, 8)}${"•".repeat(12)}${key.slice(-4)}`;
