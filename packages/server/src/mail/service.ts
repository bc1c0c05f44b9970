import type { FastifyBaseLogger } from "fastify";
import type { MailStore, QueuedMail } from "./store.ts";
import type { MailTransport } from "./transport.ts";

const MINUTE_MS = 60_000;
/** Longer than any attempt takes; a server that dies with a mail in hand holds it up for this long. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_DELAY_MS = 60 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;

export interface MailService {
  /**
   * Sends what is due. A mail leaves the queue once it is accepted; one that is refused is tried again after 1, 2, 4 …
   * up to 60 minutes, for three days. One that was accepted and cannot be removed is not sent again: its removal is tried
   * first in the next call. Only if the server ends in between is it sent twice, under the same Message-ID. Rejects if
   * the database fails.
   */
  sendDue(): Promise<void>;
  /** How many are due or put off. */
  countWaiting(): Promise<number>;
}

export function createMailService(
  { store, transport, log }: { store: MailStore; transport: MailTransport; log: FastifyBaseLogger },
  clock: () => number = Date.now,
): MailService {
  /** Mails that were accepted and are in the queue. */
  const accepted = new Set<string>();

  async function remove(id: string): Promise<void> {
    await store.remove(id);
    accepted.delete(id);
  }

  /** Sends it, or puts it off, or gives it up. Rejects if the database fails. */
  async function send(mail: QueuedMail): Promise<void> {
    try {
      await transport.send(mail);
      accepted.add(mail.id);
    } catch (error) {
      const now = clock();
      const isHopeless = now - mail.createdAt > GIVE_UP_AFTER_MS;
      log.error({ err: error, mailId: mail.id, attempts: mail.attempts, isHopeless }, "mail could not be sent");
      if (isHopeless) await remove(mail.id);
      else await store.postpone(mail.id, now + Math.min(MINUTE_MS * 2 ** (mail.attempts - 1), MAX_DELAY_MS));
      return;
    }
    log.info({ mailId: mail.id }, "mail sent");
    await remove(mail.id);
  }

  return {
    countWaiting: () => store.count(),

    async sendDue() {
      for (const id of accepted) await remove(id);
      // Nothing is put off longer than that: a clock that was ahead has done it.
      await store.bringForward(clock() + MAX_DELAY_MS, clock());
      for (;;) {
        const mail = await store.claim(clock(), clock() + LEASE_MS);
        if (!mail) return;
        await send(mail);
      }
    },
  };
}
