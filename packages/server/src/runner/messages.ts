import type { RunLimits } from "@terrarium/contract/limits";
import type { SharedBodyBudget } from "./body-budget.ts";
import type { ResponseHead } from "./guest/guest.ts";

/** What a run's worker is started with. */
export interface WorkerInput {
  code: string;
  /** The modules that the script can import: source text by name. */
  modules: Record<string, string>;
  guestSource: string;
  env: Record<string, string>;
  limits: RunLimits;
  /** One Float64: since when (epoch ms) the interpreter has been busy without a pause, 0 while it waits. */
  busySince: SharedArrayBuffer;
  bodies: SharedBodyBudget;
}

/** What a script asks for with fetch. */
export interface ScriptRequest {
  url: string;
  method: string;
  headers: [name: string, value: string][];
}

export type FromWorker =
  | { type: "log"; text: string }
  | { type: "fetch"; id: number; request: ScriptRequest; body: Uint8Array<ArrayBuffer> | undefined }
  | { type: "abort-fetch"; id: number }
  /** The run is over, with this error or without one. */
  | { type: "done"; error: string | undefined };

/** Every fetch gets one answer, an aborted one too. The memory of a response's body is given back by the worker. */
export type ToWorker =
  | { type: "response"; id: number; head: ResponseHead; body: ArrayBuffer }
  | { type: "fetch-failed"; id: number; message: string };
