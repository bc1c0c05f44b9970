import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { NumberIndex } from "../contacts/number-index.ts";
import { perSystem } from "../per-system.ts";

/** Where a message is, by Android's numbers for it (Telephony.TextBasedSmsColumns). */
export const boxes = { inbox: "1", sent: "2", draft: "3", outbox: "4", failed: "5", queued: "6" } as const;
export type Box = keyof typeof boxes;

export const maxBodyChars = 10_000;
export const maxAddressChars = 200;

const messageSchema = z.object({
  id: z.number().int(),
  threadId: z.number().int(),
  /** The other side: a number, or the name that a service sends under. */
  address: z.string(),
  body: z.string(),
  dateMs: z.number(),
  read: z.boolean(),
  box: z.enum(["inbox", "sent", "draft", "outbox", "failed", "queued"]),
});
export type Message = z.infer<typeof messageSchema>;

/** All messages with one other side, the oldest first. */
export interface Thread {
  id: number;
  address: string;
  messages: readonly Message[];
  last: Message;
  unread: number;
}

const fileSchema = z.object({
  nextId: z.number().int(),
  nextThreadId: z.number().int(),
  messages: z.array(messageSchema),
});
type Content = z.infer<typeof fileSchema>;

/** The oldest messages beyond this many are forgotten. */
const maxMessages = 5000;

/** The messages, oldest first, kept in a file that is up to date after every change. Read when first asked for. */
export class MessagesStore {
  readonly #file: JsonFile<Content>;
  readonly #listeners = new Set<() => void>();
  readonly #incoming = new Set<(message: Message) => void>();
  #shownThread: number | undefined;
  #loaded: Content | undefined;
  #threads: readonly Thread[] | undefined;
  /** The conversations; made when it is first needed. */
  #byAddress: NumberIndex<Thread> | undefined;

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(dataDir, "apps", "com.terrarium.messages", "messages.json"), fileSchema, log);
  }

  /** Calls the listener with every message that arrives unread. Returns the function that stops it. */
  onIncoming(listener: (message: Message) => void): () => void {
    this.#incoming.add(listener);
    return () => this.#incoming.delete(listener);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): readonly Message[] => this.#state.messages;

  /** The conversations, the one with the latest message first. Stays the same object until something changes. */
  readonly threads = (): readonly Thread[] => {
    this.#threads ??= toThreads(this.get());
    return this.#threads;
  };

  /** The conversation with this other side, if there has been a word. */
  threadWith(address: string): Thread | undefined {
    if (!this.#byAddress) {
      this.#byAddress = new NumberIndex();
      for (const thread of this.threads()) this.#byAddress.add(thread.address, thread);
    }
    return this.#byAddress.find(address);
  }

  /** Adds a message to the conversation with its other side, and tells of it if it is incoming and unread. */
  add(message: Omit<Message, "id" | "threadId">): Message {
    const { nextId, nextThreadId, messages } = this.#state;
    const threadId = this.threadWith(message.address)?.id ?? nextThreadId;
    const added = { ...message, id: nextId, threadId };
    this.#set({
      nextId: nextId + 1,
      nextThreadId: Math.max(nextThreadId, threadId + 1),
      messages: [...messages, added].toSorted((left, right) => left.dateMs - right.dateMs).slice(-maxMessages),
    });
    if (added.box === "inbox" && !added.read) for (const listener of this.#incoming) listener(added);
    return added;
  }

  /** Keeps what was written as sent, or as failed where nothing can be sent. No network carries it any further. */
  addOutgoing(outgoing: Pick<Message, "address" | "body" | "dateMs">, canSend: boolean): void {
    this.add({ ...outgoing, read: true, box: canSend ? "sent" : "failed" });
  }

  /** The user looks at this conversation, until the returned function is called. */
  show(threadId: number): () => void {
    this.#shownThread = threadId;
    return () => {
      if (this.#shownThread === threadId) this.#shownThread = undefined;
    };
  }

  isShown(threadId: number): boolean {
    return this.#shownThread === threadId;
  }

  update(matches: (message: Message) => boolean, change: Partial<Pick<Message, "body" | "read" | "box">>): void {
    this.#change((message) => (matches(message) ? { ...message, ...change } : message));
  }

  delete(matches: (message: Message) => boolean): void {
    this.#change((message) => (matches(message) ? undefined : message));
  }

  markRead(threadId: number): void {
    if (!this.get().some((message) => message.threadId === threadId && !message.read)) return;
    this.#change((message) => (message.threadId === threadId ? { ...message, read: true } : message));
  }

  #change(change: (message: Message) => Message | undefined): void {
    const messages = this.#state.messages.flatMap((message) => change(message) ?? []);
    this.#set({ ...this.#state, messages });
  }

  get #state(): Content {
    this.#loaded ??= this.#file.read() ?? { nextId: 1, nextThreadId: 1, messages: [] };
    return this.#loaded;
  }

  #set(content: Content): void {
    this.#file.write(content);
    this.#loaded = content;
    this.#threads = this.#byAddress = undefined;
    for (const listener of this.#listeners) listener();
  }
}

function toThreads(messages: readonly Message[]): Thread[] {
  const threads = [...Map.groupBy(messages, (message) => message.threadId)].flatMap(([id, own]) => {
    const last = own.at(-1);
    if (!last) return [];
    const first = own.reduce((earliest, message) => (message.id < earliest.id ? message : earliest));
    const unread = own.filter((message) => message.box === "inbox" && !message.read).length;
    return [{ id, address: first.address, messages: own, last, unread }];
  });
  return threads.toSorted((left, right) => right.last.dateMs - left.last.dateMs || right.last.id - left.last.id);
}

/** The messages of a system; read when it is first asked for. */
export const messagesStore = perSystem(({ dataDir, log }) => new MessagesStore(dataDir, log));
