import { getPresignedUrl, readStoredObject } from "@terrarium/contract/box-storage";
import type { Caller } from "@terrarium/platform/base/caller";
import { networkOf } from "@terrarium/platform/base/network-of";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { FastifyInstance } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { serve } from "../http/serve.ts";

interface StorageRoutes {
  storage: Pick<StorageService, "presign" | "open">;
  sandboxes: {
    /** Throws sandbox_not_found unless it is a sandbox of one of the caller's organizations. */
    get(caller: Caller, sandboxId: string): Promise<unknown>;
  };
  publicUrl: URL | undefined;
}

/** Any page may embed an object by its address. Its content never runs as a page of our origin. */
const HEADERS = {
  "content-security-policy": "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
  "cross-origin-resource-policy": "cross-origin",
  "content-disposition": "inline",
  "accept-ranges": "bytes",
};

export function registerStorageRoutes(app: FastifyInstance, { storage, sandboxes, publicUrl }: StorageRoutes): void {
  serve(app, getPresignedUrl, async ({ caller, params: { boxId }, body, request }) => {
    await sandboxes.get(caller, boxId);
    const address = await storage.presign(caller, boxId, body.storageKey, body.expiresIn);
    return new URL(address, requestOrigin(request, publicUrl)).href;
  });

  serve(app, readStoredObject, async ({ params, query, request, reply }) => {
    const object = await storage.open(params.objectId, query.token);
    const { contentType, sizeBytes } = object;
    void reply.headers(HEADERS).type(contentType);
    // Stored objects have no validator for If-Range, so the range does not apply then (RFC 9110, 13.1.5).
    const asked = request.headers["if-range"] === undefined ? request.headers.range : undefined;
    const range = readRange(asked, sizeBytes);
    if (range === "unsatisfiable") {
      void reply.code(416).header("content-range", `bytes */${sizeBytes}`);
      return "";
    }
    const { start, end } = range ?? { start: 0, end: sizeBytes };
    if (range) void reply.code(206).header("content-range", `bytes ${start}-${end - 1}/${sizeBytes}`);
    void reply.header("content-length", end - start);
    // A client with very many fetches takes turns with others that need the database.
    return object.read(start, end, (work) => app.turns.run(`stored ${networkOf(request.ip)}`, work));
  });
}

/** Returns the one requested byte range (RFC 9110, 14.2). undefined: all bytes, also for several ranges. */
export function readRange(
  header: string | undefined,
  sizeBytes: number,
): { start: number; end: number } | "unsatisfiable" | undefined {
  const [, first = "", last = ""] = /^bytes=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header ?? "") ?? [];
  if (first === "" && last === "") return undefined;
  if (first === "")
    return last === "0" ? "unsatisfiable" : { start: Math.max(0, sizeBytes - Number(last)), end: sizeBytes };
  const start = Number(first);
  const end = last === "" ? sizeBytes : Math.min(sizeBytes, Number(last) + 1);
  if (last !== "" && Number(last) < start) return undefined;
  return start >= sizeBytes ? "unsatisfiable" : { start, end };
}
