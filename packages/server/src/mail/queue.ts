import type { Database } from "@terrarium/platform/db/database";
import { newId } from "@terrarium/platform/db/ids";

export interface Mail {
  recipient: string;
  subject: string;
  /** Plain text. */
  body: string;
}

/** Queues a mail in the transaction that causes it, so that both or neither happen. */
export async function queueMail(transaction: Database, mail: Mail, now: number): Promise<void> {
  await transaction
    .insertInto("mails")
    .values({ ...mail, id: newId("mail", now), createdAt: now, attempts: 0, dueAt: now })
    .execute();
}
