import { Readable } from "node:stream";
import {
  getBoxFile,
  getBoxFileExistence,
  listBoxFiles,
  readBoxFile,
  removeBoxFile,
  renameBoxFile,
  writeBoxFile,
  WrittenPlace,
} from "@terrarium/contract/box-files";
import { BOX_FILE_LIMITS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import type { BoxFileService } from "@terrarium/device-control/files/service";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { addMultipart, parseFields, readMultipart } from "../http/multipart.ts";
import { serve } from "../http/serve.ts";

/** Limit of the text fields beside the content, which name its place. */
const PLACE_BYTES = 16_384;
const WRITTEN = {
  fieldBytes: BOX_FILE_LIMITS.textBytes,
  textsBytes: BOX_FILE_LIMITS.textBytes + PLACE_BYTES,
  files: 1,
  fileBytes: MAX_UPLOAD_BYTES,
};
const WrittenText = WrittenPlace.extend({ content: z.string() });

export function registerBoxFileRoutes(app: FastifyInstance, { boxFiles }: { boxFiles: BoxFileService }): void {
  serve(app, listBoxFiles, async ({ caller, params, query: { depth, ...place } }) => ({
    data: await boxFiles.list(caller, params.boxId, place, depth),
  }));
  serve(app, getBoxFile, ({ caller, params, query }) => boxFiles.info(caller, params.boxId, query));
  serve(app, getBoxFileExistence, async ({ caller, params, body }) => {
    const file = await boxFiles.find(caller, params.boxId, body);
    return file ? { exists: true, type: file.type } : { exists: false };
  });
  serve(app, readBoxFile, async ({ caller, params, query: { encoding, ...place } }) => ({
    content: (await boxFiles.read(caller, params.boxId, place)).toString(encoding),
  }));
  serve(app, renameBoxFile, ({ caller, params, body: { oldPath, newPath, workingDir } }) =>
    boxFiles.rename(caller, params.boxId, { path: oldPath, workingDir }, { path: newPath, workingDir }),
  );
  serve(app, removeBoxFile, async ({ caller, params, body }) => ({
    message: `Removed ${await boxFiles.remove(caller, params.boxId, body)}`,
  }));

  addMultipart(app, (scope) =>
    serve(scope, writeBoxFile, async ({ caller, params, request }) => {
      const upload = await boxFiles.beginUpload(caller, params.boxId);
      try {
        let isTaken = false;
        const fields = await readMultipart(request, WRITTEN, async ({ field, content }) => {
          if (field !== "content")
            throw new AppError("invalid_request", { detail: `${field}: only content is a file` });
          isTaken = true;
          await upload.take(content);
        });
        if (isTaken) return await upload.finish(parseFields(WrittenPlace, fields));
        const { content, ...place } = parseFields(WrittenText, fields);
        await upload.take(Readable.from([Buffer.from(content)]));
        return await upload.finish(place);
      } catch (error) {
        await upload.cancel();
        throw error;
      }
    }),
  );
}
