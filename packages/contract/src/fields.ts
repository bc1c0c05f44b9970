import { z } from "zod";
import { REFUSED_METADATA } from "./form-rules.ts";
import { ENVS, METADATA, SANDBOX_NAME_MAX_CHARS } from "./limits.ts";

/**
 * Characters that are not allowed in names: controls, bidirectional marks, fillers and other invisible characters.
 * Joiners and variation selectors of letters and emoji are allowed.
 */
const UNSEEN =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0100}-\u{e01ef}])[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const SEEN = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Returns schema settings with this message for rejected values. A missing value is still reported as missing. */
export const saying = (message: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : message),
});

const name = (maxChars: number, isEnough: (name: string) => boolean) =>
  z
    .string()
    // Runs first: normalizing a long text is slow.
    .max(4 * maxChars, `A name has at most ${maxChars} characters`)
    .transform((text) => text.normalize("NFC").trim())
    .refine(isEnough, "A name has at least one character that can be seen")
    .refine((text) => text.length <= maxChars, `A name has at most ${maxChars} characters`)
    .refine((text) => !UNSEEN.test(text), "A name has no control characters, and none that cannot be seen");

/** Returns the schema of a name in any script: composed (Unicode NFC), trimmed, at most `maxChars` UTF-16 units. */
export const nameField = (maxChars: number) => name(maxChars, (text) => SEEN.test(text));

/** ISO 8601 time in UTC, for example 2026-11-21T09:41:07.000Z. */
export const Timestamp = z.iso.datetime();

export const OrganizationId = z.string().min(1).max(64).describe("Team id, for example org_…");
export const SandboxId = z
  .string()
  .min(1)
  .max(64)
  .describe("Sandbox id: sbx_ and 20 characters [0-9a-z], sortable by creation time");

/**
 * Key and value pairs of a sandbox, chosen by its user. They are counted before each is checked: there may be very
 * many.
 */
export const Metadata = z.preprocess(
  (pairs: Record<string, string>, context) => {
    const isRecord = typeof pairs === "object" && pairs !== null;
    if (isRecord && Object.keys(pairs).length > METADATA.maxEntries) context.addIssue(REFUSED_METADATA.tooMany);
    return pairs;
  },
  z.record(
    z.string().min(1, REFUSED_METADATA.emptyKey).max(METADATA.maxKeyChars, REFUSED_METADATA.longKey),
    z.string().max(METADATA.maxValueChars, REFUSED_METADATA.longValue),
  ),
);

/** Environment variables of commands. Counted before each is checked, because there may be very many. */
export const Envs = z
  .preprocess(
    (pairs: Record<string, string>, context) => {
      const isRecord = typeof pairs === "object" && pairs !== null;
      if (isRecord && Object.keys(pairs).length > ENVS.maxEntries)
        context.addIssue(`At most ${ENVS.maxEntries} variables`);
      return pairs;
    },
    z.record(
      z
        .string()
        .max(ENVS.maxNameChars, `A name has at most ${ENVS.maxNameChars} characters`)
        .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "A name is made of letters, digits and _, and does not begin with a digit"),
      z.string(),
    ),
  )
  .refine(
    (envs) => Object.entries(envs).reduce((sum, [name, value]) => sum + name.length + value.length, 0) <= ENVS.maxChars,
    `All names and values together have at most ${ENVS.maxChars} characters`,
  )
  .describe("Environment variables of all commands of the sandbox");

/** Absolute path of a folder on a device. */
export const WorkingDir = z
  .string()
  .max(1_024)
  .regex(/^\//, "must begin with /")
  .describe("Initial folder of commands");

/** Name that people give to a sandbox. May be empty. */
export const SandboxName = name(SANDBOX_NAME_MAX_CHARS, (text) => text === "" || SEEN.test(text));

export const ScreenCoordinate = z.number().finite().min(0).max(100_000).describe("Pixels from the top left");

/** Response without content. */
export const Empty = z.object({});
