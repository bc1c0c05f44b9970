import type { SystemServices } from "@terrarium/phone-ui/services/app";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { displayName } from "../contacts/contact.ts";
import { contactsStore } from "../contacts/contacts-store.ts";
import { messagesStore } from "./messages-store.ts";
import type { Message } from "./messages-store.ts";
import { oneTimeCode } from "./one-time-code.ts";
import { MESSAGES_STRINGS } from "./strings.ts";

export const MESSAGES_PACKAGE = "com.terrarium.messages";

/** Returns the id of a conversation's notification. */
export function notificationId(threadId: number): string {
  return `thread-${threadId}`;
}

/** Notifies of incoming messages, except in the conversation that the user views. Returns a function that stops it. */
export function announceIncoming(services: SystemServices): () => void {
  const messages = messagesStore(services);
  return messages.onIncoming((message) => {
    if (!messages.isShown(message.threadId)) services.run(() => announce(services, message));
  });
}

function announce(services: SystemServices, { address, body, threadId }: Message): void {
  const contacts = contactsStore(services);
  const messages = messagesStore(services);
  const texts = textsOf(services.store.get().language, MESSAGES_STRINGS);
  const contact = contacts.withNumber(address);
  const code = oneTimeCode(body);
  const id = notificationId(threadId);
  const dismiss = (): void => services.cancelNotification(MESSAGES_PACKAGE, id);
  services.notify({
    packageName: MESSAGES_PACKAGE,
    id,
    title: (contact && displayName(contact)) ?? address,
    text: body,
    urgent: true,
    onOpen: () =>
      void services.startActivity({
        packageName: MESSAGES_PACKAGE,
        action: "android.intent.action.SENDTO",
        dataUri: `smsto:${encodeURIComponent(address)}`,
      }),
    actions: [
      ...(code === undefined ? [] : [{ label: texts.copyCode(code), onPress: () => services.clipboard.set(code) }]),
      {
        label: texts.markRead,
        onPress: () => {
          messages.markRead(threadId);
          dismiss();
        },
      },
    ],
  });
}
