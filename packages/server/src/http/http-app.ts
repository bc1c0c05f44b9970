import type { IncomingMessage } from "node:http";
import rateLimit from "@fastify/rate-limit";
import { createHttpServer, type HttpBounds } from "@terrarium/bounds/bounded-server";
import type { Endpoint } from "@terrarium/contract/endpoint";
import {
  MAX_BODY_BYTES,
  MAX_PIPELINED,
  RATE_LIMITS,
  type RateLimit,
  type RateLimitName,
} from "@terrarium/contract/limits";
import type { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { requireBoundedJson } from "@terrarium/platform/base/json-bounds";
import { networkOf } from "@terrarium/platform/base/network-of";
import { refuseUnstorable } from "@terrarium/platform/base/storable";
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from "fastify";
import { serializerCompiler, validatorCompiler } from "fastify-type-provider-zod";
import { addApiDocs } from "./api-docs.ts";
import type { Authenticate } from "./authenticate.ts";
import { addBodyEncodings } from "./body-encodings.ts";
import { addBodyPace, type BodyPace } from "./body-pace.ts";
import { answerClientError } from "./client-errors.ts";
import { serveDocs } from "./docs-site.ts";
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

/** Most listeners of one event of a response or a connection. More are a leak. */
const MOST_LISTENERS = 20;

declare module "fastify" {
  interface FastifyInstance {
    authenticate: Authenticate;
    /** Throws if the caller may not call from the request's address. */
    admit: (request: FastifyRequest, caller: Caller) => Promise<void>;
    rateLimiters: RateLimiters;
    /** Schedules requests and other work that callers can request by the hundred. */
    turns: Turns;
  }
  interface FastifyRequest {
    /** Set by the guard of every route that is not public. */
    caller: Caller | undefined;
    /** The handler's response. */
    answer: unknown;
    /** Set if the call counts towards a rate limit. */
    rate: RateState | undefined;
    /** The error of the response. */
    failure: AppError | undefined;
  }
  interface FastifyContextConfig {
    /** The endpoint that `serve` serves here. */
    endpoint?: Endpoint;
    /** Set if requests are forwarded to a program in a box: at the console's origin, or at an origin of its own. */
    forwardedAt?: "console" | "own-origin";
  }
}

export interface HttpAppOptions {
  log: FastifyBaseLogger;
  authenticate: Authenticate;
  /** Throws if the caller may not call from the request's address. Calls about sign-in and the user are exempt. */
  admit?: (request: FastifyRequest, caller: Caller) => Promise<void>;
  rateLimits?: Record<RateLimitName, RateLimit>;
  /** Set if several servers may share the database. */
  sharedRates?: SharedRates | undefined;
  /** The origin that browsers use to reach the server, if it stands behind a proxy. */
  publicUrl?: URL | undefined;
  /** Addresses and address blocks of the proxies with trusted X-Forwarded-* headers. */
  trustedProxies?: readonly string[];
  /**
   * Whether responses are checked against the contract. For tests only: the check costs a quarter of the throughput.
   */
  checkResponses?: boolean;
  /** Slowest accepted pace of a body. */
  bodyPace?: BodyPace;
  /** Limit of one user's concurrent calls. Default: MAX_OPEN_CALLS. */
  openCalls?: number;
  /** Limits of buffered, unread responses. Default: UNREAD_ANSWERS. */
  unreadAnswers?: UnreadAnswers;
  /** Returns the path by which a request is routed. Default: its own. */
  routeOf?: (message: IncomingMessage) => string;
  /** The folder of the built console. Without it the server serves only calls. */
  webFolder?: string;
  /** The folder of the built documentation (apps/docs). */
  docsFolder?: string;
}

/** `addBodyPace` limits bodies, and `addUnreadBound` limits responses. */
const serverBounds = (): HttpBounds => ({
  maxConnections: mostConnections(),
  maxInFlight: MAX_PIPELINED,
  headersMs: 60_000,
  requestMs: 0,
  keepAliveMs: 72_000,
  idleMs: 0,
});

/** Creates a Fastify instance with everything that all routes share. `serve` adds the routes. */
export async function createHttpApp(options: HttpAppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: newRequestId,
    bodyLimit: MAX_BODY_BYTES,
    // Names of files and packages have up to 255 characters. Each call defines its own limit.
    routerOptions: { querystringParser: parseQuery, maxParamLength: 255, ignoreTrailingSlash: true },
    ...(options.routeOf && { rewriteUrl: options.routeOf }),
    serverFactory: (handler) => createHttpServer(serverBounds(), handler, { shouldUpgradeCallback: asksForSocket }),
    // Only these proxies may name the caller and the address in X-Forwarded-* headers.
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    // While the server closes, requests in flight on keep-alive connections still get a response with `connection:
    // close`.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    // A busy machine needs more than Fastify's 10 s for the API document, which is harmless.
    pluginTimeout: 0,
    frameworkErrors: answerError,
    clientErrorHandler: answerClientError,
  });
  app.decorate("authenticate", options.authenticate);
  app.decorate("admit", options.admit ?? (async () => undefined));
  app.decorateRequest("caller", undefined);
  app.decorateRequest("answer", undefined);
  app.decorateRequest("failure", undefined);
  app.setErrorHandler(options.checkResponses ? answerDeclaredError : answerError);
  explainIssuesPlainly();
  app.setValidatorCompiler((definition) => {
    const validate = validatorCompiler(definition as Parameters<typeof validatorCompiler>[0]);
    return (data: unknown) => {
      // Fastify passes null to a validator if the request has no body.
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
  // Tests start many servers, and hardly any of these needs the document.
  await addOpenApiDocument(app, options.publicUrl?.origin, { whenAsked: options.checkResponses === true });
  if (options.docsFolder !== undefined) {
    addApiDocs(app, options.docsFolder);
    await serveDocs(app, options.docsFolder);
  }
  if (options.webFolder === undefined) app.setNotFoundHandler(answerNotFound);
  else await serveStaticFiles(app, options.webFolder);
  return app;
}

/**
 * Starts requests in turns, by the sender known before any look-up: first by address, then by token. A caller can
 * invent any number of tokens.
 */
function addTurns(app: FastifyInstance): void {
  const turns = new Turns();
  app.decorate("turns", turns);
  app.addHook("onRequest", ({ scriptOwner, ip, headers, raw }, reply, next) => {
    const group = scriptOwner?.organizationId ?? networkOf(ip);
    const begin = (done: () => void) => {
      // A client that has left before its turn does not delay others.
      if (raw.socket.destroyed) return done();
      reply.raw.once("close", done);
      next();
    };
    turns.take(scriptOwner ? group : `${group} ${headers.authorization}`, begin, group);
  });
}

/**
 * A dozen limits, counters and relays listen for the end of one response or connection. Node would warn of a leak with
 * a log line that is not JSON.
 */
function addRoomForListeners(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, reply, next) => {
    reply.raw.setMaxListeners(MOST_LISTENERS);
    raw.socket.setMaxListeners(MOST_LISTENERS);
    next();
  });
}

/** Parses JSON and treats an empty body as none: clients set the content type even without a body. */
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

/** Logs one line for each finished request, never its query or headers, which may contain secrets. */
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

/** While the server closes, ends each connection after its response, so that close need not wait for it. */
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
