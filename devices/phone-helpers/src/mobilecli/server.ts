import { z } from "zod";
import type { ClassRun } from "../host/helper-definition.ts";
import { sendJson, serveHttp } from "../http/device-http.ts";
import { METHODS } from "./methods.ts";

const ADDRESS = "localabstract:mobilecli-server";
/** JSON-RPC 2.0, section 5.1. */
const CODES = {
  parse: -32_700,
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  failed: -32_000,
};

const requestSchema = z.object({
  method: z.string(),
  params: z.record(z.string(), z.unknown()).nullish(),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
});

/** Answers JSON-RPC over HTTP, one request per connection, until the phone ends it. */
export async function runMobilecliServer({ phone, launch, signal }: ClassRun): Promise<number> {
  const ended = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => ended.resolve(), { once: true });
  const answer = async (text: string): Promise<unknown> => {
    let body: unknown;
    try {
      body = JSON.parse(text);
    } catch {
      return failure(null, CODES.parse, "Parse error");
    }
    const request = requestSchema.safeParse(body);
    if (!request.success) return failure(null, CODES.invalidRequest, "Invalid request");
    const { method, params, id = null } = request.data;
    const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
    if (!run) return failure(id, CODES.unknownMethod, `Method not found: ${method}`);
    try {
      const result = await run(phone, params ?? {}, launch.codeSha256 ?? "");
      return { jsonrpc: "2.0", id, result: result ?? {} };
    } catch (error) {
      if (error instanceof z.ZodError) return failure(id, CODES.invalidParams, error.issues[0]?.message ?? "Invalid");
      return failure(id, CODES.failed, error instanceof Error ? error.message : String(error));
    }
  };
  await serveHttp(phone.sockets, ADDRESS, signal, async ({ body }, response) => {
    response.setHeader("connection", "close");
    sendJson(response, 200, await answer(body.toString()));
  });
  await ended.promise;
  return 0;
}

const failure = (id: number | string | null, code: number, message: string): unknown => ({
  jsonrpc: "2.0",
  id,
  error: { code, message },
});
