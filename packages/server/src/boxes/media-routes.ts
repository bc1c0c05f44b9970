import * as contract from "@terrarium/contract/box-media";
import { MEDIA_LIMITS } from "@terrarium/contract/limits";
import { MAX_UPLOAD_BYTES } from "@terrarium/contract/proxy";
import type { BoxMediaService, MediaUpload } from "@terrarium/device-control/media/service";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { z } from "zod";
import { addMultipart, parseFields, readMultipart } from "../http/multipart.ts";
import { sendDownload } from "../http/send-download.ts";
import { empty, serve } from "../http/serve.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";

const FIELD_BYTES = 4_096;
/** Number of texts: the name, and a URL in place of each file. */
const TEXTS = 1 + MEDIA_LIMITS.files;
const MEDIA = {
  texts: TEXTS,
  fieldBytes: FIELD_BYTES,
  textsBytes: TEXTS * FIELD_BYTES,
  files: MEDIA_LIMITS.files,
  fileBytes: MAX_UPLOAD_BYTES,
};

/** Clients write a list as `media`, `media[]` or `media[0]`. */
const IS_MEDIA = /^media(\[\d*\])?$/;
/** Further fields of a named album, beside its media. */
const NoTexts = z.strictObject({});

interface BoxMediaRoutes {
  boxMedia: BoxMediaService;
  sandboxes: Pick<SandboxAccess, "requireDevice">;
}

export function registerBoxMediaRoutes(app: FastifyInstance, { boxMedia, sandboxes }: BoxMediaRoutes): void {
  serve(app, contract.getBoxMediaSupport, async ({ caller, params }) => {
    await sandboxes.requireDevice(caller, params.boxId);
    return { photo: Object.keys(contract.MEDIA_TYPES.photo), video: Object.keys(contract.MEDIA_TYPES.video) };
  });
  serve(app, contract.listBoxAlbums, async ({ caller, params }) => ({
    data: await boxMedia.albums(caller, params.boxId),
  }));
  serve(app, contract.getBoxAlbum, ({ caller, params }) => boxMedia.album(caller, params.boxId, params.albumName));
  serve(app, contract.deleteBoxAlbum, ({ caller, params }) =>
    empty(boxMedia.removeAlbum(caller, params.boxId, params.albumName)),
  );
  serve(app, contract.listBoxMedia, async ({ caller, params }) => ({
    data: await boxMedia.media(caller, params.boxId, params.albumName),
  }));
  serve(app, contract.getBoxMedia, ({ caller, params: { boxId, albumName, mediaName } }) =>
    boxMedia.item(caller, boxId, albumName, mediaName),
  );
  serve(app, contract.downloadBoxMedia, async ({ caller, params: { boxId, albumName, mediaName }, reply }) => {
    const content = await boxMedia.open(caller, boxId, albumName, mediaName);
    return sendDownload(reply, mediaName, content);
  });
  serve(app, contract.deleteBoxMedia, ({ caller, params: { boxId, albumName, mediaName } }) =>
    empty(boxMedia.removeItem(caller, boxId, albumName, mediaName)),
  );

  addMultipart(app, (scope) => {
    serve(scope, contract.createBoxAlbum, async ({ caller, params, request }) => {
      await sandboxes.requireDevice(caller, params.boxId);
      return receive(boxMedia.beginUpload(caller, params.boxId), request, (fields, upload) =>
        upload.finish(parseFields(contract.AlbumFields, fields).name, true),
      );
    });
    serve(scope, contract.updateBoxAlbum, async ({ caller, params, request }) => {
      await sandboxes.requireDevice(caller, params.boxId);
      return receive(boxMedia.beginUpload(caller, params.boxId), request, async (fields, upload) => {
        parseFields(NoTexts, fields);
        return upload.finish(params.albumName, false);
      });
    });
  });
}

async function receive<Result>(
  upload: MediaUpload,
  request: FastifyRequest,
  finish: (fields: Record<string, string>, upload: MediaUpload) => Promise<Result>,
): Promise<Result> {
  try {
    const addresses: string[] = [];
    let count = 0;
    const countOne = () => {
      count += 1;
      if (count > MEDIA_LIMITS.files)
        throw new AppError("invalid_request", { detail: `media: at most ${MEDIA_LIMITS.files} at once` });
    };
    const fields = await readMultipart(
      request,
      MEDIA,
      async ({ field, name, content }) => {
        if (!IS_MEDIA.test(field)) throw new AppError("invalid_request", { detail: `${field}: only media are files` });
        countOne();
        await upload.take(name, content);
      },
      (field, text) => {
        if (!IS_MEDIA.test(field)) return;
        countOne();
        addresses.push(text);
      },
    );
    for (const address of addresses) await upload.takeFrom(address);
    const texts = Object.fromEntries(Object.entries(fields).filter(([name]) => !IS_MEDIA.test(name)));
    return await finish(texts, upload);
  } finally {
    await upload.cancel();
  }
}
