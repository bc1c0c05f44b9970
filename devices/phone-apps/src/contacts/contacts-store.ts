import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { NumberIndex } from "../number-index.ts";
import { perSystem } from "../per-system.ts";
import { compareContacts } from "./contact-section.ts";
import { contactSchema, emptyContact, type Contact } from "./contact.ts";

const fileSchema = z.object({ nextId: z.number().int(), contacts: z.array(contactSchema) });

/** Contacts sorted by name. The file is read on first use and written after every change. */
export class ContactsStore {
  readonly #file: JsonFile<z.infer<typeof fileSchema>>;
  readonly #listeners = new Set<() => void>();
  /** An index of the loaded contacts, built on first use. */
  #numbers: NumberIndex<Contact> | undefined;
  #loaded: { nextId: number; contacts: readonly Contact[] } | undefined;

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, "com.terrarium.contacts"), "contacts.json"), fileSchema, log);
  }

  readonly get = (): readonly Contact[] => this.#state.contacts;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  find(id: number): Contact | undefined {
    return this.get().find((contact) => contact.id === id);
  }

  /** Returns the contact with this number in any notation. */
  withNumber(number: string): Contact | undefined {
    this.#numbers ??= indexOf(this.get());
    return this.#numbers.find(number);
  }

  /** Returns the new contact with its id. */
  add(content: Partial<Omit<Contact, "id">>): Contact {
    const { nextId, contacts } = this.#state;
    const contact = { ...emptyContact, ...content, id: nextId };
    this.#set({ nextId: nextId + 1, contacts: [...contacts, contact] });
    return contact;
  }

  /** Replaces the contact with the same id. */
  save(contact: Contact): void {
    const { nextId, contacts } = this.#state;
    this.#set({ nextId, contacts: [...contacts.filter((each) => each.id !== contact.id), contact] });
  }

  delete(matches: (contact: Contact) => boolean): void {
    const { nextId, contacts } = this.#state;
    this.#set({ nextId, contacts: contacts.filter((contact) => !matches(contact)) });
  }

  get #state(): { nextId: number; contacts: readonly Contact[] } {
    this.#loaded ??= this.#file.read() ?? { nextId: 1, contacts: [] };
    return this.#loaded;
  }

  #set({ nextId, contacts }: { nextId: number; contacts: readonly Contact[] }): void {
    const sorted = contacts.toSorted(compareContacts);
    this.#file.write({ nextId, contacts: sorted });
    this.#loaded = { nextId, contacts: sorted };
    this.#numbers = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function indexOf(contacts: readonly Contact[]): NumberIndex<Contact> {
  const numbers = new NumberIndex<Contact>();
  for (const contact of contacts) for (const { value } of contact.phones) numbers.add(value, contact);
  return numbers;
}

/** The contacts of a system, read on first use. */
export const contactsStore = perSystem(({ dataDir, log }) => new ContactsStore(dataDir, log));
