import path from "node:path";
import { type Readable, Transform } from "node:stream";
import { noteReceived } from "@terrarium/bounds/received-memory";
import { BOX_FILE_LIMITS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import { DeviceFileList } from "@terrarium/contract/proxy-messages";
import type { Scope } from "@terrarium/contract/scope";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { sendDownload } from "../http/send-download.ts";

const Params = z.object({ sandboxId: z.string().min(1).max(64) });
const Query = z.strictObject({
  path: z.string().min(1).max(1024).describe("On the device; the leading slash may be left out"),
});
const docs = { tags: ["files"], params: Params, querystring: Query };

/** A request's device session, and a function that records actions on it. */
interface FileAccess {
  session: DeviceSession;
  noting: <T>(action: DoneAction, work: () => Promise<T>) => Promise<T>;
}

/** Opens the device session of a sandbox for a request, and counts the request's body from then on. */
export type OpenSession = (
  request: FastifyRequest,
  reply: FastifyReply,
  sandboxId: string,
  scope: Scope,
) => Promise<FileAccess>;

/** Registers the routes of a device's files: list, download, upload. */
export function addFileRoutes(app: FastifyInstance, prefix: string, openSession: OpenSession): void {
  const accessOf = (request: FastifyRequest, reply: FastifyReply, scope: Scope) =>
    openSession(request, reply, Params.parse(request.params).sandboxId, scope);
  const pathOf = (request: FastifyRequest) => Query.parse(request.query).path;

  app.get(
    `${prefix}files`,
    {
      schema: {
        ...docs,
        operationId: "listDeviceFiles",
        summary: `What a folder of the device holds; at most ${BOX_FILE_LIMITS.listed} files`,
        response: { 200: DeviceFileList },
      },
    },
    async (request, reply): Promise<z.infer<typeof DeviceFileList>> => {
      const { session } = await accessOf(request, reply, "read");
      return { path: pathOf(request), files: await session.listFiles(pathOf(request)) };
    },
  );

  app.get(
    `${prefix}files/content`,
    { schema: { ...docs, operationId: "downloadDeviceFile", summary: "A file of the device, as bytes" } },
    async (request, reply) => {
      const { session, noting } = await accessOf(request, reply, "read");
      const { content } = await noting({ kind: "download", detail: pathOf(request) }, () =>
        session.readFile(pathOf(request)),
      );
      return sendDownload(reply, path.posix.basename(pathOf(request)), content);
    },
  );

  app.put(
    `${prefix}files/content`,
    {
      bodyLimit: MAX_UPLOAD_BYTES,
      schema: {
        ...docs,
        operationId: "uploadDeviceFile",
        summary: "Write the request's body to a file of the device (at most 1 GiB)",
      },
    },
    async (request, reply) => {
      refuseLargeBody(request);
      const { session, noting } = await accessOf(request, reply, "drive");
      const content = limitBytes((request.body as Readable | undefined) ?? request.raw);
      try {
        await noting({ kind: "upload", detail: pathOf(request) }, () => session.writeFile(pathOf(request), content));
      } finally {
        content.destroy();
      }
      return reply.code(204).send();
    },
  );
}

/** Rejects a body by its announced size, before it is sent. */
function refuseLargeBody(request: FastifyRequest): void {
  if (Number(request.headers["content-length"] ?? 0) > MAX_UPLOAD_BYTES) {
    throw new AppError("body_too_large", { limitBytes: MAX_UPLOAD_BYTES });
  }
}

/**
 * Returns the body as a stream that fails above the limit or when the sender leaves. If the device rejects the file,
 * the request stays open for the response.
 */
function limitBytes(body: Readable): Readable {
  let receivedBytes = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      receivedBytes += chunk.length;
      noteReceived(chunk.length);
      if (receivedBytes > MAX_UPLOAD_BYTES) done(new AppError("body_too_large", { limitBytes: MAX_UPLOAD_BYTES }));
      else done(null, chunk);
    },
  });
  // The reader receives the error; without a listener it would be an uncaught exception before the stream is read.
  limited.on("error", () => undefined);
  const brokenOff = () => new AppError("invalid_request", { detail: "the upload broke off" });
  // An aborted upload must not look like a device failure.
  body.once("error", (error) => limited.destroy(error instanceof AppError ? error : brokenOff()));
  body.once("close", () => {
    if (!body.readableEnded) limited.destroy(brokenOff());
  });
  limited.once("close", () => {
    body.unpipe(limited);
    body.resume();
  });
  return body.pipe(limited);
}
