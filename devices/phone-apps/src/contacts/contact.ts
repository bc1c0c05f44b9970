import { z } from "zod";

/** Android's codes for the kinds of numbers and addresses (ContactsContract.CommonDataKinds). */
export const PHONE_TYPES = { home: "1", mobile: "2", work: "3", other: "7" } as const;
export const EMAIL_TYPES = { home: "1", work: "2", other: "3", mobile: "4" } as const;
export type DetailType = keyof typeof PHONE_TYPES;

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

/** A problem with a contact's field. The screen describes it in the device's language. */
export type ContactProblem = "nothing" | "phone" | "email" | "long";

export const CONTACT_LIMITS = { textChars: 200, noteChars: 4000, details: 20 } as const;

/**
 * Accepts numbers as people write them: digits with spaces, dots, dashes, brackets; *, # and pauses of service codes.
 */
export function isPhoneNumber(text: string): boolean {
  return /^\+?[\d\s().*#,;/-]{1,40}$/.test(text) && /\d|^[*#]/.test(text);
}

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)*$/.test(text);
}

/** Returns a number without formatting, to compare numbers in different notations. */
export function dialled(number: string): string {
  return number.replaceAll(/[^\d+*#]/g, "");
}

/**
 * Fewest and most digits to compare, from the end of a number. Country and area codes in front of them may be missing.
 */
const COMPARED_DIGITS = { least: 7, most: 9 } as const;

/**
 * Returns a key that is equal for all notations of a number. Numbers that match by `sameNumber` have one key, but
 * different numbers may share a key too.
 */
export function numberKey(number: string): string {
  const signs = dialled(number);
  if (signs === "") return number.trim().toLowerCase();
  const digits = signs.replaceAll(/\D/g, "");
  return digits.length >= COMPARED_DIGITS.least ? digits.slice(-COMPARED_DIGITS.least) : signs;
}

/**
 * Reports whether both numbers mean one subscriber: equal numbers, or numbers with equal ends, because country and area
 * codes may be missing.
 */
export function sameNumber(left: string, right: string): boolean {
  const [a, b] = [dialled(left), dialled(right)];
  if (a === "" || b === "") return left.trim().toLowerCase() === right.trim().toLowerCase();
  if (a === b) return true;
  const [digitsA, digitsB] = [a.replaceAll(/\D/g, ""), b.replaceAll(/\D/g, "")];
  const compared = Math.min(COMPARED_DIGITS.most, digitsA.length, digitsB.length);
  return compared >= COMPARED_DIGITS.least && digitsA.slice(-compared) === digitsB.slice(-compared);
}

/** Returns the contact's display name, or undefined if no value can serve as one. */
export function displayName(contact: Contact): string | undefined {
  const names = [contact.name, contact.company, contact.phones[0]?.value, contact.emails[0]?.value];
  return names.map((each) => each?.trim()).find((each) => each !== undefined && each !== "");
}
