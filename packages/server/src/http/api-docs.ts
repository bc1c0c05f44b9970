import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";
import { hasTrailingSlash } from "./trailing-slash.ts";

const PATH = "/api/docs/";
const OPENAPI_PATH = "/api/v1/openapi.json";
/** The files of Swagger UI as @fastify/swagger-ui packs them: without what the package of Swagger UI itself sends home. */
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
 * The key that is typed in stays in the page: it is gone with it. The document is read as JSON, and what the viewer looks
 * up in it is found, by the functions here: its own read it as YAML and build a model of all of it, which takes seconds.
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

/** Serves `/api/docs/`: the OpenAPI document to read and to try, without a file from elsewhere. */
export function addApiDocs(app: FastifyInstance): void {
  const hidden = { schema: { hide: true } };
  app.get(PATH, hidden, (request, reply) =>
    // What the page loads is beside it.
    hasTrailingSlash(request) ? reply.type("text/html; charset=utf-8").send(PAGE) : reply.redirect(PATH, 308),
  );
  app.get(`${PATH}start.js`, hidden, (_request, reply) => reply.type("text/javascript; charset=utf-8").send(START));
  addFile(app, "swagger-ui.css", "text/css; charset=utf-8");
  addFile(app, "swagger-ui-bundle.js", "text/javascript; charset=utf-8");
}

/** A file of the viewer, read and compressed when it is first asked for: all browsers take gzip. */
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
