import type { FastifyInstance } from "fastify";
import { answerDocsNotReady, isDocsBuilt } from "./docs-site.ts";
import { hasTrailingSlash } from "./trailing-slash.ts";

const PATH = "/api/docs/";
/** Address of the page's files, which the build of the documentation makes (apps/docs/api-reference). */
const FILES = "/docs/api-reference";

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Terrarium API</title>
    <link rel="icon" href="/favicon.svg" />
    <link rel="stylesheet" href="${FILES}/theme.css" />
    <script src="${FILES}/scalar.js" defer></script>
    <script src="${FILES}/start.js" defer></script>
  </head>
  <body>
    <div id="docs"></div>
  </body>
</html>
`;

/**
 * Serves `/api/docs/`: an interactive view of the OpenAPI document. `docsFolder` is the built documentation. Loads no
 * file from another origin.
 */
export function addApiDocs(app: FastifyInstance, docsFolder: string): void {
  app.get(PATH, { schema: { hide: true } }, (request, reply) => {
    if (!hasTrailingSlash(request)) return reply.redirect(PATH, 308);
    if (!isDocsBuilt(docsFolder)) return answerDocsNotReady(reply);
    return reply.type("text/html; charset=utf-8").send(PAGE);
  });
}
