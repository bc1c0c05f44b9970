import {
  contactLimits,
  isEmailAddress,
  isPhoneNumber,
  type Contact,
  type ContactProblem,
  type Detail,
} from "./contact.ts";

/** A contact being edited: it may have empty rows, and values that are not valid yet. */
export type ContactDraft = Omit<Contact, "id">;

/** The first thing that is wrong with a draft, and with which of its fields (`phones.0`); undefined if it can be saved. */
export function draftProblem(draft: ContactDraft): { field: string; problem: ContactProblem } | undefined {
  const { textChars, noteChars } = contactLimits;
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

/** The draft as it is saved: without spaces around values, and without empty rows. */
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
