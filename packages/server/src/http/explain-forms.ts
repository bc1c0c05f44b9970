import { cutName } from "./cut-name.ts";
import { unknownByName, unknownWithin } from "./unknown-fields.ts";

/** A fault of one field of a form, or of the whole form (an empty path), in words. */
interface Fault {
  code?: string | undefined;
  path: readonly PropertyKey[];
  message: string;
  /** Fields that the form rejects, if that is the fault. */
  keys?: readonly string[];
  /** Faults of each form of a nested value with several forms. */
  errors?: readonly (readonly Fault[])[];
}

export const MISSING = "is missing";
const MUST_BE = "must be ";
const NEEDS = "needs ";
const MAX_FORMS_TOLD = 4;
const MAX_FIELDS_TOLD = 4;
const MAX_FAULTS_TOLD = 3;
const OF_ANOTHER_TYPE = new Set(["invalid_type", "invalid_value", "invalid_format"]);

/**
 * Explains why a value matches none of its forms. The text follows the name of its field: "needs target, or x and y". A
 * form with all its fields hides the forms with missing fields. A form with a wrong field hides the forms without any
 * field. `name` is the value's own name if it is nested.
 */
export function explainForms(forms: readonly (readonly Fault[])[], name = ""): string {
  const objects = forms
    .filter((faults) => !faults.some(isOfAnotherType))
    .toSorted((one, other) => refusedKeys(one).length - refusedKeys(other).length);
  if (objects.length === 0) return `${name} ${explainTypes(forms.map((faults) => faults[0]?.message ?? ""))}`.trim();
  const unknown = explainUnknownToAll(objects);
  if (unknown !== "") return unknownWithin(name, unknown);
  const excess = objects.find((faults) => faults.every(isOfAnotherForm));
  if (excess) {
    const keys = refusedKeys(excess).slice(0, MAX_FIELDS_TOLD);
    return `${name} cannot combine ${list(keys.map(cutName), "and")} with the other fields`.trim();
  }
  const known = objects.map((faults) => faults.filter((fault) => !isOfAnotherForm(fault)));
  const complete = known.filter((faults) => !faults.some(isMissing));
  const begun = known.filter((faults) => !faults.every(isMissing));
  const meant = [complete, begun, known].find((some) => some.length > 0) ?? [];
  const nearestFirst = meant.toSorted((one, other) => one.length - other.length);
  const told = [...new Set(nearestFirst.map((faults) => explainForm(faults, name)))];
  const more = told.length > MAX_FORMS_TOLD ? ["what another form has"] : [];
  const needsAlone = told.every((text) => text.startsWith(NEEDS));
  const parts = told.slice(0, MAX_FORMS_TOLD).map((text, i) => (needsAlone && i > 0 ? text.slice(NEEDS.length) : text));
  return [...parts, ...more].join(", or ");
}

const isMissing = ({ message, path }: Fault): boolean => message.startsWith(MISSING) && path.length > 0;
const isOfAnotherType = ({ code = "", path }: Fault): boolean => path.length === 0 && OF_ANOTHER_TYPE.has(code);

/** Whether this form rejects a field that another form accepts. */
const isOfAnotherForm = ({ code = "", path }: Fault): boolean => code === "unrecognized_keys" && path.length === 0;

const refusedKeys = (faults: readonly Fault[]): readonly string[] =>
  faults.filter(isOfAnotherForm).flatMap(({ keys = [] }) => keys);

/** Names the fields that no form accepts. Empty if there are none. */
function explainUnknownToAll(forms: readonly (readonly Fault[])[]): string {
  const [first = new Set<string>(), ...others] = forms.map((faults) => new Set(refusedKeys(faults)));
  const unknown = [...first].filter((key) => others.every((each) => each.has(key))).map(cutName);
  const refusals = forms.flatMap((faults) => faults.filter(isOfAnotherForm));
  const sentences = refusals.flatMap(({ message }) => [...unknownByName(message)]);
  return unknown
    .slice(0, MAX_FAULTS_TOLD)
    .flatMap((key) => {
      const told = sentences.flatMap(([name, sentence]) => (name === key ? [sentence] : []));
      return told.toSorted((one, other) => other.length - one.length).slice(0, 1);
    })
    .join(" ");
}

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

/** Explains values that are not objects: "must be a text or a number". */
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

/** "a, b and c". */
export function list(texts: readonly string[], conjunction: "and" | "or"): string {
  const last = texts.at(-1) ?? "";
  return texts.length < 2 ? last : `${texts.slice(0, -1).join(", ")} ${conjunction} ${last}`;
}
