import { parentPort, workerData } from "node:worker_threads";
import { renderInvoice } from "./invoice-pdf.ts";

/** Renders one invoice in its own thread: `workerData` holds the arguments, and the message is the document. */
const document = await renderInvoice(...(workerData as Parameters<typeof renderInvoice>));
// A copy, because Node's own buffer may be shared.
const { buffer } = new Uint8Array(document);
parentPort?.postMessage(buffer, [buffer]);
