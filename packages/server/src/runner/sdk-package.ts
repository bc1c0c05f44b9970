import { readFile } from "node:fs/promises";
import { SDK_PACKAGE_PATH } from "@terrarium/contract/vm";
import type { FastifyInstance } from "fastify";
import { AppError } from "../base/app-error.ts";

const TARBALL = new URL("../../../sdk/dist/gbox-sdk.tgz", import.meta.url);

/** Hands out the SDK as npm installs it: `npm install http://localhost:3000/gbox-sdk.tgz`, of the server's own version. */
export function registerSdkPackage(app: FastifyInstance): void {
  app.get(SDK_PACKAGE_PATH, { schema: { hide: true } }, async (request, reply) => {
    const bytes = await readFile(TARBALL).catch((error: unknown) => {
      request.log.error({ err: error }, "the SDK's package cannot be read; npm run build makes it");
      throw new AppError("not_found", { path: request.url });
    });
    return reply.type("application/gzip").header("cache-control", "no-cache").send(bytes);
  });
}
