import { z } from "zod";
import { cutName } from "./cut-name.ts";
import { explainForms, list, MISSING } from "./explain-forms.ts";
import { explainUnknown, isUnknown, unknownWithin } from "./unknown-fields.ts";

type RawIssue = Parameters<NonNullable<NonNullable<Parameters<typeof z.config>[0]>["customError"]>>[0];

const MAX_ISSUES_TOLD = 3;

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  tuple: "a list",
  object: "an object",
  record: "an object",
};

const FORMATS: Readonly<Record<string, string>> = {
  datetime: "must be a time in UTC such as 2026-11-21T09:41:07.000Z",
  date: "must be a day such as 2026-11-21",
  url: "must be an address such as https://example.com",
  email: "must be an e-mail address",
  regex: "has a form that is not accepted here",
};

/**
 * Explains in plain words why a value is invalid. The text follows the name of its field: "name: must have at least 1
 * character". A schema's own message takes precedence.
 */
function explainIssue(issue: RawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      if (issue.input === undefined) return MISSING;
      return `must be ${TYPES[issue.expected] ?? `of type ${issue.expected}`}`;
    case "too_small":
      return size(
        issue.origin,
        issue.minimum,
        issue.exact ? "exactly" : issue.inclusive === false ? "more than" : "at least",
      );
    case "too_big":
      return size(
        issue.origin,
        issue.maximum,
        issue.exact ? "exactly" : issue.inclusive === false ? "less than" : "at most",
      );
    case "invalid_format":
      if (issue.format === "starts_with") return `must begin with "${String(issue.prefix)}"`;
      if (issue.format === "ends_with") return `must end with "${String(issue.suffix)}"`;
      if (issue.format === "includes") return `must contain "${String(issue.includes)}"`;
      return FORMATS[issue.format] ?? `must be a valid ${issue.format}`;
    case "not_multiple_of":
      return `must be a multiple of ${String(issue.divisor)}`;
    case "unrecognized_keys":
      return explainUnknown(issue.keys, issue.inst);
    case "invalid_value":
      return `${issue.input === undefined ? `${MISSING}: ` : ""}must be ${choice(issue.values)}`;
    case "invalid_union":
      if (issue.input === undefined) return MISSING;
      return Array.isArray(issue.options) ? `must be ${choice(issue.options)}` : explainForms(issue.errors);
    case "invalid_key":
      return `has a name that is not accepted: ${issue.issues[0]?.message ?? "look at the API document"}`;
    case "invalid_element":
      return `has an entry that is not accepted: ${issue.issues[0]?.message ?? "look at the API document"}`;
    default:
      return "is not accepted";
  }
}

/**
 * Returns one line about an invalid value: each field with the first rule that it breaks. `whole` is the value's own
 * name.
 */
export function explainIssues(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  whole = "the request",
): string {
  const byField = new Map<string, string>();
  for (const { path, message } of issues) {
    const field = path.map(String).join(".");
    if (!byField.has(field)) byField.set(field, message);
  }
  const told = [...byField].slice(0, MAX_ISSUES_TOLD);
  return told
    .map(([field, message]) =>
      isUnknown(message)
        ? unknownWithin(cutName(field), message)
        : `${field === "" ? whole : cutName(field)}: ${message}`,
    )
    .join("; ");
}

/** Applies these explanations to all schemas of this process. */
export function explainIssuesPlainly(): void {
  z.config({ customError: explainIssue });
}

function size(origin: string, limit: number | bigint, comparison: string): string {
  const unit = origin === "string" ? "character" : COUNTED.has(origin) ? "item" : undefined;
  if (unit === undefined) return `must be ${comparison} ${limit}`;
  return `must have ${comparison} ${limit} ${unit}${Number(limit) === 1 ? "" : "s"}`;
}

const COUNTED = new Set(["array", "set", "map", "object"]);

function choice(values: readonly unknown[]): string {
  const texts = values.map((value) => (typeof value === "string" ? `"${value}"` : String(value)));
  return list(texts, "or");
}
