import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { whenGone } from "./when-gone.ts";

/** Sends a file of a device. Destroys the stream when the client disconnects. */
export function sendDownload(reply: FastifyReply, name: string, content: Readable): FastifyReply {
  whenGone(reply, () => content.destroy());
  // A device's file is untrusted. The browser saves it and never renders it as a page of our origin.
  return reply
    .header("content-disposition", attachment(name))
    .header("content-security-policy", "sandbox; default-src 'none'")
    .type("application/octet-stream")
    .send(content);
}

/** RFC 6266: the plain name for old clients, and the exact one in UTF-8. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
