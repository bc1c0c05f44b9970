import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply } from "fastify";
import { isHashedFile } from "./static-files.ts";
import { hasTrailingSlash } from "./trailing-slash.ts";

const PATH = "/docs/";

const NOT_READY = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <meta http-equiv="refresh" content="2" />
    <title>Terrarium documentation</title>
  </head>
  <body style="font-family: system-ui, sans-serif; text-align: center; margin-top: 20vh">
    <h1>The documentation is being built</h1>
    <p>This page reloads until it is ready. Without <code>npm start</code>, run <code>npm run build</code>.</p>
  </body>
</html>
`;

/**
 * Serves the built site of docs/ below `/docs/`. `npm start` builds it after the server listens, so each request checks
 * whether it exists.
 */
export async function serveDocs(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(async (scope) => {
    // Its own routes would answer missing pages with the console's page.
    await scope.register(fastifyStatic, {
      root: folder,
      serve: false,
      cacheControl: false,
      acceptRanges: false,
      preCompressed: true,
      setHeaders: (reply, file) => {
        const isHashed = isHashedFile(folder, file);
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
    const hidden = { schema: { hide: true } };
    scope.get<{ Params: { "*": string } }>(`${PATH}*`, hidden, (request, reply) => {
      if (!isDocsBuilt(folder)) return answerDocsNotReady(reply);
      if (request.params["*"] === "" && !hasTrailingSlash(request)) return reply.redirect(PATH, 308);
      const file = fileOf(request.params["*"]);
      const isFound = !file.includes("\0") && existsSync(path.join(folder, path.posix.normalize(`/${file}`)));
      return isFound ? reply.sendFile(file) : reply.code(404).sendFile("404.html");
    });
    scope.get(PATH.slice(0, -1), hidden, (request, reply) => {
      if (!hasTrailingSlash(request)) return reply.redirect(PATH, 308);
      return isDocsBuilt(folder) ? reply.sendFile("index.html") : answerDocsNotReady(reply);
    });
  });
}

const isDocsBuilt = (folder: string): boolean => existsSync(path.join(folder, "index.html"));

/** Returns a page that reloads itself until the site is built. */
const answerDocsNotReady = (reply: FastifyReply): FastifyReply =>
  reply.code(503).header("retry-after", "2").type("text/html; charset=utf-8").send(NOT_READY);

/** Pages have no extension in their addresses: `guide/sdk` is `guide/sdk.html`. */
function fileOf(pathname: string): string {
  if (pathname === "") return "index.html";
  return path.posix.extname(pathname) === "" ? `${pathname.replace(/\/$/, "")}.html` : pathname;
}
