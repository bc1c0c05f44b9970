import {
  disableRewind,
  enableRewind,
  extractRewind,
  startRecording,
  stopRecording,
} from "@terrarium/contract/box-recording";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";
import type { StorageService } from "../storage/service.ts";
import type { RecordingService } from "./service.ts";

interface RecordingRoutes {
  recording: RecordingService;
  storage: Pick<StorageService, "presign">;
  publicUrl: URL | undefined;
}

export function registerRecordingRoutes(
  app: FastifyInstance,
  { recording, storage, publicUrl }: RecordingRoutes,
): void {
  const filmOf = async (request: FastifyRequest, boxId: string, storageKey: string) => {
    const address = await storage.presign(boxId, storageKey);
    return { storageKey, presignedUrl: new URL(address, requestOrigin(request, publicUrl)).href };
  };
  serve(app, startRecording, ({ caller, params }) => empty(recording.start(caller, params.boxId)));
  serve(app, stopRecording, async ({ caller, params: { boxId }, request }) =>
    filmOf(request, boxId, await recording.stop(caller, boxId)),
  );
  serve(app, enableRewind, ({ caller, params }) => empty(recording.enableRewind(caller, params.boxId)));
  serve(app, disableRewind, ({ caller, params }) => empty(recording.disableRewind(caller, params.boxId)));
  serve(app, extractRewind, async ({ caller, params: { boxId }, body, request }) =>
    filmOf(request, boxId, await recording.extractRewind(caller, boxId, body.duration)),
  );
}
