import type { FastifyBaseLogger } from "fastify";
import type { MailStore } from "./store.ts";
import type { MailTransport } from "./transport.ts";

const MINUTE_MS = 60_000;
/** Longer than any attempt takes; a server that dies with a mail in hand holds it up for this long. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_DELAY_MS = 60 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;

export interface MailService {
  /**
   * Sends what is due. A mail leaves the queue once it is accepted; one that is refused is tried again after 1, 2, 4 …
   * up to 60 minutes, for three days. If the server is killed between acceptance and removal it is sent twice, under
   * the same Message-ID.
   */
  sendDue(): Promise<void>;
  /** How many are due or put off. */
  countWaiting(): Promise<number>;
}

export function createMailService(
  { store, transport, log }: { store: MailStore; transport: MailTransport; log: FastifyBaseLogger },
  clock: () => number = Date.now,
): MailService {
  return {
    countWaiting: () => store.count(),

    async sendDue() {
      // Nothing is put off longer than that: a clock that was ahead has done it.
      await store.bringForward(clock() + MAX_DELAY_MS, clock());
      for (;;) {
        const mail = await store.claim(clock(), clock() + LEASE_MS);
        if (!mail) return;
        try {
          await transport.send(mail);
          await store.remove(mail.id);
          log.info({ mailId: mail.id }, "mail sent");
        } catch (error) {
          const now = clock();
          const isHopeless = now - mail.createdAt > GIVE_UP_AFTER_MS;
          log.error({ err: error, mailId: mail.id, attempts: mail.attempts, isHopeless }, "mail could not be sent");
          if (isHopeless) await store.remove(mail.id);
          else await store.postpone(mail.id, now + Math.min(MINUTE_MS * 2 ** (mail.attempts - 1), MAX_DELAY_MS));
        }
      }
    },
  };
}
