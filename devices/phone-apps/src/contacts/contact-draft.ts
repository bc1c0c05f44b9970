import { isPhoneNumber } from "../phone-number.ts";
import { CONTACT_LIMITS, isEmailAddress, type Contact, type ContactProblem, type Detail } from "./contact.ts";

/** A contact during editing. It may have empty rows and invalid values. */
export type ContactDraft = Omit<Contact, "id">;

/** Returns the first problem of a draft and its field (such as `phones.0`), or undefined if it can be saved. */
export function draftProblem(draft: ContactDraft): { field: string; problem: ContactProblem } | undefined {
  const { textChars, noteChars } = CONTACT_LIMITS;
  for (const field of ["name", "company"] as const)
    if (draft[field].length > textChars) return { field, problem: "long" };
  for (const [index, { value }] of draft.phones.entries())
    if (value.trim() !== "" && !isPhoneNumber(value.trim())) return { field: `phones.${index}`, problem: "phone" };
  for (const [index, { value }] of draft.emails.entries())
    if (value.trim() !== "" && !isEmailAddress(value.trim())) return { field: `emails.${index}`, problem: "email" };
  if (draft.note.length > noteChars) return { field: "note", problem: "long" };
  const { name, company, phones, emails } = cleanDraft(draft);
  if (name === "" && company === "" && phones.length === 0 && emails.length === 0)
    return { field: "name", problem: "nothing" };
  return undefined;
}

/** Returns the draft in its saved form, with trimmed values and without empty rows. */
export function cleanDraft(draft: ContactDraft): ContactDraft {
  const clean = (details: readonly Detail[]): Detail[] =>
    details.map(({ value, type }) => ({ value: value.trim(), type })).filter(({ value }) => value !== "");
  return {
    ...draft,
    name: draft.name.trim(),
    company: draft.company.trim(),
    note: draft.note.trim(),
    phones: clean(draft.phones),
    emails: clean(draft.emails),
  };
}
