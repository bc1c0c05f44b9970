import { cutTextToBytes } from "@terrarium/bounds/cut-text";
import { UNAUTHORIZED } from "@terrarium/contract/errors";
import { BEARER_PROTOCOL_PREFIX, CLOSE_CODES } from "@terrarium/contract/proxy";
import type { SessionEnd } from "@terrarium/device-control/device/device-session";
import type { AccessChanges } from "@terrarium/platform/base/access-changes";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { DatabaseUnavailableError } from "@terrarium/platform/db/unavailable";
import type { FastifyRequest } from "fastify";
import { WebSocket } from "ws";

const PING_INTERVAL_MS = 15_000;
/**
 * Interval of authorization checks on open sockets. Changes by other servers (sign-outs, removed members) take effect
 * within it; changes by this server take effect at once.
 */
const AUTHORIZE_INTERVAL_MS = 30_000;
/** RFC 6455 5.5: a control frame holds 125 bytes, two of them for the code. */
const REASON_BYTES_MAX = 123;
const INTERNAL_ERROR = 1011;
/** Close code "Try again later" (iana.org/assignments/websocket). */
const TRY_AGAIN = 1013;

/** Checks anew whether the caller may use the sandbox's device, and resolves with the access to it. Throws AppError. */
export type Authorize<Access = unknown> = () => Promise<Access>;

/** The resource behind an open socket. */
export interface LiveConnection {
  close(): void;
}

/**
 * Returns the token, which a browser offers as a second subprotocol and a program sends as a header. Throws AppError
 * unauthorized.
 */
export function readSocketToken(request: FastifyRequest): string {
  const [, sent] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? "") ?? [];
  if (sent !== undefined) return sent;
  const offered = (request.headers["sec-websocket-protocol"] ?? "").split(",").map((protocol) => protocol.trim());
  const token = offered.find((protocol) => protocol.startsWith(BEARER_PROTOCOL_PREFIX));
  if (token === undefined) throw new AppError("unauthorized", { problem: UNAUTHORIZED.nothing });
  return token.slice(BEARER_PROTOCOL_PREFIX.length);
}

/**
 * Runs a socket: authorizes it, opens its connection, drops dead peers, authorizes it again at intervals, and closes it
 * with a reason. `open` attaches the message listener; the socket is not read before.
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
      // The sandbox may run again by now.
      () => closeSocket(socket, isOver ? TRY_AGAIN : CLOSE_CODES.deviceFailed, detail),
      (error: unknown) => {
        // The detail is more precise than the record. A failed device may be the result of an ended sandbox.
        const code = isOver ? endCodeOf(error) : undefined;
        if (code === undefined) fail(error);
        else closeSocket(socket, code, detail);
      },
    );
  };
  socket.pause();
  // Watch from the start, so that access revoked during `open` is noticed.
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

/** Access with its caller. */
interface Watched {
  /** Undefined: the access needs no caller. */
  caller: Caller | undefined;
}

/**
 * Checks access again at intervals, when any access changes, and when the caller's token expires. Calls `refused` with
 * the reason when access is lost. The first check must use the returned `authorize`.
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
    const leftMs = access.caller?.endsInMs ?? Infinity;
    // Later ends are scheduled by a later check.
    if (!isStopped && leftMs < AUTHORIZE_INTERVAL_MS) atEnd = setTimeout(recheck, leftMs);
    return access;
  };
  /** Access stays valid while the database is unavailable. */
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

/** Closes a socket with a reason, shortened to fit a close frame. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, shortReason(reason));
  // The peer's close frame is only read while the socket flows, and no further message may pause it.
  socket.removeAllListeners("message");
  socket.resume();
}

/** Shortens a reason to fit a close frame. */
export const shortReason = (reason: string): string => cutTextToBytes(reason, REASON_BYTES_MAX);

/**
 * Limits the concurrent work on a socket's messages, by number and bytes; work starts in order. At the limit the socket
 * is paused, so that floods wait at the sender. Messages that were already received are queued, and dropped when the
 * socket closes. The work must not reject.
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

/** Returns close code and reason for an error. Unexpected errors are logged. */
export function closingOf(error: unknown, request: FastifyRequest): { code: number; reason: string } {
  if (error instanceof AppError) {
    const code = closeCodeOf(error);
    if (code !== undefined) return { code, reason: error.message };
    // Errors that the caller or its team can resolve, such as a reached budget, are not server failures.
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

/**
 * Returns the close code of a sandbox that ended or stopped; undefined if access was lost otherwise. A link ends with
 * its sandbox.
 */
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
    case "port_private":
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

/**
 * Returns the close code by state. A stopped sandbox can be started, a starting one will run by itself, and an ended
 * one never runs again.
 */
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
