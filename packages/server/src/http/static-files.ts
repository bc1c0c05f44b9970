import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic, { type FastifyStaticOptions } from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./errors.ts";
import { namesType } from "./negotiation.ts";

const ASSETS = "assets";
const NOT_BUILT = "The web console is not built yet: run `npm run build` (or `npm start`, which does it), then reload.";

/**
 * Serves the built console from a folder. Files in assets/ have a hash in their name and are cached forever. Browsers
 * get the console's page for any other path, and the page routes it.
 */
export async function serveStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, "index.html"));
  if (isBuilt) {
    await app.register(fastifyStatic, { ...builtFiles(folder), schemaHide: true });
  }
  // Returns nothing: for a returned reply, Fastify adds several end listeners, and Node logs a leak warning.
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) answerNotFound(request, reply);
    else if (isBuilt) reply.sendFile("index.html");
    else answerNotBuilt(reply);
  });
}

/** Returns options for the files of a build. Those in assets/ are cached forever, others are revalidated. */
export const builtFiles = (folder: string): FastifyStaticOptions => ({
  root: folder,
  cacheControl: false,
  // No file is large enough for ranges, and an unsatisfiable range would return an error in another form.
  acceptRanges: false,
  preCompressed: true,
  setHeaders: (reply, file) => {
    const isHashed = path.relative(folder, file).split(path.sep)[0] === ASSETS;
    reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
  },
});

/** Whether a browser opens a page, as opposed to a request for a missing file or call. */
function isPage(request: FastifyRequest): boolean {
  const [pathname = ""] = request.url.split("?", 1);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isOurs = !/^\/(api|local-idp)\//.test(pathname) && path.posix.extname(pathname) === "";
  return isRead && isOurs && namesType(request, "text/html");
}

function answerNotBuilt(reply: FastifyReply): void {
  void reply.code(503).type("text/plain; charset=utf-8").send(`${NOT_BUILT}\n`);
}
