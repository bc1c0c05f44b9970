import type { RunLimits } from "@terrarium/contract/limits";
import type { SharedBodyBudget } from "./body-budget.ts";
import type { ResponseHead } from "./guest/guest.ts";

/** Input of a run's worker. */
export interface WorkerInput {
  code: string;
  /** Importable modules: source text by name. */
  modules: Record<string, string>;
  guestSource: string;
  env: Record<string, string>;
  limits: RunLimits;
  /** One Float64: start of the interpreter's current busy stretch (epoch ms), 0 while it waits. */
  busySince: SharedArrayBuffer;
  bodies: SharedBodyBudget;
}

/** A script's fetch request. */
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

/** Every fetch gets one response, also an aborted one. The worker gives back the memory of a response's body. */
export type ToWorker =
  | { type: "response"; id: number; head: ResponseHead; body: ArrayBuffer }
  | { type: "fetch-failed"; id: number; message: string };
