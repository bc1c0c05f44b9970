import { API_KEY_NAME, METADATA, SNAPSHOTS } from "./limits.ts";

const MIB = 1_048_576;

/** Messages of the server for rejected values. The console has no schemas and shows the same messages during typing. */
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
/** Reasons why a snapshot is not created, appended to the error message. */
export const REFUSED_SNAPSHOT = {
  tooMany: `your team has ${SNAPSHOTS.perOrganization.snapshots}; delete one first`,
  tooLarge: `one has at most ${SNAPSHOTS.bytes / MIB} MiB, compressed; remove what the sandbox does not need`,
  full: `your team's have at most ${SNAPSHOTS.perOrganization.bytes / MIB} MiB together; delete one first`,
  yoursFull: `yours have at most ${SNAPSHOTS.perUser.bytes / MIB} MiB in all teams on the Hobby plan together; delete one first`,
  late: `it was not read within ${SNAPSHOTS.timeoutMs / 1_000} s; remove what the sandbox does not need`,
} as const;

/** Returns the problem with metadata (see the schema `Metadata`), or undefined if there is none. */
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

/** Returns the problem with an API key's name (see the schema `ApiKeyName`), or undefined if there is none. */
export function apiKeyNameProblem(name: string): string | undefined {
  if (name === "") return REFUSED_API_KEY_NAME.empty;
  if (name.length < API_KEY_NAME.minChars || name.length > API_KEY_NAME.maxChars) return REFUSED_API_KEY_NAME.length;
  return API_KEY_NAME.pattern.test(name) ? undefined : REFUSED_API_KEY_NAME.characters;
}

/** Returns the problem with a snapshot's name (see the schema `SnapshotName`), or undefined if there is none. */
export function snapshotNameProblem(name: string): string | undefined {
  if (name === "") return REFUSED_SNAPSHOT_NAME.empty;
  return SNAPSHOTS.name.pattern.test(name) ? undefined : REFUSED_SNAPSHOT_NAME.characters;
}
