import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest } from "fastify";

const HEADER = "x-terrarium-script";

/** Whose script makes a request, and from where the script was started. */
interface ScriptOwner {
  organizationId: string;
  ip: string;
}

/** Tells the requests of scripts that run here from those of programs on this machine. */
interface ScriptRequests {
  /** The headers by which a run's requests are known until `end`. Nobody else knows them. */
  begin(owner: ScriptOwner): { headers: Readonly<Record<string, string>>; end: () => void };
}

declare module "fastify" {
  interface FastifyInstance {
    scriptRequests: ScriptRequests;
  }
  interface FastifyRequest {
    /** Set if a script of ours makes the request. */
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

/** The address from which something is asked for: of a script's request, that from which the script was started. */
export const addressOf = (request: FastifyRequest): string => request.scriptOwner?.ip ?? request.ip;
