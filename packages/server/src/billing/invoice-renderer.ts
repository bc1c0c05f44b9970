import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { AppError } from "../base/app-error.ts";
import type { renderInvoice } from "./invoice-pdf.ts";

/** How many may wait for their turn, in all and of one team. */
const MAX_WAITING = 16;
const MAX_WAITING_OF_TEAM = 2;
const RETRY_AFTER_SECONDS = 10;
/** Fonts of all the world's scripts and the document. */
const THREAD_RESOURCES = { maxOldGenerationSizeMb: 512 };

type RenderInvoice = (...invoice: Parameters<typeof renderInvoice>) => Promise<Buffer>;

/**
 * Renders invoices in threads of their own, one after another: to choose and cut the fonts for a team's name takes up to a
 * second of computing. Throws AppError rate_limited if many wait already.
 */
export function createInvoiceRenderer(): RenderInvoice {
  /** The team of each. */
  const waiting: string[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return async (...invoice) => {
    const [, { id: team }] = invoice;
    const ofTeam = waiting.filter((other) => other === team).length;
    if (waiting.length >= MAX_WAITING || ofTeam >= MAX_WAITING_OF_TEAM)
      throw new AppError("rate_limited", { retryAfterSeconds: RETRY_AFTER_SECONDS });
    waiting.push(team);
    const rendered = last.then(() => renderAside(invoice));
    last = rendered.catch(() => {});
    try {
      return await rendered;
    } finally {
      waiting.splice(waiting.indexOf(team), 1);
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
