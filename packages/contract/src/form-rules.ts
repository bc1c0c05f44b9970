import { API_KEY_NAME, METADATA, SNAPSHOTS } from "./limits.ts";

const MIB = 1_048_576;

/** What the server says of a value that it refuses. The console, which has no schemas, says the same as it is typed. */
export const REFUSED_METADATA = {
  tooMany: `At most ${METADATA.maxEntries} entries`,
  emptyKey: "A key cannot be empty",
  longKey: `A key has at most ${METADATA.maxKeyChars} characters`,
  longValue: `A value has at most ${METADATA.maxValueChars} characters`,
} as const;
export const REFUSED_API_KEY_NAME = {
  empty: "Name cannot be empty",
  length: `Name must be between ${API_KEY_NAME.minChars} and ${API_KEY_NAME.maxChars} characters`,
  characters: "Name can only contain letters, numbers, underscores and hyphens",
} as const;
export const REFUSED_SNAPSHOT_NAME = {
  empty: "Name cannot be empty",
  characters: `A name has at most ${SNAPSHOTS.name.maxChars} letters, digits, dots, underscores and hyphens, a letter or digit first`,
} as const;
/** Why a snapshot is not made, behind the words of its error. */
export const REFUSED_SNAPSHOT = {
  tooMany: `your team has ${SNAPSHOTS.perOrganization.snapshots}; delete one first`,
  tooLarge: `one has at most ${SNAPSHOTS.bytes / MIB} MiB, compressed; remove what the sandbox does not need`,
  full: `your team's have at most ${SNAPSHOTS.perOrganization.bytes / MIB} MiB together; delete one first`,
  yoursFull: `yours have at most ${SNAPSHOTS.perUser.bytes / MIB} MiB in all teams on the Hobby plan together; delete one first`,
  late: `it was not read within ${SNAPSHOTS.timeoutMs / 1_000} s; remove what the sandbox does not need`,
} as const;

/** What is wrong with metadata (the schema `Metadata`); undefined: nothing. */
export function metadataProblem(pairs: Readonly<Record<string, string>>): string | undefined {
  const entries = Object.entries(pairs);
  if (entries.length > METADATA.maxEntries) return REFUSED_METADATA.tooMany;
  for (const [key, value] of entries) {
    if (key === "") return REFUSED_METADATA.emptyKey;
    if (key.length > METADATA.maxKeyChars) return REFUSED_METADATA.longKey;
    if (value.length > METADATA.maxValueChars) return REFUSED_METADATA.longValue;
  }
  return undefined;
}

/** What is wrong with the name of an API key (the schema `ApiKeyName`); undefined: nothing. */
export function apiKeyNameProblem(name: string): string | undefined {
  if (name === "") return REFUSED_API_KEY_NAME.empty;
  if (name.length < API_KEY_NAME.minChars || name.length > API_KEY_NAME.maxChars) return REFUSED_API_KEY_NAME.length;
  return API_KEY_NAME.pattern.test(name) ? undefined : REFUSED_API_KEY_NAME.characters;
}

/** What is wrong with the name of a snapshot (the schema `SnapshotName`); undefined: nothing. */
export function snapshotNameProblem(name: string): string | undefined {
  if (name === "") return REFUSED_SNAPSHOT_NAME.empty;
  return SNAPSHOTS.name.pattern.test(name) ? undefined : REFUSED_SNAPSHOT_NAME.characters;
}
