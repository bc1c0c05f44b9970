import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { hasTrailingSlash } from "./trailing-slash.ts";

const PATH = "/api/docs/";
const OPENAPI_PATH = "/api/v1/openapi.json";
/**
 * Swagger UI's files as packed by @fastify/swagger-ui. Swagger UI's own package contains telemetry; this one does not.
 */
const VIEWER = import.meta.resolve("@fastify/swagger-ui/package.json");
const compress = promisify(gzip);

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Terrarium API</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="${PATH}swagger-ui.css" />
    <script src="${PATH}swagger-ui-bundle.js" defer></script>
    <script src="${PATH}start.js" defer></script>
  </head>
  <body>
    <div id="docs"></div>
  </body>
</html>
`;

/**
 * The page keeps the entered key in memory only. The functions below parse the document as JSON and resolve its
 * references: the viewer's own functions parse YAML and build a complete model, which takes seconds.
 */
const START = `const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
document.documentElement.classList.toggle("dark-mode", isDark);
const at = (root, path) => path.reduce((value, name) => value?.[name], root);
const resolve = (root, value) => {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => resolve(root, each));
  if (typeof value.$ref === "string") return resolve(root, at(root, value.$ref.slice(2).split("/")));
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, resolve(root, each)]));
};
const parseToJson = (_read, { specActions }) => (text) => void specActions.updateJsonSpec(JSON.parse(text));
const resolveSubtree = async (root, path) => ({ spec: resolve(root, at(root, path)), errors: [] });
SwaggerUIBundle({
  url: ${JSON.stringify(OPENAPI_PATH)},
  dom_id: "#docs",
  plugins: [() => ({ fn: { resolveSubtree }, statePlugins: { spec: { wrapActions: { parseToJson } } } })],
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: -1,
  filter: true,
  persistAuthorization: false,
  validatorUrl: null,
});
`;

/** Serves `/api/docs/`: an interactive view of the OpenAPI document. Loads no file from another origin. */
export function addApiDocs(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get(PATH, hidden, (request, reply) =>
    // The page loads files by relative addresses.
    hasTrailingSlash(request) ? reply.type("text/html; charset=utf-8").send(PAGE) : reply.redirect(PATH, 308),
  );
  app.get(`${PATH}start.js`, hidden, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
  addFile(app, "swagger-ui.css", "text/css; charset=utf-8");
  addFile(app, "swagger-ui-bundle.js", "text/javascript; charset=utf-8");
}

/** Adds a file of the viewer, read and compressed at its first request. All browsers accept gzip. */
function addFile(app: FastifyInstance, name: string, type: string): void {
  let file: Promise<Buffer> | undefined;
  const read = async () => compress(await readFile(fileURLToPath(new URL(`static/${name}`, VIEWER))));
  app.get(PATH + name, { schema: { hide: true } }, async (_request, reply) => {
    file ??= read().catch((error: unknown) => {
      file = undefined;
      throw error;
    });
    return reply
      .type(type)
      .header("content-encoding", "gzip")
      .header("cache-control", "public, max-age=86400")
      .send(await file);
  });
}
