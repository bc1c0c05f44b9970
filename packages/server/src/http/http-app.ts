import type { IncomingMessage } from "node:http";
import rateLimit from "@fastify/rate-limit";
import { createHttpServer, type HttpBounds } from "@terrarium/adb/bounded-server";
import type { Endpoint } from "@terrarium/contract/endpoint";
import type { ErrorCode } from "@terrarium/contract/errors";
import {
  MAX_BODY_BYTES,
  MAX_PIPELINED,
  RATE_LIMITS,
  type RateLimit,
  type RateLimitName,
} from "@terrarium/contract/limits";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import type { Caller } from "../base/caller.ts";
import { requireBoundedJson } from "../base/json-bounds.ts";
import { networkOf } from "../base/network-of.ts";
import { refuseUnstorable } from "../base/storable.ts";
import { addApiDocs } from "./api-docs.ts";
import type { Authenticate } from "./authenticate.ts";
import { addBodyEncodings } from "./body-encodings.ts";
import { addBodyPace, type BodyPace } from "./body-pace.ts";
import { answerClientError } from "./client-errors.ts";
import { answerDeclaredError, answerError, answerNotFound } from "./errors.ts";
import { explainIssuesPlainly } from "./explain-issue.ts";
import { addHostCheck } from "./host-check.ts";
import { mostConnections } from "./listener.ts";
import { addOpenBodies } from "./open-bodies.ts";
import { addOpenCalls } from "./open-calls.ts";
import { addOpenApiDocument } from "./openapi.ts";
import { addOriginCheck } from "./origin-check.ts";
import { addRequestOrder } from "./pipelining.ts";
import { parseQuery } from "./query.ts";
import {
  addRateHeaders,
  createRateLimiters,
  type RateLimiters,
  type RateState,
  type SharedRates,
} from "./rate-limits.ts";
import { newRequestId } from "./request-id.ts";
import { addScriptRequests } from "./script-requests.ts";
import { addSecurityHeaders } from "./security-headers.ts";
import { serveStaticFiles } from "./static-files.ts";
import { Turns } from "./turns.ts";
import { addUnreadBound, type UnreadAnswers } from "./unread-answers.ts";
import { asksForSocket } from "./web-sockets.ts";

/** Of one event of an answer or a connection; more are a leak. */
const MOST_LISTENERS = 20;

declare module "fastify" {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** Throws if the caller may not call from where the request goes to. */
    admit: (request: FastifyRequest, caller: Caller) => Promise<void>;
    rateLimiters: RateLimiters;
    /** In which requests begin, and whatever else can be asked for by the hundred. */
    turns: Turns;
  }
  interface FastifyRequest {
    /** Set by the guard of every route that is not public. */
    caller: Caller | undefined;
    /** What the handler of an endpoint answered. */
    answer: unknown;
    /** Of a call whose number a minute is limited. */
    rate: RateState | undefined;
    /** The code of the error that was answered. */
    errorCode: ErrorCode | undefined;
  }
  interface FastifyContextConfig {
    /** What `serve` serves here. */
    endpoint?: Endpoint;
  }
}

export interface HttpAppOptions {
  log: FastifyBaseLogger;
  authenticate: Authenticate;
  /** Throws if the caller may not call from where the request goes to; calls about sign-in and the user are exempt. */
  admit?: (request: FastifyRequest, caller: Caller) => Promise<void>;
  rateLimits?: Record<RateLimitName, RateLimit>;
  /** Where there may be several servers. */
  sharedRates?: SharedRates | undefined;
  /** The origin under which browsers reach the server, if it stands behind a proxy. */
  publicUrl?: URL | undefined;
  /** Addresses and address blocks of the proxies whose X-Forwarded-* is believed. */
  trustedProxies?: readonly string[];
  /** Whether answers are checked against the contract: for tests, since it costs a quarter of the throughput. */
  checkResponses?: boolean;
  /** How slowly a body may come. */
  bodyPace?: BodyPace;
  /** How many calls one user may have under way; default: MAX_OPEN_CALLS. */
  openCalls?: number;
  /** What is held of answers that clients do not read; default: UNREAD_ANSWERS. */
  unreadAnswers?: UnreadAnswers;
  /** The folder of the built console; without it only calls are served. */
  webFolder?: string;
}

/** Bodies have a pace of their own (`addBodyPace`), and answers too (`addUnreadBound`). */
const serverBounds = (): HttpBounds => ({
  maxConnections: mostConnections(),
  maxInFlight: MAX_PIPELINED,
  headersMs: 60_000,
  requestMs: 0,
  keepAliveMs: 72_000,
  idleMs: 0,
});

/** A Fastify instance with everything that is the same for all routes; `serve` adds the routes. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    // Names of files and packages have up to 255 characters; how many are taken, each call says.
    routerOptions: { querystringParser: parseQuery, maxParamLength: 255, ignoreTrailingSlash: true },
    serverFactory: (handler) => createHttpServer(serverBounds(), handler, { shouldUpgradeCallback: asksForSocket }),
    // Who calls, and by which address, is what these say in X-Forwarded-*; nobody else may claim anything.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    // While closing, requests in flight on kept-alive connections are still answered, each with `connection: close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // A machine that has much to do takes longer than Fastify's 10 s for the API's document, and is no worse for it.
    pluginTimeout: 0,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.decorate("authenticate", options.authenticate);
  app.decorate("admit", options.admit ?? (async () => undefined));
  app.decorateRequest("caller", undefined);
  app.decorateRequest("answer", undefined);
  app.decorateRequest("errorCode", undefined);
  app.setErrorHandler(options.checkResponses ? answerDeclaredError : answerError);
  explainIssuesPlainly();
  app.setValidatorCompiler((definition) => {
    const validate = validatorCompiler(definition as Parameters<typeof validatorCompiler>[0]);
    return (data: unknown) => {
      // Fastify hands null to a validator where the request has no body at all.
      const result = validate(data ?? undefined);
      const error = typeof result === "object" && "value" in result ? refuseUnstorable(result.value) : undefined;
      return error ? { error } : result;
    };
  });
  app.setSerializerCompiler((definition) =>
    options.checkResponses
      ? serializerCompiler(definition as Parameters<typeof serializerCompiler>[0])
      : JSON.stringify,
  );
  addJsonParser(app);
  addRoomForListeners(app);
  addRequestOrder(app);
  addUnreadBound(app, options.unreadAnswers);
  addAccessLog(app);
  addSecurityHeaders(app, { https: options.publicUrl?.protocol === "https:" });
  addHostCheck(app);
  addOriginCheck(app, options.publicUrl);
  addBodyEncodings(app);
  addOpenBodies(app);
  addOpenCalls(app, options.openCalls);
  addBodyPace(app, options.bodyPace);
  addScriptRequests(app);
  addTurns(app);
  addDraining(app);
  addRateHeaders(app);
  await app.register(rateLimit, { global: false });
  app.decorate("rateLimiters", createRateLimiters(app, options.rateLimits ?? RATE_LIMITS, options.sharedRates));
  // Tests start many servers, of which hardly one is asked for it.
  await addOpenApiDocument(app, options.publicUrl?.origin, { whenAsked: options.checkResponses === true });
  addApiDocs(app);
  if (options.webFolder === undefined) app.setNotFoundHandler(answerNotFound);
  else await serveStaticFiles(app, options.webFolder);
  return app;
}

/**
 * Requests begin in turn by who makes them, as far as that is known before anything is looked up: by address, and there
 * by token, of which anybody can make up any number.
 */
function addTurns(app: FastifyInstance): void {
  const turns = new Turns();
  app.decorate("turns", turns);
  app.addHook("onRequest", ({ scriptOwner, ip, headers, raw }, reply, next) => {
    const group = scriptOwner?.organizationId ?? networkOf(ip);
    const begin = (done: () => void) => {
      // Who has left before the turn came holds up no other.
      if (raw.socket.destroyed) return done();
      reply.raw.once("close", done);
      next();
    };
    turns.take(scriptOwner ? group : `${group} ${headers.authorization}`, begin, group);
  });
}

/**
 * A dozen bounds, counts and relays wait for the end of one answer or connection: Node would warn of a leak, in the log,
 * with a line that is no JSON.
 */
function addRoomForListeners(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, reply, next) => {
    reply.raw.setMaxListeners(MOST_LISTENERS);
    raw.socket.setMaxListeners(MOST_LISTENERS);
    next();
  });
}

/** JSON, where an empty body counts as none: clients set the content type whether or not they send something. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser("error", "error");
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("application/json", { parseAs: "string" }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    try {
      requireBoundedJson(body.toString());
    } catch (error) {
      return done(error as Error);
    }
    void parse(request, body.toString(), done);
  });
}

/** One line a request when it is done; never its query or headers, which may carry secrets. */
function addAccessLog(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-request-id", request.id);
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
    done();
  });
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info(
      {
        method: request.method,
        path: pathOf(request.raw),
        status: reply.statusCode,
        durationMs: Math.round(reply.elapsedTime),
      },
      "request",
    );
    done();
  });
}

function pathOf(message: IncomingMessage): string {
  return (message.url ?? "").split("?", 1)[0] ?? "";
}

/** After close began, connections are given up once their request is answered, so that close need not wait for them. */
function addDraining(app: FastifyInstance): void {
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", (_request, reply, payload, done) => {
    if (closing) reply.header("connection", "close");
    done(null, payload);
  });
}
