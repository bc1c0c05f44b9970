import { apiKeyNameProblem as problemOf } from "@terrarium/contract/form-rules";
import { translate } from "../../../language/language.ts";

/** Returns the problem of a key's name, or undefined if it is valid. */
export function apiKeyNameProblem(name: string): string | undefined {
  const message = problemOf(name);
  return message === undefined ? undefined : translate(message);
}

/** Returns the masked form of a key, with enough characters to tell keys apart. */
export const maskedKey = (key: string): string => `${key.slice(0, 8)}${"•".repeat(12)}${key.slice(-4)}`;
