import {
  CommandMessage,
  commandSocketPath,
  executeBoxCommands,
  getBoxWebSocketUrl,
  runBoxCode,
} from "@terrarium/contract/box-commands";
import type { BoxCommandService } from "@terrarium/device-control/commands/service";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, requireScope } from "@terrarium/platform/base/caller";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { explainIssues } from "../http/explain-issue.ts";
import { requestOrigin } from "../http/request-origin.ts";
import { serve } from "../http/serve.ts";
import { whenGone } from "../http/when-gone.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
import { readSocketToken } from "../sockets/live-socket.ts";
import { serveLiveSocket } from "../sockets/serve-live-socket.ts";
import type { CountSocket } from "../sockets/socket-counter.ts";
import { openCommandSocket } from "./command-socket.ts";

interface BoxCommandRoutes {
  boxCommands: BoxCommandService;
  sandboxes: Pick<SandboxAccess, "requireDevice">;
}

export function registerBoxCommandRoutes(
  app: FastifyInstance,
  { boxCommands, sandboxes, publicUrl }: BoxCommandRoutes & { publicUrl: URL | undefined },
): void {
  serve(app, executeBoxCommands, ({ caller, params, body, reply }) =>
    boxCommands.run(caller, params.boxId, { command: body }, untilGone(reply)),
  );
  serve(app, runBoxCode, ({ caller, params, body, reply }) =>
    boxCommands.run(caller, params.boxId, { runCode: body }, untilGone(reply)),
  );
  serve(app, getBoxWebSocketUrl, async ({ caller, params: { boxId }, request }) => {
    await sandboxes.requireDevice(caller, boxId);
    const origin = requestOrigin(request, publicUrl).replace(/^http/, "ws");
    return {
      command: origin + commandSocketPath(boxId, "command"),
      runCode: origin + commandSocketPath(boxId, "runCode"),
    };
  });
}

/** Returns a signal that aborts when the client stops waiting for the response. */
function untilGone(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  whenGone(reply, () => gone.abort(new Error("the command's caller disconnected")));
  return gone.signal;
}

const Params = z.object({ boxId: z.string().min(1).max(64) });

/** Serves the sockets that run commands. `app` accepts WebSockets. */
export function registerBoxCommandSockets(
  app: FastifyInstance,
  {
    boxCommands,
    sandboxes,
    accessChanges,
    countSocket,
  }: BoxCommandRoutes & { accessChanges: Pick<AccessChanges, "subscribe">; countSocket: CountSocket },
): void {
  const authorize = async (request: FastifyRequest): Promise<{ caller: Caller; boxId: string }> => {
    const caller = await app.authenticate(readSocketToken(request));
    await app.admit(request, caller);
    requireScope(caller, "drive");
    const { boxId } = Params.parse(request.params);
    await sandboxes.requireDevice(caller, boxId);
    return { caller, boxId };
  };
  for (const kind of ["command", "runCode"] as const)
    serveLiveSocket(app, {
      url: commandSocketPath(":boxId", kind),
      params: Params,
      accessChanges,
      authorize,
      open: async ({ request, socket, access: { caller, boxId } }) => {
        countSocket(socket, caller, boxId, "command");
        return openCommandSocket(socket, {
          read: readMessage,
          run: (message, use) => boxCommands.stream(caller, boxId, message, use),
          onFailure: (error) => request.log.error({ err: error }, "a command failed"),
        });
      },
    });
}

/** Throws invalid_json, invalid_request. */
function readMessage(text: string): CommandMessage {
  let value: unknown;
  try {
    value = parseBoundedJson(text);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError("invalid_json", {}, { cause: error });
  }
  const message = CommandMessage.safeParse(value);
  if (message.success) return message.data;
  throw new AppError("invalid_request", { detail: explainIssues(message.error.issues, "the message") });
}
