import { runCode } from "@terrarium/contract/vm";
import { t } from "../language/text.ts";
import { ConnectionError } from "./api-error.ts";
import { authorization, errorOf, forgetRefusedSession } from "./call.ts";

/**
 * Starts a script and returns its event stream. Aborting `signal` ends the run. Throws ApiError, ConnectionError, or
 * the reason of `signal`.
 */
export async function startRun(code: string, signal: AbortSignal): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const sent = authorization();
  const request: RequestInit = {
    method: runCode.method,
    headers: { ...sent, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify({ code }),
    signal,
  };
  const response = await fetch(runCode.path, request).catch((error: unknown) => {
    if (signal.aborted) throw error;
    throw new ConnectionError("refused", t("The server could not be reached"), error);
  });
  if (response.status === 401) forgetRefusedSession(sent);
  if (!response.ok) throw await errorOf(response);
  if (response.body === null) throw new Error(t("The server's response could not be read"));
  return response.body;
}
