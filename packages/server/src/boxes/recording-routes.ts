import type { RecordingStep } from "@terrarium/contract/actions";
import {
  disableRewind,
  enableRewind,
  extractRewind,
  listRecordings,
  startRecording,
  stopRecording,
} from "@terrarium/contract/box-recording";
import type { DeviceActionService } from "@terrarium/device-control/action-log/service";
import type { RecordingService } from "@terrarium/device-control/recording/service";
import type { Caller } from "@terrarium/platform/base/caller";
import type { StorageService } from "@terrarium/platform/storage/service";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { empty, serve } from "../http/serve.ts";

interface RecordingRoutes {
  actions: Pick<DeviceActionService, "noting">;
  recording: RecordingService;
  storage: Pick<StorageService, "presign">;
  publicUrl: URL | undefined;
}

export function registerRecordingRoutes(
  app: FastifyInstance,
  { actions, recording, storage, publicUrl }: RecordingRoutes,
): void {
  const filmOf = async (caller: Caller, request: FastifyRequest, boxId: string, storageKey: string) => {
    const address = await storage.presign(caller, boxId, storageKey);
    return { storageKey, presignedUrl: new URL(address, requestOrigin(request, publicUrl)).href };
  };
  const noting = <T>(caller: Caller, boxId: string, step: RecordingStep, work: () => Promise<T>) =>
    actions.noting(caller, boxId, { kind: "recording", detail: step }, work);
  serve(app, startRecording, ({ caller, params: { boxId } }) =>
    empty(noting(caller, boxId, "start", () => recording.start(caller, boxId))),
  );
  serve(app, stopRecording, async ({ caller, params: { boxId }, request }) =>
    filmOf(caller, request, boxId, await noting(caller, boxId, "stop", () => recording.stop(caller, boxId))),
  );
  serve(app, enableRewind, ({ caller, params: { boxId } }) =>
    empty(noting(caller, boxId, "rewind", () => recording.enableRewind(caller, boxId))),
  );
  serve(app, disableRewind, ({ caller, params: { boxId } }) =>
    empty(noting(caller, boxId, "rewind off", () => recording.disableRewind(caller, boxId))),
  );
  serve(app, extractRewind, async ({ caller, params: { boxId }, body: { duration }, request }) =>
    filmOf(
      caller,
      request,
      boxId,
      await noting(caller, boxId, "extract", () => recording.extractRewind(caller, boxId, duration)),
    ),
  );
  serve(app, listRecordings, ({ caller, params }) => recording.list(caller, params.boxId));
}
