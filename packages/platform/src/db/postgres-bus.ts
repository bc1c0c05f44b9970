import { randomUUID } from "node:crypto";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { Bus, BusTopic } from "../base/bus.ts";
import type { PostgresSession } from "./postgres-session.ts";

const CHANNEL = "terrarium";
/** Longest payload; PostgreSQL's limit of a notification is below 8000 bytes. */
const PAYLOAD_MAX_CHARS = 1_000;
/** Limit of pending notices. Above it, other servers are notified to refresh everything instead. */
const WAITING_MAX = 500;

const Notice = z.object({ from: z.string(), topic: z.string(), payload: z.string().nullable() });
type Notice = Pick<z.infer<typeof Notice>, "payload"> & { topic: BusTopic };

export interface PostgresBus extends Bus {
  /** Switches to this session, in place of a lost one. Listeners are called to refresh everything. */
  use(session: PostgresSession): Promise<void>;
}

/** Creates a bus between the servers on one database, with LISTEN and NOTIFY. */
export function createPostgresBus(log: Pick<FastifyBaseLogger, "error">): PostgresBus {
  const id = randomUUID();
  const listeners: Array<{ topic: BusTopic; listener: (payload: string | undefined) => void }> = [];
  /** Pending notices, without duplicates. */
  const waiting = new Map<string, Notice>();
  const counts = { told: 0, heard: 0 };
  let current: PostgresSession | undefined;
  let isFlushing = false;

  function pass(topic: string | undefined, payload: string | undefined): void {
    for (const each of listeners) {
      if (topic !== undefined && each.topic !== topic) continue;
      try {
        each.listener(payload);
      } catch (error) {
        log.error({ err: error, topic: each.topic }, "failed to handle another server's notification");
      }
    }
  }

  function receive(text: string): void {
    const notice = readNotice(text);
    if (!notice || notice.from === id) return;
    counts.heard += 1;
    pass(notice.topic, notice.payload ?? undefined);
  }

  function add(notice: Notice): void {
    const all = { topic: notice.topic, payload: null };
    if (waiting.has(JSON.stringify(all))) return;
    if (waiting.size >= WAITING_MAX) {
      for (const [key, { topic }] of waiting) if (topic === notice.topic) waiting.delete(key);
      waiting.set(JSON.stringify(all), all);
    } else waiting.set(JSON.stringify(notice), notice);
  }

  /** Sends pending notices. Never rejects. */
  async function flush(): Promise<void> {
    const session = current;
    if (isFlushing || !session || waiting.size === 0) return;
    isFlushing = true;
    const notices = [...waiting.values()];
    waiting.clear();
    const texts = notices.map((notice) => JSON.stringify({ from: id, ...notice }));
    try {
      await session.ask("select pg_notify($1, text) from unnest($2::text[]) as text", CHANNEL, texts);
      counts.told += texts.length;
    } catch {
      // They are sent with the session's next beat, or by the next session if this one is lost.
      return notices.forEach(add);
    } finally {
      isFlushing = false;
    }
    await flush();
  }

  return {
    tell(topic, payload = "") {
      add({ topic, payload: payload.length > PAYLOAD_MAX_CHARS ? null : payload });
      void flush();
    },
    hear: (topic, listener) => void listeners.push({ topic, listener }),
    counts: () => ({ ...counts }),
    async use(session) {
      session.onNotification(receive);
      await session.ask(`listen ${CHANNEL}`);
      current = session;
      const leave = () => {
        if (current === session) current = undefined;
      };
      void session.lost.then(leave);
      session.everyBeat(flush);
      pass(undefined, undefined);
      void flush();
    },
  };
}

/** Returns undefined for invalid notices, such as another version's. */
function readNotice(text: string): z.infer<typeof Notice> | undefined {
  try {
    return Notice.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
