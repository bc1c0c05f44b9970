import type { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import { whenGone } from "./when-gone.ts";

/** Answers with a file of a device, which is let go of when nobody is there to read it any more. */
export function sendDownload(reply: FastifyReply, name: string, content: Readable): FastifyReply {
  whenGone(reply, () => content.destroy());
  // A file of the device is somebody else's: the browser keeps it, and never shows it as a page of ours.
  return reply
    .header("content-disposition", attachment(name))
    .header("content-security-policy", "sandbox; default-src 'none'")
    .type("application/octet-stream")
    .send(content);
}

/** RFC 6266: the plain name for old clients, the exact one in UTF-8 beside it. */
function attachment(name: string): string {
  const plain = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const exact = encodeURIComponent(name).replaceAll(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`;
}
