import type { Clock } from "@terrarium/phone-system/clock";
import {
  ContentError,
  type ContentProvider,
  type ContentRow,
  type ContentTable,
} from "@terrarium/phone-system/content/content-provider";
import {
  BOXES,
  MAX_ADDRESS_CHARS,
  MAX_BODY_CHARS,
  type Box,
  type Message,
  type MessagesStore,
} from "./messages-store.ts";

/** Latest valid date (ECMA-262, Time Values and Time Range). */
const MAX_DATE_MS = 8.64e15;
const integers: ReadonlySet<string> = new Set(
  "_id thread_id person date date_sent protocol read status type reply_path_present locked error_code seen msg_count".split(
    " ",
  ),
);
const BOX_NAMES = ["inbox", "sent", "draft", "outbox", "failed", "queued"] as const satisfies Box[];

/**
 * Serves messages under `content://sms` in the layout of Telephony.Sms: all of them, and by box (`inbox`, `sent`, …). A
 * row inserted into `inbox` is a message that has just arrived.
 */
export function createSmsProvider(store: MessagesStore, clock: Clock): ContentProvider {
  const tables = new Map<string, ContentTable>([
    ["", smsTable(store, clock)],
    ["conversations", conversationTable(store)],
    ...BOX_NAMES.map((box) => [box, smsTable(store, clock, box)] as const),
  ]);
  const uris = "content://sms[/inbox,/sent,/draft...]";
  return { authority: "sms", uris, integers, table: (path) => tables.get(path) };
}

function smsTable(store: MessagesStore, clock: Clock, box?: Box): ContentTable {
  return {
    // Latest first, like Telephony's provider.
    rows: () =>
      store
        .get()
        .filter((message) => !box || message.box === box)
        .map(toRow)
        .toReversed(),
    insert: (values) => String(store.add(fromRow(values, box, clock.nowMs())).id),
    update(ids, values) {
      store.update((message) => ids.has(String(message.id)), {
        ...(values.read === undefined ? {} : { read: values.read === "1" }),
        ...(values.body === undefined ? {} : { body: bodyOf(values) }),
        ...(values.type === undefined ? {} : { box: boxOf(values.type) }),
      });
    },
    delete: (ids) => store.delete((message) => ids.has(String(message.id))),
  };
}

function conversationTable(store: MessagesStore): ContentTable {
  return {
    rows: () =>
      store.threads().map((thread) => ({
        _id: String(thread.id),
        thread_id: String(thread.id),
        msg_count: String(thread.messages.length),
        snippet: thread.last.body,
      })),
    insert: () => refuse("a conversation begins with its first message: insert into content://sms/inbox"),
    update: () => refuse("change the messages in content://sms"),
    delete: (ids) => store.delete((message) => ids.has(String(message.threadId))),
  };
}

function toRow(message: Message): ContentRow {
  return {
    _id: String(message.id),
    thread_id: String(message.threadId),
    address: message.address,
    person: null,
    date: String(message.dateMs),
    date_sent: message.box === "inbox" ? String(message.dateMs) : "0",
    protocol: message.box === "inbox" ? "0" : null,
    read: message.read ? "1" : "0",
    status: "-1",
    type: BOXES[message.box],
    reply_path_present: null,
    subject: null,
    body: message.body,
    service_center: null,
    locked: "0",
    // SmsManager.RESULT_ERROR_RADIO_OFF, the error of airplane mode.
    error_code: message.box === "failed" ? "2" : "0",
    seen: message.read ? "1" : "0",
  };
}

function fromRow(values: ContentRow, box: Box | undefined, nowMs: number): Omit<Message, "id" | "threadId"> {
  const address = values.address?.trim() ?? "";
  if (address === "" || address.length > MAX_ADDRESS_CHARS)
    throw new ContentError(`address must have 1 to ${MAX_ADDRESS_CHARS} characters; bind it as address:s:+15551234`);
  const given = Number(values.date ?? Number.NaN);
  const type = box ?? (values.type === undefined || values.type === null ? "inbox" : boxOf(values.type));
  return {
    address,
    body: bodyOf(values),
    dateMs: Number.isSafeInteger(given) && given > 0 && given <= MAX_DATE_MS ? given : nowMs,
    read: values.read === undefined ? type !== "inbox" : values.read === "1",
    box: type,
  };
}

function bodyOf(values: ContentRow): string {
  const body = values.body ?? "";
  if (body.length > MAX_BODY_CHARS)
    throw new ContentError(`body has ${body.length} characters; at most ${MAX_BODY_CHARS}`);
  return body;
}

function boxOf(type: string | null): Box {
  const box = BOX_NAMES.find((name) => BOXES[name] === type);
  if (!box) throw new ContentError(`type ${String(type)} is not one of ${Object.values(BOXES).join(", ")}`);
  return box;
}

function refuse(message: string): never {
  throw new ContentError(message, "java.lang.UnsupportedOperationException");
}
