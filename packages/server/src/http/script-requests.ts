import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

const HEADER = "x-terrarium-script";

/** Owner of the script behind a request, and the address that started it. */
interface ScriptOwner {
  organizationId: string;
  ip: string;
}

/** Distinguishes the requests of our scripts from those of other programs on this machine. */
interface ScriptRequests {
  /** Returns headers that identify a run's requests until `end`. They are secret. */
  begin(owner: ScriptOwner): { headers: Readonly<Record<string, string>>; end: () => void };
}

declare module "fastify" {
  interface FastifyInstance {
    scriptRequests: ScriptRequests;
  }
  interface FastifyRequest {
    /** Set if one of our scripts sends the request. */
    scriptOwner: ScriptOwner | undefined;
  }
}

/** Adds `app.scriptRequests`, and `scriptOwner` to requests. */
export function addScriptRequests(app: FastifyInstance): void {
  const owners = new Map<string, ScriptOwner>();
  app.decorateRequest("scriptOwner", undefined);
  app.decorate("scriptRequests", {
    begin(owner) {
      const token = randomBytes(32).toString("base64url");
      owners.set(token, owner);
      return { headers: { [HEADER]: token }, end: () => void owners.delete(token) };
    },
  });
  app.addHook("onRequest", (request, _reply, done) => {
    const token = request.headers[HEADER];
    if (typeof token === "string") request.scriptOwner = owners.get(token);
    done();
  });
}

/** Returns the caller's address. For a script's request, returns the address that started the script. */
export const addressOf = (request: FastifyRequest): string => request.scriptOwner?.ip ?? request.ip;
