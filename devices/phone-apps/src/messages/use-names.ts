import { useServices } from "@terrarium/phone-ui/services/services";
import { useSyncExternalStore } from "react";
import { displayName } from "../contacts/contact.ts";
import { contactsStore } from "../contacts/contacts-store.ts";

/** Returns a function that names the other party of a conversation: the contact's name, or the address. */
export function useNames(): (address: string) => string {
  const contacts = contactsStore(useServices());
  useSyncExternalStore(contacts.subscribe, contacts.get);
  return (address) => {
    const contact = contacts.withNumber(address);
    return (contact && displayName(contact)) ?? address;
  };
}
