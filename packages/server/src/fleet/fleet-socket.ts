import { FleetRequest } from "@terrarium/contract/fleet";
import { FLEET_LIMITS } from "@terrarium/contract/limits";
import type { FleetCall, FleetMethods } from "@terrarium/device-control/fleet/methods";
import { AppError } from "@terrarium/platform/base/app-error";
import { requireScope } from "@terrarium/platform/base/caller";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import { requireStorable } from "@terrarium/platform/base/storable";
import type { RawData, WebSocket } from "ws";
import type { z } from "zod";
import { createIntake } from "../sockets/live-socket.ts";

/** Codes of JSON-RPC 2.0, section 5.1. The last is the first server-defined one. */
export const RPC_ERRORS = {
  parse: -32_700,
  invalidRequest: -32_600,
  methodNotFound: -32_601,
  invalidParams: -32_602,
  failed: -32_000,
} as const;

interface RpcError {
  code: number;
  message: string;
}

/**
 * Answers the JSON-RPC 2.0 requests of a socket, each when it is done. Stops reading at the limit of concurrent
 * requests or of unread responses. `onFailure` is called for server errors, and returns the reported error.
 */
export function openFleetSocket(
  socket: WebSocket,
  methods: FleetMethods,
  call: FleetCall,
  { explain, onFailure }: { explain: (error: z.ZodError) => string; onFailure: (error: unknown) => AppError },
): void {
  /** Resolves when the peer has received it, or is gone. */
  const send = (id: string | number | null, answer: { result: unknown } | { error: RpcError }) =>
    new Promise<void>((resolve) => socket.send(JSON.stringify({ jsonrpc: "2.0", id, ...answer }), () => resolve()));

  async function answer(text: string): Promise<void> {
    let value: unknown;
    try {
      value = parseBoundedJson(text);
    } catch (error) {
      if (error instanceof AppError)
        return send(null, { error: { code: RPC_ERRORS.invalidRequest, message: error.message } });
      return send(null, { error: { code: RPC_ERRORS.parse, message: "The message is not valid JSON" } });
    }
    const request = FleetRequest.safeParse(value);
    if (!request.success)
      return send(null, { error: { code: RPC_ERRORS.invalidRequest, message: explain(request.error) } });
    const { id, method, params } = request.data;
    return send(id, await run(method, params));
  }

  async function run(name: string, params: unknown): Promise<{ result: unknown } | { error: RpcError }> {
    const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
    if (!method) {
      const message = `This server has no ${name}; it has ${Object.keys(methods).join(", ")}`;
      return { error: { code: RPC_ERRORS.methodNotFound, message } };
    }
    try {
      requireScope(call.caller, method.scope);
      const checked = method.params.safeParse(params);
      if (!checked.success) return { error: { code: RPC_ERRORS.invalidParams, message: explain(checked.error) } };
      requireStorable(checked.data);
      return { result: await method.run(call, checked.data) };
    } catch (error) {
      const { message } = error instanceof AppError ? error : onFailure(error);
      return { error: { code: RPC_ERRORS.failed, message } };
    }
  }

  const take = createIntake(socket, { messages: FLEET_LIMITS.callsPerSocket, bytes: Infinity });
  socket.on("message", (data: RawData) => {
    const bytes = data as Buffer;
    take(bytes.length, () => answer(bytes.toString()));
  });
}
