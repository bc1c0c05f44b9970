import swagger from "@fastify/swagger";
import { type Endpoint, scopeOf } from "@terrarium/contract/endpoint";
import { ERRORS, type ErrorCode } from "@terrarium/contract/errors";
import { TAGS } from "@terrarium/contract/tags";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import { errorCodesOf } from "./openapi-errors.ts";
import { exampleOf, type JsonSchema } from "./openapi-example.ts";

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
/** What of an operation is added to. */
interface Operation {
  operationId?: string;
  description?: string;
  requestBody?: { content: Record<string, Media> };
  responses: Record<string, Answer>;
}
interface Document {
  components: { schemas?: Record<string, unknown> };
  paths: Record<string, Record<string, Operation>>;
}

/** Serves `/api/v1/openapi.json`, made from the contract. `origin`: under which others reach this server. */
export async function addOpenApiDocument(app: FastifyInstance, origin: string | undefined): Promise<void> {
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
          "Android-like device sandboxes for software agents.",
          "Times are ISO 8601 in UTC. An answer that is not 2xx holds `{code, message, suggestion?, requestId}`; quote the",
          "last when reporting a problem. The codes:\n",
          ...Object.entries(ERRORS).map(([code, { status }]) => `- \`${code}\` (${status})`),
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
  let document = "";
  // Before anybody waits: it takes a tenth of a second.
  app.addHook("onReady", async () => {
    document = JSON.stringify(complete(app.swagger() as unknown as Document, endpoints));
  });
  app.get("/api/v1/openapi.json", { schema: { hide: true } }, (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(document),
  );
}

/** Adds to each call who may make it, examples, and the errors that it may answer. */
function complete(document: Document, endpoints: ReadonlyMap<string, Endpoint>): Document {
  for (const operation of Object.values(document.paths).flatMap((path) => Object.values(path))) {
    const error = operation.responses.default?.content?.[JSON_TYPE];
    if (error?.schema && error.schema !== ERROR_REF) {
      document.components.schemas = { ...document.components.schemas, Error: error.schema };
      error.schema = ERROR_REF as JsonSchema;
    }
    const endpoint = endpoints.get(operation.operationId ?? "");
    if (endpoint) completeOperation(operation, endpoint);
  }
  return document;
}

function completeOperation(operation: Operation, endpoint: Endpoint): void {
  const { access, body, response } = endpoint;
  if (access === "session") operation.description = "For signed-in users; API keys are not accepted.";
  if (access === "session-or-api-key")
    operation.description = `An API key needs the scope \`${scopeOf(endpoint)}\`, or one that includes it.`;
  addExample(operation.requestBody?.content[JSON_TYPE], false, (value) => body?.safeParse(value).success === true);
  addExample(operation.responses[200]?.content?.[JSON_TYPE], true, (value) => response.safeParse(value).success);
  const byStatus = Object.groupBy(errorCodesOf(endpoint), (code) => ERRORS[code].status);
  for (const [status, codes = []] of Object.entries(byStatus))
    operation.responses[status] = {
      description: codes.map((code) => `\`${code}\``).join(", "),
      content: { [JSON_TYPE]: { schema: ERROR_REF as JsonSchema, example: errorExample(codes) } },
    };
}

/** An example that is no value of the schema would mislead: then there is none. */
function addExample(media: Media | undefined, isWhole: boolean, isRight: (value: unknown) => boolean): void {
  if (!media?.schema) return;
  const example = exampleOf(media.schema, isWhole);
  if (isRight(example)) media.example = example;
}

function errorExample([code = "internal"]: readonly ErrorCode[]) {
  const { message } = ERRORS[code];
  const told = new Proxy({}, { get: (_target, name) => `{${String(name)}}` });
  return { code, message: message(told), requestId: "req_5f1c9c0e-7c1b-4a55-9a51-0f6f6f2b7a10" };
}
