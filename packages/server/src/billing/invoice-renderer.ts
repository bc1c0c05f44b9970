import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "@terrarium/platform/base/app-error";
import { Slots, takeAll } from "@terrarium/platform/base/slots";
import type { renderInvoice } from "./invoice-pdf.ts";

/** Limits of waiting renderings: in total, of one team, and of one person in all teams. */
const MAX_WAITING = { inAll: 16, ofTeam: 2, ofPerson: 4 };
const RETRY_AFTER_SECONDS = 10;
/** Enough for the fonts of all scripts and the document. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 512 };

type RenderInvoice = (userId: string, ...invoice: Parameters<typeof renderInvoice>) => Promise<Buffer>;

/**
 * Creates a renderer of invoices in worker threads, one after another. Selecting and subsetting the fonts for a team's
 * name takes up to a second of computing. Throws AppError rate_limited if too many wait in total, of the team or of the
 * caller.
 */
export function createInvoiceRenderer(): RenderInvoice {
  const inAll = new Slots(MAX_WAITING.inAll);
  const ofTeam = new Slots(MAX_WAITING.ofTeam);
  const ofPerson = new Slots(MAX_WAITING.ofPerson);
  let last: Promise<unknown> = Promise.resolve();
  return async (userId, ...invoice) => {
    const [, { id: team }] = invoice;
    const leave = takeAll([inAll, ""], [ofTeam, team], [ofPerson, userId]);
    if (!leave) throw new AppError("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    const rendered = last.then(() => renderAside(invoice));
    last = rendered.catch(() => {});
    try {
      return await rendered;
    } finally {
      leave();
    }
  };
}

async function renderAside(invoice: Parameters<typeof renderInvoice>): Promise<Buffer> {
  const worker = new Worker(new URL("./invoice-pdf-worker.ts", import.meta.url), {
    workerData: invoice,
    env: {},
    resourceLimits: THREAD_RESOURCES,
    name: "invoice",
  });
  try {
    const ended = once(worker, "exit").then(() =>
      Promise.reject(new Error("the invoice's thread ended without a document")),
    );
    // `once` rejects with the thread's own error.
    const [document] = (await Promise.race([once(worker, "message"), ended])) as [ArrayBuffer];
    return Buffer.from(document);
  } finally {
    await worker.terminate();
  }
}
