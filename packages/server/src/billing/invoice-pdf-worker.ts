import { parentPort, workerData } from "node:worker_threads";
import { renderInvoice } from "./invoice-pdf.ts";

/** Renders one invoice in a thread of its own: `workerData` holds the arguments, the message is the document. */
const document = await renderInvoice(...(workerData as Parameters<typeof renderInvoice>));
// A copy of its own bytes: what Node reads into may be shared.
const { buffer } = new Uint8Array(document);
parentPort?.postMessage(buffer, [buffer]);
