import { getBoxThumbnail } from "@terrarium/contract/boxes";
import type { FastifyInstance } from "fastify";
import { matchesNone } from "../http/negotiation.ts";
import { serve } from "../http/serve.ts";
import type { Thumbnails } from "./thumbnails.ts";

export function registerThumbnailRoutes(app: FastifyInstance, { thumbnails }: { thumbnails: Thumbnails }): void {
  serve(app, getBoxThumbnail, async ({ caller, params, request, reply }) => {
    const { png, version } = await thumbnails.get(caller, params.boxId);
    const etag = `"${version}"`;
    void reply.header("etag", etag).header("cache-control", "private, no-cache").type("image/png");
    if (!matchesNone(request, etag)) return png;
    void reply.code(304);
    return NOTHING;
  });
}

const NOTHING = new Uint8Array();
