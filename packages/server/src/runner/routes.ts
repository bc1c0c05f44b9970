import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { RUN_LIMITS, type RunLimits } from "@terrarium/contract/limits";
import { runCode } from "@terrarium/contract/vm";
import { AppError } from "@terrarium/platform/base/app-error";
import { type Caller, userBehind } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { EventStream } from "../http/event-stream.ts";
import { addressOf } from "../http/script-requests.ts";
import { type Handler, serve } from "../http/serve.ts";
import { registerClientPackages } from "./client-packages.ts";
import { NO_LEASES, type RunLeases } from "./run-leases.ts";
import { RunSlots } from "./run-slots.ts";
import { ScriptRun } from "./script-run.ts";

const SHUTTING_DOWN = "Stopped: the server is shutting down";
const SDK_BUNDLE = new URL("../../../sdk/dist/runner.js", import.meta.url);

export interface RunnerOptions {
  /** Returns this server's own address, for example http://127.0.0.1:3000. Called when a run starts. */
  baseUrl: () => string;
  /** The server's external address, which scripts may use as well. */
  publicUrl?: string | undefined;
  /** Returns the team of a caller that names none. */
  organizations: { ofCaller(caller: Caller): Promise<string> };
  limits?: RunLimits;
  /** Default: for a single server. */
  leases?: RunLeases;
}

/**
 * Serves run_code: each call runs a script in its own thread and streams its events. Also serves the SDK that scripts
 * import, for external programs.
 */
export function registerRunnerRoutes(app: FastifyInstance, options: RunnerOptions): void {
  const limits = options.limits ?? RUN_LIMITS;
  const slots = new RunSlots(limits);
  const leases = options.leases ?? NO_LEASES;
  const stops = new Set<(error: string) => void>();
  let closing = false;
  registerClientPackages(app);

  app.addHook("preClose", async () => {
    closing = true;
    for (const stop of stops) stop(SHUTTING_DOWN);
  });

  const start: Handler<typeof runCode> = async ({ body, caller, request, reply }) => {
    if (closing) throw new AppError("shutting_down");
    const baseUrl = options.baseUrl();
    const organizationId = await options.organizations.ofCaller(caller);
    const owner = { team: organizationId, user: userBehind(caller) };
    const slot = slots.take(owner);
    const giveBack = await leases.take(owner, limits).catch((error: unknown) => {
      slot.release();
      throw error;
    });
    const own = app.scriptRequests.begin({ organizationId, ip: addressOf(request) });
    const ended = Promise.withResolvers<void>();
    const runId = `run_${randomBytes(9).toString("base64url")}`;
    const startedAt = Date.now();
    reply.hijack();
    const stream = new EventStream(reply.raw, reply.getHeaders());
    const makeRoom = () => {
      slot.release();
      giveBack();
    };
    void Promise.all([stream.closed, ended.promise]).then(makeRoom);
    void ended.promise.then(own.end);
    stream.send("start", runId);

    const end = (error: string | undefined) => {
      ended.resolve();
      if (error !== undefined) stream.send("error", error);
      const outcome = error === undefined ? "completed" : "failed";
      stream.send("end", outcome);
      stream.end();
      // Omits the error's text: it comes from the script and may contain its secrets.
      request.log.info({ runId, durationMs: Date.now() - startedAt, outcome }, "script run");
    };

    const sdkSource = await readSdkBundle().catch((error: unknown) => {
      request.log.error({ err: error, runId }, "failed to read the SDK bundle");
      return undefined;
    });
    if (sdkSource === undefined) {
      end("Scripts cannot be run: packages/sdk/dist/runner.js is missing; npm run build makes it");
      return "";
    }
    const begin = () =>
      new ScriptRun({
        code: body.code,
        sdkSource,
        address: { baseUrl, publicUrl: options.publicUrl },
        ownHeaders: own.headers,
        limits,
        bodies: slot.bodies,
        takeTurn: (fetch) => app.turns.take(`scripts of ${organizationId}`, fetch),
        onLog: (text) => stream.send("log", text),
        onEnd: (error) => {
          stops.delete(stop);
          end(error);
        },
      });
    let run: ScriptRun;
    try {
      run = begin();
    } catch (error) {
      // The stream has started, so only this code can end it and free the slot.
      request.log.error({ err: error, runId }, "failed to start a script's thread");
      end("The script could not be run: its thread could not be started; try again in a moment");
      return "";
    }
    const stop = (error: string) => run.stop(error);
    stops.add(stop);
    void stream.closed.then(() => stop("Stopped: the client went away"));
    if (closing) stop(SHUTTING_DOWN);
    return "";
  };
  serve(app, runCode, start, { limit: "write" });
}

/** Read for each run, so that a rebuilt bundle applies at once. */
function readSdkBundle(): Promise<string> {
  return readFile(SDK_BUNDLE, "utf8");
}
