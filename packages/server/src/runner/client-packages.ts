import { readFile } from "node:fs/promises";
import {
  CLI_PACKAGE_PATH,
  GBOX_MODULE_PATH,
  GBOX_PACKAGE_PATH,
  SDK_MODULE_PATH,
  SDK_PACKAGE_PATH,
} from "@terrarium/contract/clients";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";

const PACKAGES = new URL("../../../", import.meta.url);
const SDK_MODULE = { file: "sdk/dist/runner.js", type: "text/javascript; charset=utf-8" } as const;
/** Files by their URL path. */
const FILES = {
  [SDK_PACKAGE_PATH]: { file: "sdk/dist/terrarium-sdk.tgz", type: "application/gzip" },
  [GBOX_PACKAGE_PATH]: { file: "sdk/dist/gbox-sdk.tgz", type: "application/gzip" },
  [CLI_PACKAGE_PATH]: { file: "cli/dist/terrarium-cli.tgz", type: "application/gzip" },
  [SDK_MODULE_PATH]: SDK_MODULE,
  [GBOX_MODULE_PATH]: SDK_MODULE,
} as const;

/** Serves the clients of the server's own version: `npm install http://localhost:3000/terrarium-sdk.tgz`. */
export function registerClientPackages(app: FastifyInstance): void {
  for (const [path, { file, type }] of Object.entries(FILES))
    app.get(path, { schema: { hide: true } }, async (request, reply) => {
      const bytes = await readFile(new URL(file, PACKAGES)).catch((error: unknown) => {
        request.log.error({ err: error }, `packages/${file} cannot be read; npm run build makes it`);
        throw new AppError("not_found", { path: request.url });
      });
      return reply.type(type).header("cache-control", "no-cache").send(bytes);
    });
}
