import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, RouteHandlerMethod } from "fastify";
import { builtFiles } from "./static-files.ts";
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
    await scope.register(fastifyStatic, { ...builtFiles(folder), serve: false });
    const serve: RouteHandlerMethod = (request, reply) => {
      const { "*": pathname = "" } = request.params as { "*"?: string };
      if (pathname === "" && !hasTrailingSlash(request)) return reply.redirect(PATH, 308);
      if (!isDocsBuilt(folder)) return answerDocsNotReady(reply);
      const file = fileOf(pathname);
      const isFound = !file.includes("\0") && existsSync(path.join(folder, path.posix.normalize(`/${file}`)));
      return isFound ? reply.sendFile(file) : reply.code(404).sendFile("404.html");
    };
    for (const url of [PATH.slice(0, -1), `${PATH}*`]) scope.get(url, { schema: { hide: true } }, serve);
  });
}

export const isDocsBuilt = (folder: string): boolean => existsSync(path.join(folder, "index.html"));

/** Returns a page that reloads itself until the site is built. */
export const answerDocsNotReady = (reply: FastifyReply): FastifyReply =>
  reply.code(503).header("retry-after", "2").type("text/html; charset=utf-8").send(NOT_READY);

/** Pages have no extension in their addresses: `guide/sdk` is `guide/sdk.html`. */
function fileOf(pathname: string): string {
  if (pathname === "") return "index.html";
  return path.posix.extname(pathname) === "" ? `${pathname.replace(/\/$/, "")}.html` : pathname;
}
