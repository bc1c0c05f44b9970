import { useSyncExternalStore } from "react";
import { useServices } from "../../ui/system/services.ts";
import { appStores } from "../app-stores.ts";
import { displayName } from "../contacts/contact.ts";

/** Tells what the other side of a conversation is called: by the contacts, else by its address. */
export function useNames(): (address: string) => string {
  const { contacts } = appStores(useServices());
  useSyncExternalStore(contacts.subscribe, contacts.get);
  return (address) => {
    const contact = contacts.withNumber(address);
    return (contact && displayName(contact)) ?? address;
  };
}
