import { ApiKeyName } from "@terrarium/contract/api-key";

/** What is wrong with the name of a key; undefined: nothing. */
export const apiKeyNameProblem = (name: string): string | undefined =>
  ApiKeyName.safeParse(name).error?.issues[0]?.message;

/** A key as it is shown while hidden: enough to tell keys apart. */
export const maskedKey = (key: string): string => `${key.slice(0, 8)}${"•".repeat(12)}${key.slice(-4)}`;
