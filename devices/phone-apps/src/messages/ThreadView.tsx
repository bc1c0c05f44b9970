import { mdiAccountOutline, mdiAccountPlusOutline, mdiContentCopy, mdiDotsVertical, mdiTrashCanOutline } from "@mdi/js";
import { Scroll, View } from "@terrarium/phone-ui/render/elements";
import { useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Menu, type MenuItem } from "@terrarium/phone-ui/widgets/Menu.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useEffect, useMemo, useState, type ReactElement } from "react";
import { contactsStore } from "../contacts/contacts-store.ts";
import { ComposeBar } from "./ComposeBar.tsx";
import { startOfDay } from "./format-time.ts";
import { MESSAGES_PACKAGE, notificationId } from "./incoming.ts";
import { DayTitle, MessageBubble } from "./MessageBubble.tsx";
import { messagesStore } from "./messages-store.ts";
import type { Message, Thread } from "./messages-store.ts";
import { MESSAGES_STRINGS } from "./strings.ts";
import { useNames } from "./use-names.ts";

type Asked = "menu" | "delete" | { message: Message } | { fate: Message };
const SHOWN_AT_ONCE = 60;
/** Larger than the height of any conversation, in dp. */
const THE_END = 1e7;
/** Messages of one side within this time are grouped. */
const CLOSE_TOGETHER_MS = 5 * 60_000;
const CONTACT_TYPE = "vnd.android.cursor.dir/contact";
const MIDDLE = { bottom: 96, right: 24 } as const;

/** Shows a conversation and an input bar. Viewing it marks its messages as read. */
export function ThreadView(props: {
  address: string;
  thread: Thread | undefined;
  /** Initial text of the input bar. */
  body: string;
  onClose: () => void;
}): ReactElement {
  const { address, thread } = props;
  const services = useServices();
  const store = messagesStore(services);
  const texts = useStrings(MESSAGES_STRINGS);
  const twoPane = useTwoPane();
  const name = useNames()(address);
  const [asked, setAsked] = useState<Asked>();
  const [shown, setShown] = useState(SHOWN_AT_ONCE);
  useReading(thread);
  const messages = thread?.messages ?? [];
  const lastId = messages.at(-1)?.id;
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  // Each new message and each keyboard change creates a new object and so scrolls to the end.
  const scrollTo = useMemo(() => ({ offset: THE_END, lastId, keyboard }), [lastId, keyboard]);
  const close = (): void => setAsked(undefined);
  const contact = contactsStore(services).withNumber(address);
  const copy = (text: string): void => {
    services.clipboard.set(text);
    services.showToast(texts.copied);
  };
  const openContact = (): void =>
    void services.startActivity(
      contact
        ? { action: "android.intent.action.VIEW", dataUri: `content://com.android.contacts/contacts/${contact.id}` }
        : { action: "android.intent.action.INSERT", mimeType: CONTACT_TYPE, extras: { phone: address } },
    );
  const menuItems: MenuItem[] = [
    {
      id: "contact",
      icon: contact ? mdiAccountOutline : mdiAccountPlusOutline,
      label: contact ? texts.showContact : texts.addContact,
      onPress: openContact,
    },
    {
      id: "delete_thread",
      icon: mdiTrashCanOutline,
      label: texts.deleteThread,
      danger: true,
      disabled: !thread,
      onPress: () => setAsked("delete"),
    },
  ];
  const messageItems = (message: Message): MenuItem[] => [
    { id: "copy", icon: mdiContentCopy, label: texts.copy, onPress: () => copy(message.body) },
    {
      id: "delete_message",
      icon: mdiTrashCanOutline,
      label: texts.deleteMessage,
      danger: true,
      onPress: () => store.delete(({ id }) => id === message.id),
    },
  ];
  const send = (body: string): void =>
    store.addOutgoing(
      { address, body, dateMs: services.clock.nowMs() },
      !services.settings.isOn("global", "airplane_mode_on"),
    );
  const sendAgain = (message: Message): void => {
    store.delete(({ id }) => id === message.id);
    send(message.body);
  };
  const removeThread = (): void => {
    store.delete(({ threadId }) => threadId === thread?.id);
    props.onClose();
  };
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateX: 24 }}>
      <TopBar
        title={name}
        {...(name === address ? {} : { subtitle: address })}
        {...(twoPane ? {} : { onBack: props.onClose })}
      >
        <IconButton id="more" path={mdiDotsVertical} label={texts.more} onPress={() => setAsked("menu")} />
      </TopBar>
      <Scroll id="messages" role="list" scrollTo={scrollTo} style={{ grow: 1, basis: 0 }}>
        <View style={{ grow: 1, justify: "end", paddingX: 16, paddingTop: 8, paddingBottom: 12 }}>
          {messages.length > shown ? (
            <View style={{ alignSelf: "center", paddingY: 8 }}>
              <Button id="earlier" label={texts.earlier} onPress={() => setShown(shown + SHOWN_AT_ONCE)} />
            </View>
          ) : null}
          {messages.slice(-shown).map((message, index, all) => (
            <View key={message.id}>
              {isNewDay(message, all[index - 1]) ? <DayTitle epochMs={message.dateMs} /> : null}
              <MessageBubble
                message={message}
                follows={followsOn(message, all[index - 1])}
                goesOn={isFollowed(message, all[index + 1])}
                onCopy={copy}
                onLongPress={() => setAsked({ message })}
                {...(hasFate(message) ? { onPress: () => setAsked({ fate: message }) } : {})}
              />
            </View>
          ))}
        </View>
      </Scroll>
      <ComposeBar body={props.body} onSend={send} />
      {asked === "menu" ? <Menu items={menuItems} onDismiss={close} /> : null}
      {typeof asked === "object" && "message" in asked ? (
        <Menu items={messageItems(asked.message)} onDismiss={close} place={MIDDLE} />
      ) : null}
      {typeof asked === "object" && "fate" in asked ? (
        <FateDialog message={asked.fate} onSendAgain={() => sendAgain(asked.fate)} onClose={close} />
      ) : null}
      {asked === "delete" ? (
        <Dialog
          title={texts.deleteThreadTitle}
          text={texts.deleteThreadText}
          onDismiss={close}
          actions={[
            { id: "cancel", label: texts.cancel, onPress: close },
            { id: "delete_yes", label: texts.deleteYes, danger: true, onPress: removeThread },
          ]}
        />
      ) : null}
    </View>
  );
}

const hasFate = ({ box }: Message): boolean => box === "sent" || box === "failed";

/** Shows the delivery status of an outgoing message. */
function FateDialog(props: { message: Message; onSendAgain: () => void; onClose: () => void }): ReactElement {
  const texts = useStrings(MESSAGES_STRINGS);
  const failed = props.message.box === "failed";
  const again = (): void => {
    props.onClose();
    props.onSendAgain();
  };
  return (
    <Dialog
      title={failed ? texts.notSent : texts.sent}
      text={failed ? texts.notSentText : texts.sentText}
      onDismiss={props.onClose}
      actions={[
        { id: "ok", label: texts.ok, onPress: props.onClose },
        ...(failed ? [{ id: "send_again", label: texts.sendAgain, onPress: again }] : []),
      ]}
    />
  );
}

/** Marks incoming messages as read while their conversation is in front of the user. */
function useReading(thread: Thread | undefined): void {
  const services = useServices();
  const store = messagesStore(services);
  const inFront = useSystem((state) => state.front === MESSAGES_PACKAGE && state.awake && !state.locked);
  const id = thread?.id;
  const unread = thread?.unread ?? 0;
  useEffect(() => (inFront && id !== undefined ? store.show(id) : undefined), [store, inFront, id]);
  useEffect(() => {
    if (!inFront || id === undefined || unread === 0) return;
    store.markRead(id);
    services.cancelNotification(MESSAGES_PACKAGE, notificationId(id));
  }, [services, store, inFront, id, unread]);
}

function isNewDay(message: Message, before: Message | undefined): boolean {
  return !before || startOfDay(message.dateMs) !== startOfDay(before.dateMs);
}

function isFollowed(message: Message, next: Message | undefined): boolean {
  return next !== undefined && followsOn(next, message);
}

function followsOn(message: Message, before: Message | undefined): boolean {
  if (!before || isNewDay(message, before)) return false;
  const sameSide = (message.box === "inbox") === (before.box === "inbox");
  return sameSide && message.dateMs - before.dateMs < CLOSE_TOGETHER_MS;
}
