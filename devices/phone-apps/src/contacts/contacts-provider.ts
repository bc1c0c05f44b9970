import {
  ContentError,
  ID_COLUMN,
  type ContentProvider,
  type ContentRow,
  type ContentTable,
} from "@terrarium/phone-system/content/content-provider";
import {
  CONTACT_LIMITS,
  displayName,
  EMAIL_TYPES,
  PHONE_TYPES,
  type Contact,
  type Detail,
  type DetailType,
} from "./contact.ts";
import type { ContactsStore } from "./contacts-store.ts";

/** ContactsContract's MIME types of data rows. */
const MIME = {
  name: "vnd.android.cursor.item/name",
  phone: "vnd.android.cursor.item/phone_v2",
  email: "vnd.android.cursor.item/email_v2",
  organization: "vnd.android.cursor.item/organization",
  note: "vnd.android.cursor.item/note",
} as const;
type Kind = keyof typeof MIME;

const integers: ReadonlySet<string> = new Set(
  "_id contact_id raw_contact_id person starred has_phone_number type deleted".split(" "),
);

/** Data rows have no stored ids. Their ids combine the contact's id and the position within the contact. */
const ROWS_PER_CONTACT = 100;
const PLACES = { name: 0, organization: 1, note: 2, phone: 10, email: 50 } as const;

/**
 * Serves contacts under `content://com.android.contacts` in the layout of ContactsContract: `contacts`, `raw_contacts`,
 * `data`, `data/phones` and `data/emails`. As on Android, a contact starts as an empty raw contact. Rows inserted into
 * `data` then add its name, numbers and other values.
 */
export function createContactsProvider(store: ContactsStore): ContentProvider {
  const contacts = contactTable(store);
  const tables = new Map<string, ContentTable>([
    ["contacts", { ...contacts, insert: () => refuse("contacts are made through raw_contacts and data") }],
    ["raw_contacts", contacts],
    ["data", dataTable(store)],
    ["data/phones", dataTable(store, "phone")],
    ["data/emails", dataTable(store, "email")],
  ]);
  const uris = "content://com.android.contacts/{contacts,raw_contacts,data,data/phones,data/emails}";
  return { authority: "com.android.contacts", uris, integers, table: (path) => tables.get(path) };
}

/**
 * Serves contacts read-only under `content://contacts`, as `people` and `phones`. Android still supports this first
 * layout.
 */
export function createLegacyContactsProvider(store: ContactsStore): ContentProvider {
  const people = (contact: Contact) => ({
    name: displayName(contact) ?? null,
    display_name: displayName(contact) ?? null,
  });
  const readOnly = {
    insert: () => refuse("content://contacts is read-only; use content://com.android.contacts"),
    update: () => refuse("content://contacts is read-only; use content://com.android.contacts"),
    delete: () => refuse("content://contacts is read-only; use content://com.android.contacts"),
  };
  const peopleTable: ContentTable = {
    ...readOnly,
    rows: () =>
      store.get().map((contact) => ({
        _id: String(contact.id),
        ...people(contact),
        starred: contact.favourite ? "1" : "0",
        primary_phone: contact.phones[0]?.value ?? null,
      })),
  };
  const phonesTable: ContentTable = {
    ...readOnly,
    rows: () =>
      store.get().flatMap((contact) =>
        contact.phones.map(({ value, type }, index) => ({
          _id: String(contact.id * ROWS_PER_CONTACT + PLACES.phone + index),
          person: String(contact.id),
          ...people(contact),
          number: value,
          type: PHONE_TYPES[type],
        })),
      ),
  };
  const tables = new Map([
    ["people", peopleTable],
    ["phones", phonesTable],
  ]);
  return { authority: "contacts", integers, table: (path) => tables.get(path) };
}

function contactTable(store: ContactsStore): ContentTable {
  return {
    rows: () =>
      store.get().map((contact) => ({
        _id: String(contact.id),
        contact_id: String(contact.id),
        display_name: displayName(contact) ?? null,
        starred: contact.favourite ? "1" : "0",
        has_phone_number: contact.phones.length > 0 ? "1" : "0",
        lookup: `terrarium-${contact.id}`,
        account_type: null,
        account_name: null,
        deleted: "0",
      })),
    insert: (values) => String(store.add({ favourite: values.starred === "1" }).id),
    update(ids, values) {
      if (values.starred === undefined) return;
      for (const id of ids) store.save({ ...existing(store, Number(id)), favourite: values.starred === "1" });
    },
    delete: (ids) => store.delete((contact) => ids.has(String(contact.id))),
  };
}

function dataTable(store: ContactsStore, only?: Kind): ContentTable {
  return {
    rows: () =>
      store.get().flatMap((contact) => dataRows(contact).filter((row) => !only || row.mimetype === MIME[only])),
    insert(values) {
      const contact = existing(store, Number(values.raw_contact_id ?? Number.NaN));
      const kind = only ?? kindOf(values.mimetype);
      const value = values.data1 ?? "";
      const changed = addData(contact, kind, value, values.data2);
      store.save(changed);
      return (
        dataRows(changed).findLast((row) => row.mimetype === MIME[kind] && row.data1 === value)?.[ID_COLUMN] ?? "0"
      );
    },
    update(ids, values) {
      refuseLong(values.data1 ?? "");
      for (const id of ids) {
        const { contact, kind, index } = locate(store, id);
        const change = (old: Detail): Detail => ({
          value: values.data1 ?? old.value,
          type: values.data2 === undefined ? old.type : typeOf(kind, values.data2),
        });
        store.save(changeData(contact, kind, index, change));
      }
    },
    delete(ids) {
      // Deletes the last rows first, because rows after a deleted one move up.
      for (const id of [...ids].toSorted((left, right) => Number(right) - Number(left))) {
        const { contact, kind, index } = locate(store, id);
        store.save(changeData(contact, kind, index, () => undefined));
      }
    },
  };
}

function dataRows(contact: Contact): ContentRow[] {
  const row = (kind: Kind, index: number, data1: string, data2: string | null): ContentRow => ({
    _id: String(contact.id * ROWS_PER_CONTACT + PLACES[kind] + index),
    raw_contact_id: String(contact.id),
    contact_id: String(contact.id),
    display_name: displayName(contact) ?? null,
    mimetype: MIME[kind],
    data1,
    data2,
    starred: contact.favourite ? "1" : "0",
  });
  const single = (kind: Kind, value: string): ContentRow[] => (value === "" ? [] : [row(kind, 0, value, null)]);
  return [
    ...single("name", contact.name),
    ...single("organization", contact.company),
    ...single("note", contact.note),
    ...contact.phones.map(({ value, type }, index) => row("phone", index, value, PHONE_TYPES[type])),
    ...contact.emails.map(({ value, type }, index) => row("email", index, value, EMAIL_TYPES[type])),
  ];
}

function refuseLong(value: string): void {
  if (value.length > CONTACT_LIMITS.noteChars)
    throw new ContentError(`data1 has ${value.length} characters; at most ${CONTACT_LIMITS.noteChars} are kept`);
}

function addData(contact: Contact, kind: Kind, value: string, type: string | null | undefined): Contact {
  refuseLong(value);
  const added = (details: readonly Detail[]): Detail[] => {
    if (details.length >= CONTACT_LIMITS.details)
      throw new ContentError(
        `contact ${contact.id} has ${CONTACT_LIMITS.details} numbers or addresses, the most it can have`,
      );
    return [...details, { value, type: typeOf(kind, type) }];
  };
  switch (kind) {
    case "name":
      return { ...contact, name: value };
    case "organization":
      return { ...contact, company: value };
    case "note":
      return { ...contact, note: value };
    case "phone":
      return { ...contact, phones: added(contact.phones) };
    case "email":
      return { ...contact, emails: added(contact.emails) };
  }
}

/** Replaces one row's value with the result of `change`; undefined removes the value. */
function changeData(contact: Contact, kind: Kind, index: number, change: (old: Detail) => Detail | undefined): Contact {
  const text = (old: string): string => change({ value: old, type: "other" })?.value ?? "";
  const list = (old: Detail[]): Detail[] =>
    old.flatMap((detail, at) => (at === index ? (change(detail) ?? []) : detail));
  switch (kind) {
    case "name":
      return { ...contact, name: text(contact.name) };
    case "organization":
      return { ...contact, company: text(contact.company) };
    case "note":
      return { ...contact, note: text(contact.note) };
    case "phone":
      return { ...contact, phones: list(contact.phones) };
    case "email":
      return { ...contact, emails: list(contact.emails) };
  }
}

function locate(store: ContactsStore, id: string): { contact: Contact; kind: Kind; index: number } {
  const place = Number(id) % ROWS_PER_CONTACT;
  const contact = existing(store, Math.floor(Number(id) / ROWS_PER_CONTACT));
  if (place >= PLACES.email) return { contact, kind: "email", index: place - PLACES.email };
  if (place >= PLACES.phone) return { contact, kind: "phone", index: place - PLACES.phone };
  const kind = place === PLACES.name ? "name" : place === PLACES.organization ? "organization" : "note";
  return { contact, kind, index: 0 };
}

function existing(store: ContactsStore, id: number): Contact {
  const contact = store.find(id);
  if (!contact) throw new ContentError(`raw_contact_id ${id} is no contact`);
  return contact;
}

function kindOf(mimetype: string | null | undefined): Kind {
  for (const kind of ["name", "phone", "email", "organization", "note"] as const)
    if (MIME[kind] === mimetype) return kind;
  throw new ContentError(`mimetype ${mimetype ?? "is required and"} is not one of ${Object.values(MIME).join(", ")}`);
}

/** Returns the kind of a phone number or address for Android's code, or "other" for an unknown code. */
function typeOf(kind: Kind, number: string | null | undefined): DetailType {
  const types = kind === "email" ? EMAIL_TYPES : PHONE_TYPES;
  if (number === undefined || number === null) return kind === "phone" ? "mobile" : "home";
  for (const type of ["home", "mobile", "work", "other"] as const) if (types[type] === number) return type;
  return "other";
}

function refuse(message: string): never {
  throw new ContentError(message, "java.lang.UnsupportedOperationException");
}
