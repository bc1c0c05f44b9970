import type { RunLimits } from "@terrarium/contract/limits";
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
}

export type FromWorker =
  | { type: "log"; text: string }
  | { type: "fetch"; id: number; request: unknown; body: Uint8Array<ArrayBuffer> | undefined }
  | { type: "abort-fetch"; id: number }
  /** The run is over, with this error or without one. */
  | { type: "done"; error: string | undefined };

export type ToWorker =
  | { type: "response"; id: number; head: ResponseHead; body: ArrayBuffer }
  | { type: "fetch-failed"; id: number; message: string };
