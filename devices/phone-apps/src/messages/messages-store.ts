import { join } from "node:path";
import { JsonFile } from "@terrarium/device-files/json-file";
import { z } from "zod";
import { appFolder } from "../app-folder.ts";
import { NumberIndex } from "../number-index.ts";
import { perSystem } from "../per-system.ts";

/** Android's codes for the boxes of messages (Telephony.TextBasedSmsColumns). */
export const BOXES = { inbox: "1", sent: "2", draft: "3", outbox: "4", failed: "5", queued: "6" } as const;
export type Box = keyof typeof BOXES;

export const MAX_BODY_CHARS = 10_000;
export const MAX_ADDRESS_CHARS = 200;

const messageSchema = z.object({
  id: z.number().int(),
  threadId: z.number().int(),
  /** The other party: a number, or a service's sender name. */
  address: z.string(),
  body: z.string(),
  dateMs: z.number(),
  read: z.boolean(),
  box: z.enum(["inbox", "sent", "draft", "outbox", "failed", "queued"]),
});
export type Message = z.infer<typeof messageSchema>;

/** All messages with one other party, oldest first. */
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

/** Largest number of messages. The oldest ones beyond it are deleted. */
const MAX_MESSAGES = 5000;

/** Messages, oldest first. The file is read on first use and written after every change. */
export class MessagesStore {
  readonly #file: JsonFile<Content>;
  readonly #listeners = new Set<() => void>();
  readonly #incoming = new Set<(message: Message) => void>();
  #shownThread: number | undefined;
  #loaded: Content | undefined;
  #threads: readonly Thread[] | undefined;
  /** An index of the conversations, built on first use. */
  #byAddress: NumberIndex<Thread> | undefined;

  constructor(dataDir: string, log: (message: string) => void) {
    this.#file = new JsonFile(join(appFolder(dataDir, "com.terrarium.messages"), "messages.json"), fileSchema, log);
  }

  /** Calls the listener with every message that arrives unread. Returns a function that stops it. */
  onIncoming(listener: (message: Message) => void): () => void {
    this.#incoming.add(listener);
    return () => this.#incoming.delete(listener);
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): readonly Message[] => this.#state.messages;

  /** Returns the conversations, latest message first. The array stays the same object until a change. */
  readonly threads = (): readonly Thread[] => {
    this.#threads ??= toThreads(this.get());
    return this.#threads;
  };

  /** Returns the conversation with this party, or undefined without messages. */
  threadWith(address: string): Thread | undefined {
    if (!this.#byAddress) {
      this.#byAddress = new NumberIndex();
      for (const thread of this.threads()) this.#byAddress.add(thread.address, thread);
    }
    return this.#byAddress.find(address);
  }

  /** Adds a message to the conversation with its other party. Calls the listeners if it is incoming and unread. */
  add(message: Omit<Message, "id" | "threadId">): Message {
    const { nextId, nextThreadId, messages } = this.#state;
    const threadId = this.threadWith(message.address)?.id ?? nextThreadId;
    const added = { ...message, id: nextId, threadId };
    this.#set({
      nextId: nextId + 1,
      nextThreadId: Math.max(nextThreadId, threadId + 1),
      messages: [...messages, added].toSorted((left, right) => left.dateMs - right.dateMs).slice(-MAX_MESSAGES),
    });
    if (added.box === "inbox" && !added.read) for (const listener of this.#incoming) listener(added);
    return added;
  }

  /** Stores an outgoing message as sent, or as failed if sending is impossible. No network delivers it. */
  addOutgoing(outgoing: Pick<Message, "address" | "body" | "dateMs">, canSend: boolean): void {
    this.add({ ...outgoing, read: true, box: canSend ? "sent" : "failed" });
  }

  /** Marks the conversation as viewed by the user until the returned function is called. */
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

/** The messages of a system, read on first use. */
export const messagesStore = perSystem(({ dataDir, log }) => new MessagesStore(dataDir, log));
