import { cutText } from "@terrarium/adb/cut-text";

/** What is wrong with one field of a form, or with all of it (an empty path), in words. */
interface Fault {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  /** Of a value within that has none of its own forms: what is wrong with each. */
  errors?: readonly (readonly Fault[])[];
}

export const MISSING = "is missing";
const MUST_BE = "must be ";
const NEEDS = "needs ";
const MAX_FORMS_TOLD = 4;
const MAX_FIELDS_TOLD = 4;
const MAX_FAULTS_TOLD = 3;
const MAX_NAME_CHARS = 100;
const OF_ANOTHER_TYPE = new Set(["invalid_type", "invalid_value", "invalid_format"]);

/**
 * Says what a value lacks that may have one of several forms, as it stands after the name of its field: "needs target,
 * or x and y". A form of which all fields are there hides those of which some are missing, and one with a wrong field
 * those of which there is nothing. `name` is the value's own, if it stands within another.
 */
export function explainForms(forms: readonly (readonly Fault[])[], name = ""): string {
  const objects = forms.filter((faults) => !faults.some(isOfAnotherType));
  if (objects.length === 0) return `${name} ${explainTypes(forms.map((faults) => faults[0]?.message ?? ""))}`.trim();
  const complete = objects.filter((faults) => !faults.some(isMissing));
  const begun = objects.filter((faults) => !faults.every(isMissing));
  const meant = [complete, begun, objects].find((some) => some.length > 0) ?? [];
  const nearestFirst = meant.toSorted((one, other) => one.length - other.length);
  const told = [...new Set(nearestFirst.map((faults) => explainForm(faults, name)))];
  const more = told.length > MAX_FORMS_TOLD ? ["what another form has"] : [];
  const needsAlone = told.every((text) => text.startsWith(NEEDS));
  const parts = told.slice(0, MAX_FORMS_TOLD).map((text, i) => (needsAlone && i > 0 ? text.slice(NEEDS.length) : text));
  return [...parts, ...more].join(", or ");
}

const isMissing = ({ message, path }: Fault): boolean => message.startsWith(MISSING) && path.length > 0;
const isOfAnotherType = ({ code = "", path }: Fault): boolean => path.length === 0 && OF_ANOTHER_TYPE.has(code);

function explainForm(faults: readonly Fault[], name: string): string {
  const nameOf = ({ path }: Fault): string =>
    cutName([name, ...path.map(String)].filter((part) => part !== "").join("."));
  const wrong = faults
    .filter((fault) => !isMissing(fault))
    .slice(0, MAX_FAULTS_TOLD)
    .map((fault) =>
      fault.errors && fault.errors.length > 0
        ? explainForms(fault.errors, nameOf(fault))
        : `${nameOf(fault)} ${fault.message}`.trim(),
    );
  const missing = faults.filter(isMissing).map(nameOf);
  const told = missing.slice(0, MAX_FIELDS_TOLD);
  if (missing.length > told.length) told.push(`${missing.length - told.length} more`);
  return [...wrong, ...(told.length > 0 ? [NEEDS + list(told, "and")] : [])].join(" and ");
}

/** Of values that are no objects: "must be a text or a number". */
function explainTypes(messages: readonly string[]): string {
  const told = [...new Set(messages)];
  if (!told.every((message) => message.startsWith(MUST_BE))) return told.join(", or ");
  return (
    MUST_BE +
    list(
      told.map((message) => message.slice(MUST_BE.length)),
      "or",
    )
  );
}

/** The name of a field, which whoever calls may have made very long. */
export const cutName = (text: string): string =>
  text.length > MAX_NAME_CHARS ? `${cutText(text, MAX_NAME_CHARS)}…` : text;

/** "a, b and c". */
export function list(texts: readonly string[], conjunction: "and" | "or"): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
