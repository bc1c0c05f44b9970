import type { ServerResponse } from "node:http";
import { z } from "zod";
import type { InstrumentationRun } from "../host/helper-definition.ts";
import { type DeviceHttpRequest, sendJson, serveHttp } from "../http/device-http.ts";
import { serveMjpeg } from "./mjpeg.ts";
import { parse, type Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { Session } from "./session.ts";
import { defaultSettings } from "./settings.ts";
import { invalidArgument, WireError } from "./wire-error.ts";

const ADDRESS = "tcp:6790";
/** Version whose protocol this server speaks. */
const BUILD = { version: "10.6.6", versionCode: 278 };
const PASSED = "\nTime: 0\n\nOK (1 test)\n\n\nINSTRUMENTATION_CODE: -1\n";
/** Time for the answer of the last request to reach its client. */
const LAST_ANSWER_MS = 50;

const capabilitiesSchema = z.object({
  capabilities: z.object({
    firstMatch: z.array(z.record(z.string(), z.unknown())).max(100).default([]),
    alwaysMatch: z.record(z.string(), z.unknown()).default({}),
  }),
});

const PATTERNS = Object.entries(ROUTES).map(([name, route]) => {
  const [method = "", path = ""] = name.split(" ");
  return { method, parts: path.split("/").slice(1), route };
});

/** The server of Appium's driver UiAutomator2. It ends with its session, or when the phone ends it. */
export async function runUiAutomator2Server({ phone, signal, print }: InstrumentationRun): Promise<number> {
  const ended = Promise.withResolvers<void>();
  const stop = new AbortController();
  const running = AbortSignal.any([signal, stop.signal]);
  running.addEventListener("abort", () => ended.resolve(), { once: true });
  const settings = defaultSettings();
  let session: Session | undefined;
  /** Requests are handled one after another, as gestures must not overlap. */
  let last: Promise<unknown> = Promise.resolve();

  const answerSession = async (id: string, path: readonly string[], request: DeviceHttpRequest): Promise<unknown> => {
    if (id !== session?.id)
      throw new WireError(404, "invalid session id", `The session identified by ${id} is not known`);
    if (path.length === 0 && request.method === "DELETE") {
      session = undefined;
      setTimeout(() => stop.abort(), LAST_ANSWER_MS).unref();
      return null;
    }
    if (path.length === 0 && request.method === "GET") return session.capabilities;
    const { route, id: element, name } = routeOf(request.method, path);
    return (await route({ session, id: element, name, body: bodyOf(request) })) ?? null;
  };

  const answer = async (request: DeviceHttpRequest): Promise<unknown> => {
    const [first, id = "", ...path] = request.url.pathname.split("/").slice(1).map(decodePart);
    if (first === "status" && id === "")
      return { ready: true, message: "UiAutomator2 Server is ready to accept commands", build: BUILD };
    if (first === "sessions" && id === "")
      return session ? [{ id: session.id, sessionId: session.id, capabilities: session.capabilities }] : [];
    if (first !== "session") throw unknownCommand();
    if (id !== "") return answerSession(id, path, request);
    if (request.method !== "POST") throw unknownCommand();
    const { capabilities } = parse(capabilitiesSchema, bodyOf(request));
    const merged = { ...capabilities.firstMatch[0], ...capabilities.alwaysMatch };
    Object.assign(settings, defaultSettings(), { mjpegServerPort: settings.mjpegServerPort });
    session = new Session({ capabilities: merged, phone, settings, signal: running });
    return { sessionId: session.id, capabilities: merged };
  };

  await serveHttp(phone.sockets, ADDRESS, running, (request, response) => {
    const turn = last.then(() =>
      respond(
        () => answer(request),
        response,
        () => session?.id ?? null,
      ),
    );
    last = turn;
    return turn;
  });
  await serveMjpeg(phone, settings, running);
  await ended.promise;
  if (!signal.aborted) print(PASSED);
  return 0;
}

async function respond(
  answer: () => Promise<unknown>,
  response: ServerResponse,
  sessionId: () => string | null,
): Promise<void> {
  try {
    const value = await answer();
    sendJson(response, 200, { sessionId: sessionId(), value });
  } catch (error) {
    const { status, code } = error instanceof WireError ? error : { status: 500, code: "unknown error" };
    const message = error instanceof Error ? error.message : String(error);
    sendJson(response, status, { sessionId: sessionId(), value: { error: code, message, stacktrace: "" } });
  }
}

const unknownCommand = (): WireError =>
  new WireError(404, "unknown command", "The requested resource could not be found");

function routeOf(method: string, path: readonly string[]): { route: Route; id: string; name: string } {
  const found = PATTERNS.find(
    (pattern) =>
      pattern.method === method &&
      pattern.parts.length === path.length &&
      pattern.parts.every((part, i) => part.startsWith(":") || part === path[i]),
  );
  if (!found) throw unknownCommand();
  const valueOf = (name: string): string => path[found.parts.indexOf(name)] ?? "";
  return { route: found.route, id: valueOf(":id"), name: valueOf(":name") };
}

function bodyOf({ body }: DeviceHttpRequest): unknown {
  if (body.length === 0) return {};
  try {
    return JSON.parse(body.toString()) as unknown;
  } catch {
    throw invalidArgument("The body is not JSON");
  }
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw invalidArgument("The path is not encoded correctly");
  }
}
