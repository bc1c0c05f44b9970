import type { FastifyBaseLogger } from "fastify";
import type { MailStore, QueuedMail } from "./store.ts";
import type { MailTransport } from "./transport.ts";

const MINUTE_MS = 60_000;
/** Longer than any attempt. A mail of a server that dies waits for this time. */
const LEASE_MS = 2 * MINUTE_MS;
const MAX_DELAY_MS = 60 * MINUTE_MS;
const GIVE_UP_AFTER_MS = 3 * 24 * 60 * MINUTE_MS;

export interface MailService {
  /**
   * Sends due mail. An accepted mail leaves the queue. A rejected one is retried after 1, 2, 4 … up to 60 minutes, for
   * three days. An accepted mail that cannot be removed is not sent again: the next call first retries its removal.
   * Only if the server ends in between, it is sent twice, under the same Message-ID. Rejects if the database fails.
   */
  sendDue(): Promise<void>;
  /** Returns the number of due and postponed mails. */
  countWaiting(): Promise<number>;
}

export function createMailService(
  { store, transport, log }: { store: MailStore; transport: MailTransport; log: FastifyBaseLogger },
  clock: () => number = Date.now,
): MailService {
  /** Accepted mails that are still in the queue. */
  const accepted = new Set<string>();

  async function remove(id: string): Promise<void> {
    await store.remove(id);
    accepted.delete(id);
  }

  /** Sends, postpones or drops a mail. Rejects if the database fails. */
  async function send(mail: QueuedMail): Promise<void> {
    try {
      await transport.send(mail);
      accepted.add(mail.id);
    } catch (error) {
      const now = clock();
      const isHopeless = now - mail.createdAt > GIVE_UP_AFTER_MS;
      log.error({ err: error, mailId: mail.id, attempts: mail.attempts, isHopeless }, "failed to send mail");
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
      // No delay is longer, unless a clock was ahead.
      await store.bringForward(clock() + MAX_DELAY_MS, clock());
      for (;;) {
        const mail = await store.claim(clock(), clock() + LEASE_MS);
        if (!mail) return;
        await send(mail);
      }
    },
  };
}
