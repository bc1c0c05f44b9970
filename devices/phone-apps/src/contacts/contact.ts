import { z } from "zod";

/** The kinds of numbers and addresses, by Android's numbers for them (ContactsContract.CommonDataKinds). */
export const phoneTypes = { home: "1", mobile: "2", work: "3", other: "7" } as const;
export const emailTypes = { home: "1", work: "2", other: "3", mobile: "4" } as const;
export type DetailType = keyof typeof phoneTypes;

const detailSchema = z.object({ value: z.string(), type: z.enum(["home", "mobile", "work", "other"]) });
export type Detail = z.infer<typeof detailSchema>;

export const contactSchema = z.object({
  id: z.number().int(),
  name: z.string(),
  company: z.string(),
  phones: z.array(detailSchema),
  emails: z.array(detailSchema),
  note: z.string(),
  favourite: z.boolean(),
});
export type Contact = z.infer<typeof contactSchema>;

export const emptyContact: Omit<Contact, "id"> = {
  name: "",
  company: "",
  phones: [],
  emails: [],
  note: "",
  favourite: false,
};

/** What is wrong with a field of a contact, by name; the screen says it in its language. */
export type ContactProblem = "nothing" | "phone" | "email" | "long";

export const contactLimits = { textChars: 200, noteChars: 4000, details: 20 } as const;

/** A number as people write it: digits with spaces, dots, dashes, brackets; *, # and pauses of service codes. */
export function isPhoneNumber(text: string): boolean {
  return /^\+?[\d\s().*#,;/-]{1,40}$/.test(text) && /\d|^[*#]/.test(text);
}

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)*$/.test(text);
}

/** The digits of a number, by which two ways of writing it are recognised as one. */
export function dialled(number: string): string {
  return number.replaceAll(/[^\d+*#]/g, "");
}

/** What follows the country and area codes, which may be left out. */
const comparedDigits = { least: 7, most: 9 } as const;

/** The same for all ways to write a number, and sometimes for two numbers: what `sameNumber` finds the same has one key. */
export function numberKey(number: string): string {
  const signs = dialled(number);
  if (signs === "") return number.trim().toLowerCase();
  const digits = signs.replaceAll(/\D/g, "");
  return digits.length >= comparedDigits.least ? digits.slice(-comparedDigits.least) : signs;
}

/** Whether both mean one subscriber: written the same, or the same from behind, as country and area codes may be left out. */
export function sameNumber(left: string, right: string): boolean {
  const [a, b] = [dialled(left), dialled(right)];
  if (a === "" || b === "") return left.trim().toLowerCase() === right.trim().toLowerCase();
  if (a === b) return true;
  const [digitsA, digitsB] = [a.replaceAll(/\D/g, ""), b.replaceAll(/\D/g, "")];
  const compared = Math.min(comparedDigits.most, digitsA.length, digitsB.length);
  return compared >= comparedDigits.least && digitsA.slice(-compared) === digitsB.slice(-compared);
}

/** What the contact is called, or undefined if nothing is known by which to call it. */
export function displayName(contact: Contact): string | undefined {
  const names = [contact.name, contact.company, contact.phones[0]?.value, contact.emails[0]?.value];
  return names.map((each) => each?.trim()).find((each) => each !== undefined && each !== "");
}
