import { closestMatch } from "leven";
import { z } from "zod";
import { cutName } from "./cut-name.ts";

const MAX_NAMES_TOLD = 3;
/** One character in this many may differ. */
const TYPO_SHARE = 3;
/** Minimum length of a prefix. Shorter ones match too many names. */
const MIN_PREFIX_CHARS = 3;
const UNKNOWN = "Unknown field";
const MEANT = "Did you mean";

/** Whether `explainUnknown` made a message. */
export const isUnknown = (message: string): boolean => message.startsWith(`${UNKNOWN} "`);

/** Splits a message of `explainUnknown` by field name. */
export function unknownByName(message: string): Map<string, string> {
  const sentences = message.split(new RegExp(` (?=${UNKNOWN} ")`));
  return new Map(sentences.map((sentence) => [sentence.split('"')[1] ?? "", sentence]));
}

/** Returns a message of `explainUnknown` for fields of an object at a path. */
export const unknownWithin = (path: string, message: string): string =>
  path === ""
    ? message
    : message.replaceAll(new RegExp(`(${UNKNOWN}|${MEANT}) "`, "g"), `$1 "${path.replaceAll("$", "$$$$")}.`);

/** Names unknown fields and the nearest known field for each. `schema` is the object schema that rejected them. */
export function explainUnknown(names: readonly string[], schema: unknown): string {
  const known = schema instanceof z.ZodObject ? knownFields(schema) : { own: [], nested: [] };
  return names
    .slice(0, MAX_NAMES_TOLD)
    .map(cutName)
    .map((name) => {
      const nearest = nearestName(name, known.own) ?? nearestName(name, known.nested);
      return `${UNKNOWN} "${name}".${nearest === undefined ? "" : ` ${MEANT} "${nearest}"?`}`;
    })
    .join(" ");
}

/** Returns an object's own fields, and the fields of nested objects as paths. */
function knownFields({ shape }: z.ZodObject): { own: string[]; nested: string[] } {
  const nested = Object.entries(shape).flatMap(([name, field]) => {
    const inner = withoutWrappers(field);
    return inner instanceof z.ZodObject ? Object.keys(inner.shape).map((innerName) => `${name}.${innerName}`) : [];
  });
  return { own: Object.keys(shape), nested };
}

function withoutWrappers(schema: unknown): unknown {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodDefault ? withoutWrappers(schema.unwrap()) : schema;
}

/** Returns the path whose last name is nearest to a name, or undefined if none is near. */
function nearestName(name: string, paths: readonly string[]): string | undefined {
  const asked = plain(name);
  const byName = new Map(paths.toReversed().map((path) => [plain(path.split(".").at(-1) ?? ""), path]));
  const names = [...byName.keys()].toReversed();
  const isPart = (known: string) =>
    Math.min(known.length, asked.length) >= MIN_PREFIX_CHARS && (known.startsWith(asked) || asked.startsWith(known));
  const maxDistance = Math.min(Math.ceil(asked.length / TYPO_SHARE), asked.length - 1);
  const differing = (known: string) => Math.abs(known.length - asked.length);
  const [part] = names.filter(isPart).toSorted((one, other) => differing(one) - differing(other));
  const nearest = part ?? (maxDistance > 0 ? closestMatch(asked, names, { maxDistance }) : undefined);
  return nearest === undefined ? undefined : byName.get(nearest);
}

/** Returns a name without common variations: capitals, underscores and hyphens. */
const plain = (name: string): string => name.replaceAll(/[^A-Za-z0-9]/g, "").toLowerCase();
