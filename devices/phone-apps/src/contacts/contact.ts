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

export function isEmailAddress(text: string): boolean {
  return text.length <= 254 && /^[^\s@<>"]{1,64}@[^\s@<>".]+(\.[^\s@<>".]+)*$/.test(text);
}

/** Returns the contact's display name, or undefined if no value can serve as one. */
export function displayName(contact: Contact): string | undefined {
  const names = [contact.name, contact.company, contact.phones[0]?.value, contact.emails[0]?.value];
  return names.map((each) => each?.trim()).find((each) => each !== undefined && each !== "");
}
