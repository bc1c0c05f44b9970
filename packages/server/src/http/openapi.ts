import { promisify } from "node:util";
import { gzip } from "node:zlib";
import swagger from "@fastify/swagger";
import { type Endpoint, scopeOf } from "@terrarium/contract/endpoint";
import { ERRORS, type ErrorCode } from "@terrarium/contract/errors";
import { TAGS } from "@terrarium/contract/tags";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { z } from "zod";
import { errorCodesOf, OF_ANY_CALL } from "./declared-errors.ts";
import { acceptsEncoding } from "./negotiation.ts";
import { exampleOf, type JsonSchema } from "./openapi-example.ts";
import { REQUEST_BODIES, REQUEST_QUERIES } from "./request-examples.ts";
import { codeSamplesOf } from "./samples/code-samples.ts";
import type { CodeSample } from "./samples/request-example.ts";

const compress = promisify(gzip);
const JSON_TYPE = "application/json";
const ERROR_REF = { $ref: "#/components/schemas/Error" };

interface Media {
  schema?: JsonSchema;
  example?: unknown;
}
interface Answer {
  description: string;
  content?: Record<string, Media>;
}
/** The parts of an operation that `complete` extends. */
interface Operation {
  operationId?: string;
  description?: string;
  parameters?: readonly { name: string; in: string; required?: boolean; schema: JsonSchema }[];
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer | { $ref: string }>;
  "x-codeSamples"?: CodeSample[];
}
interface Document {
  components: { schemas?: Record<string, unknown>; responses?: Record<string, Answer> };
  paths: Record<string, Record<string, Operation>>;
}

/**
 * Serves `/api/v1/openapi.json`, made from the contract before the server is ready, or at the first request if
 * `whenAsked`. `origin`: the address by which clients reach this server.
 */
export async function addOpenApiDocument(
  app: FastifyInstance,
  origin: string | undefined,
  { whenAsked }: { whenAsked: boolean },
): Promise<void> {
  const endpoints = new Map<string, Endpoint>();
  app.addHook("onRoute", ({ config }) => {
    if (config?.endpoint) endpoints.set(config.endpoint.name, config.endpoint);
  });
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Terrarium",
        version: "1",
        license: { name: "Apache-2.0", identifier: "Apache-2.0" },
        description: [
          "Device sandboxes for software agents. The [documentation](/docs/) has guides and a list of all",
          "[errors](/docs/reference/errors).\n",
          "Times are ISO 8601 in UTC. A response with a status other than 2xx is",
          "`{code, message, suggestion?, requestId}`. Quote the request id when you report a problem. Each call lists its",
          "errors. Every call may also return these:\n",
          ...OF_ANY_CALL.map((code) => `- \`${code}\` (${ERRORS[code].status})`),
        ].join("\n"),
      },
      servers: [{ url: origin ?? "/", description: "This server" }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          session: { type: "http", scheme: "bearer", description: "A session token, as the sign-in answers it" },
          apiKey: { type: "http", scheme: "bearer", description: "An API key of a team: `trm_` and 43 characters" },
        },
      },
    },
    transform: jsonSchemaTransform,
  });
  const make = async () => {
    const plain = JSON.stringify(complete(app.swagger() as unknown as Document, endpoints));
    return { plain, compressed: await compress(plain) };
  };
  let made: ReturnType<typeof make> | undefined;
  // Made in advance, because it takes a tenth of a second.
  if (!whenAsked) app.addHook("onReady", async () => void (await (made ??= make())));
  app.get("/api/v1/openapi.json", { schema: { hide: true } }, async (request, reply) => {
    const { plain, compressed } = await (made ??= make());
    void reply.type("application/json; charset=utf-8").header("vary", "accept-encoding");
    if (!acceptsEncoding(request, "gzip")) return reply.send(plain);
    return reply.header("content-encoding", "gzip").send(compressed);
  });
}

/** Adds access, examples and possible errors to each call. */
function complete(document: Document, endpoints: ReadonlyMap<string, Endpoint>): Document {
  const { components } = document;
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const error = jsonOf(operation, "default");
    if (error?.schema && error.schema !== ERROR_REF) {
      components.schemas = { ...components.schemas, Error: error.schema };
      error.schema = ERROR_REF as JsonSchema;
    }
    const endpoint = endpoints.get(operation.operationId ?? "");
    if (endpoint) completeOperation(operation, endpoint, (components.responses ??= {}));
  }
  return document;
}

/** `shared`: responses that many calls have in common. */
function completeOperation(operation: Operation, endpoint: Endpoint, shared: Record<string, Answer>): void {
  const { body, description, response } = endpoint;
  const callers = callersOf(endpoint);
  if (description || callers) operation.description = [description && `${description}.`, callers].join("\n\n").trim();
  const media = Object.values(operation.requestBody?.content ?? {})[0];
  addExample(media, (schema) => REQUEST_BODIES[endpoint.name] ?? exampleOf(schema, false), body);
  addExample(jsonOf(operation, "200"), (schema) => exampleOf(schema, true), response);
  operation["x-codeSamples"] = codeSamplesOf(endpoint, {
    method: endpoint.method,
    path: endpoint.path,
    params: parametersOf(operation, "path"),
    query: REQUEST_QUERIES[endpoint.name] ?? parametersOf(operation, "query"),
    body: media?.example as Readonly<Record<string, unknown>> | undefined,
  });
  const byStatus = Object.groupBy(errorCodesOf(endpoint), (code) => ERRORS[code].status);
  for (const [status, codes = []] of Object.entries(byStatus)) {
    const name = codes.join("-");
    shared[name] ??= {
      description: codes.map((code) => `\`${code}\``).join(", "),
      content: { [JSON_TYPE]: { schema: ERROR_REF as JsonSchema, example: errorExample(codes) } },
    };
    operation.responses[status] = { $ref: `#/components/responses/${name}` };
  }
}

function callersOf(endpoint: Endpoint): string {
  if (endpoint.access === "public") return "";
  if (endpoint.access === "session") return "For signed-in users; API keys are not accepted.";
  return `An API key needs the scope \`${scopeOf(endpoint)}\`, or one that includes it.`;
}

function jsonOf({ responses }: Operation, status: string): Media | undefined {
  const answer = responses[status];
  return answer && "content" in answer ? answer.content?.[JSON_TYPE] : undefined;
}

/** Returns example values of the required parameters in a path or a query. */
function parametersOf({ parameters = [] }: Operation, place: "path" | "query"): Record<string, unknown> {
  const required = parameters.filter((each) => each.in === place && each.required === true);
  return Object.fromEntries(required.map(({ name, schema }) => [name, exampleOf(schema, false, name)]));
}

/** Leaves out an example that does not match the schema, because it would mislead. */
function addExample(
  media: Media | undefined,
  makeExample: (schema: JsonSchema) => unknown,
  schema: z.ZodType | undefined,
): void {
  if (!media?.schema) return;
  const example = makeExample(media.schema);
  if (schema?.safeParse(example).success === true) media.example = example;
}

function errorExample([code = "internal"]: readonly ErrorCode[]) {
  const { message } = ERRORS[code];
  const told = new Proxy({}, { get: (_target, name) => `{${String(name)}}` });
  return { code, message: message(told), requestId: "req_5f1c9c0e-7c1b-4a55-9a51-0f6f6f2b7a10" };
}
