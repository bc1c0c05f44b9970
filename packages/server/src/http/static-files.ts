import { existsSync } from "node:fs";
import path from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { answerNotFound } from "./errors.ts";
import { namesType } from "./negotiation.ts";

const ASSETS = "assets";
const NOT_BUILT = "The web console is not built yet: run `npm run build` (or `npm start`, which does it), then reload.";

/**
 * Serves the built console from a folder. Files under assets/ carry a hash in their name and are kept for ever; any other
 * path that a browser opens gets the console's page, which routes it.
 */
export async function serveStaticFiles(app: FastifyInstance, folder: string): Promise<void> {
  const isBuilt = existsSync(path.join(folder, "index.html"));
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: folder,
      cacheControl: false,
      // None is so large, and a range that there is not is an error with words of its own.
      acceptRanges: false,
      preCompressed: true,
      schemaHide: true,
      setHeaders: (reply, file) => {
        const isHashed = path.relative(folder, file).split(path.sep)[0] === ASSETS;
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "no-cache");
      },
    });
  }
  // Answers nothing back: of a reply that is, Fastify watches the end several times over, and Node warns of a leak in the log.
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) answerNotFound(request, reply);
    else if (isBuilt) reply.sendFile("index.html");
    else answerNotBuilt(reply);
  });
}

/** Whether this is a browser opening a page, and not a missing file or call. */
function isPage(request: FastifyRequest): boolean {
  const [pathname = ""] = request.url.split("?", 1);
  const isRead = request.method === "GET" || request.method === "HEAD";
  const isOurs = !/^\/(api|local-idp)\//.test(pathname) && path.posix.extname(pathname) === "";
  return isRead && isOurs && namesType(request, "text/html");
}

function answerNotBuilt(reply: FastifyReply): void {
  void reply.code(503).type("text/plain; charset=utf-8").send(`${NOT_BUILT}\n`);
}
