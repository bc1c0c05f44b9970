import { cutTextToBytes } from "@terrarium/adb/cut-text";
import { UNAUTHORIZED } from "@terrarium/contract/errors";
import { BEARER_PROTOCOL_PREFIX, CLOSE_CODES } from "@terrarium/contract/proxy";
import type { FastifyRequest } from "fastify";
import { WebSocket } from "ws";
import type { AccessChanges } from "../base/access-changes.ts";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import { DatabaseUnavailableError } from "../db/unavailable.ts";
import type { SessionEnd } from "../devices/device-session.ts";

const PING_INTERVAL_MS = 15_000;
/** What another server changed (sign-outs, removed members) takes effect on open sockets within this time; what this one did, at once. */
const AUTHORIZE_INTERVAL_MS = 30_000;
/** RFC 6455 5.5: a control frame holds 125 bytes, two of them the code. */
const REASON_BYTES_MAX = 123;
const INTERNAL_ERROR = 1011;
/** Try again later. iana.org/assignments/websocket */
const TRY_AGAIN = 1013;

/** Whether the caller may use the sandbox's device, looked at anew each time; answers what to reach it by. Throws AppError. */
export type Authorize<Access = unknown> = () => Promise<Access>;

/** What stands behind a socket while it is open. */
export interface LiveConnection {
  close(): void;
}

/** The token that a browser offers as a second subprotocol, or a program sends as a header. Throws AppError unauthorized. */
export function readSocketToken(request: FastifyRequest): string {
  const [, sent] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  if (sent !== undefined) return sent;
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((protocol) => protocol.trim());
  const token = offered.find((protocol) => protocol.startsWith(BEARER_PROTOCOL_PREFIX));
  if (token === undefined) throw new AppError("unauthorized", { problem: UNAUTHORIZED.nothing });
  return token.slice(BEARER_PROTOCOL_PREFIX.length);
}

/**
 * Runs a socket: authorizes, opens what stands behind it, drops peers that are gone, authorizes again from time to
 * time, and says of every end why. `open` attaches its message listener; nothing is read from the socket before.
 */
export async function runLiveSocket<Access extends Watched>(options: {
  socket: WebSocket;
  request: FastifyRequest;
  authorize: Authorize<Access>;
  accessChanges: Pick<AccessChanges, "subscribe">;
  open: (access: Access, end: (end: SessionEnd) => void) => Promise<LiveConnection>;
}): Promise<void> {
  const { socket, request, authorize } = options;
  const fail = (error: unknown) => {
    const { code, reason } = closingOf(error, request);
    closeSocket(socket, code, reason);
  };
  const end = ({ cause, detail }: SessionEnd) => {
    const isOver = cause === "sandbox-ended";
    authorize().then(
      // It may be there again by now, whatever became of it.
      () => closeSocket(socket, isOver ? TRY_AGAIN : CLOSE_CODES.deviceFailed, detail),
      (error: unknown) => {
        // The detail says more than the record does. A device that broke off may have done so for it.
        const code = isOver ? endCodeOf(error) : undefined;
        if (code === undefined) fail(error);
        else closeSocket(socket, code, detail);
      },
    );
  };
  socket.pause();
  // From the beginning: access that is taken away while the rest is opened is not missed.
  const watch = watchAccess(authorize, options.accessChanges, fail);
  try {
    const connection = await options.open(await watch.authorize(), end);
    if (socket.readyState !== WebSocket.OPEN) {
      watch.stop();
      return connection.close();
    }
    const stopPinging = pingPeer(socket);
    socket.once("close", () => {
      stopPinging();
      watch.stop();
      connection.close();
    });
    socket.resume();
  } catch (error) {
    watch.stop();
    fail(error);
  }
}

/** Access of which is known whose it is. */
interface Watched {
  caller: Caller;
}

/**
 * Asks again whether who was let in still is: from time to time, when somebody's access changes, and when the token ends
 * that was shown. `refused` hears why not. Who is let in is to be asked for by `authorize` of the answer.
 */
export function watchAccess<Access extends Watched>(
  authorize: Authorize<Access>,
  accessChanges: Pick<AccessChanges, "subscribe">,
  refused: (error: unknown) => void,
): { authorize: Authorize<Access>; stop(): void } {
  let isStopped = false;
  let atEnd: NodeJS.Timeout | undefined;
  const authorizeUntilEnd = async (): Promise<Access> => {
    const access = await authorize();
    clearTimeout(atEnd);
    const leftMs = access.caller.endsInMs ?? Infinity;
    // Until it is asked the next time.
    if (!isStopped && leftMs < AUTHORIZE_INTERVAL_MS) atEnd = setTimeout(recheck, leftMs);
    return access;
  };
  /** Whoever was let in stays while the database cannot say otherwise. */
  const recheck = () =>
    void authorizeUntilEnd().catch((error: unknown) => {
      if (!(error instanceof DatabaseUnavailableError)) refused(error);
    });
  const unsubscribe = accessChanges.subscribe(recheck);
  const check = setInterval(recheck, AUTHORIZE_INTERVAL_MS);
  return {
    authorize: authorizeUntilEnd,
    stop() {
      isStopped = true;
      unsubscribe();
      clearInterval(check);
      clearTimeout(atEnd);
    },
  };
}

/** Closes with a reason in words, shortened to what a close frame can hold. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, shortReason(reason));
  // The peer's answer to a close is read only while the socket flows, and no message shall pause it again.
  socket.removeAllListeners("message");
  socket.resume();
}

/** A reason as far as a close frame can hold it. */
export const shortReason = (reason: string): string => cutTextToBytes(reason, REASON_BYTES_MAX);

/**
 * Works on so many of a socket's messages at once, or so many bytes of them, each begun in its turn. Meanwhile it stops
 * reading, so that a flood waits at the sender; what had come in the same packet waits here, and is dropped if the socket
 * closes. The work must not reject.
 */
export function createIntake(
  socket: WebSocket,
  max: { messages: number; bytes: number },
): (bytes: number, work: () => Promise<void>) => void {
  const waiting: { bytes: number; work: () => Promise<void> }[] = [];
  let messages = 0;
  let workedBytes = 0;
  const isFull = () => messages >= max.messages || workedBytes >= max.bytes;

  function beginNext(): void {
    for (let next = waiting[0]; next && !isFull(); next = waiting[0]) {
      waiting.shift();
      void doWork(next);
    }
    if (isFull()) socket.pause();
    else if (socket.isPaused) socket.resume();
  }

  async function doWork({ bytes, work }: (typeof waiting)[number]): Promise<void> {
    messages += 1;
    workedBytes += bytes;
    await work();
    messages -= 1;
    workedBytes -= bytes;
    beginNext();
  }

  socket.once("close", () => waiting.splice(0));
  return (bytes, work) => {
    waiting.push({ bytes, work });
    beginNext();
  };
}

function pingPeer(socket: WebSocket): () => void {
  let isAlive = true;
  socket.on("pong", () => (isAlive = true));
  const ping = setInterval(() => {
    if (!isAlive) return socket.terminate();
    isAlive = false;
    socket.ping();
  }, PING_INTERVAL_MS);
  return () => clearInterval(ping);
}

/** By which code, and in which words, a socket is closed because of an error. One that is nobody's is logged. */
export function closingOf(error: unknown, request: FastifyRequest): { code: number; reason: string } {
  if (error instanceof AppError) {
    const code = closeCodeOf(error);
    if (code !== undefined) return { code, reason: error.message };
    // What the caller or its team can change, such as a budget that is reached: no failure of ours.
    if (error.status < 500) return { code: TRY_AGAIN, reason: error.message };
  }
  if (error instanceof DatabaseUnavailableError)
    return { code: TRY_AGAIN, reason: new AppError("database_unavailable").message };
  request.log.error({ err: error }, "live socket failed");
  return { code: INTERNAL_ERROR, reason: new AppError("internal", { requestId: request.id }).message };
}

const isNotRunning = (error: unknown): error is AppError =>
  error instanceof AppError && error.code === "sandbox_not_running";

/**
 * Returns the reason for which a caller was refused. A token ends with its sandbox and is then unknown: `requireRunning`,
 * which rejects with sandbox_not_running, tells this from other refusals.
 */
export async function reasonOf(error: unknown, requireRunning: () => Promise<unknown>): Promise<unknown> {
  if (!(error instanceof AppError) || error.code !== "unauthorized") return error;
  return requireRunning().then(
    () => error,
    (reason: unknown) => (isNotRunning(reason) ? reason : error),
  );
}

/** Returns the close code of a sandbox that ended or stopped, unless access was lost otherwise. A link ends with its sandbox. */
function endCodeOf(error: unknown): number | undefined {
  if (error instanceof AppError && error.code === "unauthorized") return CLOSE_CODES.ended;
  return isNotRunning(error) ? closeCodeOf(error) : undefined;
}

function closeCodeOf(error: AppError): number | undefined {
  switch (error.code) {
    case "invalid_request":
      return CLOSE_CODES.badRequest;
    case "unauthorized":
    case "api_key_expired":
    case "scope_required":
    case "invite_required":
      return CLOSE_CODES.unauthorized;
    case "sandbox_not_found":
      return CLOSE_CODES.notFound;
    case "sandbox_not_running":
      return notRunningCode(error.context.state);
    case "device_busy":
    case "socket_limit":
      return CLOSE_CODES.tooMany;
    case "device_failed":
      return CLOSE_CODES.deviceFailed;
    default:
      return undefined;
  }
}

/** What is stopped runs again when somebody starts it, what starts by itself; what has ended never. */
function notRunningCode(state: unknown): number {
  switch (state) {
    case "stopping":
    case "stopped":
      return CLOSE_CODES.stopped;
    case "starting":
    case "resuming":
    case "running":
      return TRY_AGAIN;
    default:
      return CLOSE_CODES.ended;
  }
}
