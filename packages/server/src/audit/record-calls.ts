import { isChange, type Endpoint } from "@terrarium/contract/endpoint";
import { SNAPSHOTS } from "@terrarium/contract/limits";
import { OUTCOME_OK } from "@terrarium/contract/outcome";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { addressOf } from "../http/script-requests.ts";
import type { AuditService } from "./service.ts";
import type { Targets } from "./store.ts";

const ID_MAX_CHARS = 64;
/** More than any call has. A rejected body may have any number of fields. */
const TARGETS_MAX = 8;
/** Field names of ids. Values of other fields are never stored: they may be secrets or private texts. */
const ID_FIELD = /^(?:uid|[a-z][A-Za-z]{0,40}Id)$/;
/** Fields with a sandbox id under another name. */
const SANDBOX_FIELDS = new Set(["uid", "boxId"]);
/** Meaning of the `id` in a response, by the call's tag. */
const MADE_BY_TAG: Readonly<Record<string, string>> = {
  organization: "organizationId",
  invite: "inviteId",
  api_key: "apiKeyId",
  webhook: "webhookId",
  boxes: "sandboxId",
};

/**
 * Records every call that changes something, just before its response, so that no change is acknowledged without an
 * entry. Streaming calls are recorded when the stream ends. A failed write is logged and does not fail the call.
 */
export function recordCalls(app: FastifyInstance, { audit }: { audit: Pick<AuditService, "lookUp" | "record"> }): void {
  const recorded = new WeakSet<FastifyRequest>();
  const knownBefore = new WeakMap<FastifyRequest, Targets>();
  /** Looked up before the call, because the call may delete or rename its targets. */
  const lookUp = async (request: FastifyRequest) => {
    const endpoint = changeOf(request);
    if (!endpoint) return;
    const { templateId: _, ...targets } = targetsOf(endpoint, request);
    knownBefore.set(request, await audit.lookUp(targets));
  };
  const record = async (request: FastifyRequest) => {
    const endpoint = changeOf(request);
    if (!endpoint || recorded.has(request)) return;
    recorded.add(request);
    const { caller, id } = request;
    const ip = addressOf(request);
    const outcome = request.failure?.code ?? OUTCOME_OK;
    const userAgent = request.headers["user-agent"];
    const targets = targetsOf(endpoint, request);
    await audit
      .record({
        caller,
        action: endpoint.name,
        targets,
        known: knownBefore.get(request),
        ip,
        userAgent,
        outcome,
        requestId: id,
      })
      .catch((error: unknown) => request.log.error({ err: error, action: endpoint.name }, "failed to record a call"));
  };
  app.addHook("preHandler", lookUp);
  app.addHook("onSend", record);
  app.addHook("onResponse", record);
}

/** Returns the contract's endpoint of a request, if it changes something. */
function changeOf({ routeOptions }: FastifyRequest): Endpoint | undefined {
  const { endpoint } = routeOptions.config;
  return endpoint && isChange(endpoint) ? endpoint : undefined;
}

/** Only declared fields: the call ignores others, which could contain any id. */
function targetsOf(endpoint: Endpoint, request: FastifyRequest): Record<string, string> {
  const made = isObject(request.answer) ? request.answer : {};
  const body = endpoint.body && isObject(request.body) ? request.body : {};
  const query = endpoint.query && isObject(request.query) ? request.query : {};
  const madeId = MADE_BY_TAG[endpoint.tag];
  const fields = Object.entries({
    ...(madeId === undefined ? {} : { [madeId]: made.id }),
    ...(isObject(request.params) ? request.params : {}),
    ...query,
    ...body,
    ...(isObject(body.config) ? { templateId: body.config.templateId } : {}),
    ...(typeof made.uid === "string" ? { sandboxId: made.uid } : {}),
  });
  const targets: Record<string, string> = snapshotOf(endpoint, request);
  for (const [name, value] of fields) {
    if (Object.keys(targets).length === TARGETS_MAX) break;
    if (ID_FIELD.test(name) && typeof value === "string" && value.length <= ID_MAX_CHARS)
      targets[SANDBOX_FIELDS.has(name) ? "sandboxId" : name] = value;
  }
  return targets;
}

/** A snapshot is identified by its name instead of an id. */
function snapshotOf({ tag }: Endpoint, { params, body }: FastifyRequest): { snapshotName?: string } {
  if (tag !== "snapshots") return {};
  const named = isObject(params) && "snapshotName" in params ? params.snapshotName : isObject(body) && body.name;
  return typeof named === "string" && SNAPSHOTS.name.pattern.test(named) ? { snapshotName: named } : {};
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
