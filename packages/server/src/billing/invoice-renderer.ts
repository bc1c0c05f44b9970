import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "../base/app-error.ts";
import { Slots, takeAll } from "../base/slots.ts";
import type { renderInvoice } from "./invoice-pdf.ts";

/** How many may wait for their turn: in all, of one team, and of one person in all teams. */
const MAX_WAITING = { inAll: 16, ofTeam: 2, ofPerson: 4 };
const RETRY_AFTER_SECONDS = 10;
/** Fonts of all the world's scripts and the document. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 512 };

type RenderInvoice = (userId: string, ...invoice: Parameters<typeof renderInvoice>) => Promise<Buffer>;

/**
 * Renders invoices in threads of their own, one after another: to choose and cut the fonts for a team's name takes up to a
 * second of computing. Throws AppError rate_limited if many wait already, of all, of the team or of who asks.
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
    // The thread's own error comes as one of `once`.
    const [document] = (await Promise.race([once(worker, "message"), ended])) as [ArrayBuffer];
    return Buffer.from(document);
  } finally {
    await worker.terminate();
  }
}
