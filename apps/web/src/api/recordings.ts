import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  enableRewind,
  extractRewind,
  listRecordings,
  startRecording,
  stopRecording,
} from "@terrarium/contract/box-recording";
import { getPresignedUrl } from "@terrarium/contract/box-storage";
import type { ErrorCode } from "@terrarium/contract/errors";
import { ApiError } from "./api-error.ts";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const INTERVAL_MS = 5_000;

const keyOf = (boxId: string) => ["recordings", boxId];

/** Queries the recordings of a sandbox's screen, newest first. Programs record too, so it polls while `isLive`. */
export const useRecordings = (boxId: string, { isLive, isEnabled = true }: { isLive: boolean; isEnabled?: boolean }) =>
  useQuery({
    queryKey: keyOf(boxId),
    queryFn: ({ signal }) => call(listRecordings, { params: { boxId }, signal }),
    enabled: isEnabled,
    staleTime: 0,
    refetchInterval: isLive ? INTERVAL_MS : false,
  });

/** "extract" saves the last seconds, and enables rewind if there are none yet. */
type Step = "start" | "stop" | "rewind" | "extract";
/** Whether something was saved. */
type Result = "saved" | "nothing";

const NOT_RECORDING = "not_recording" satisfies ErrorCode;

async function run(boxId: string, step: Step): Promise<Result> {
  const params = { boxId };
  if (step === "stop") await call(stopRecording, { params });
  else if (step === "extract") await call(extractRewind, { params, body: {} });
  else await call(step === "start" ? startRecording : enableRewind, { params });
  return step === "stop" || step === "extract" ? "saved" : "nothing";
}

/** Records the screen of a sandbox. Refetches its recordings and its timeline. */
export function useRecordScreen(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (step: Step): Promise<Result> =>
      run(boxId, step).catch((error: unknown) => {
        // Rewind ends when the device stops, and it is empty at first.
        if (step === "extract" && error instanceof ApiError && error.code === NOT_RECORDING)
          return run(boxId, "rewind");
        throw error;
      }),
    onSettled: async () => {
      void queries.invalidateQueries({ queryKey: ["actions", boxId] });
      await queries.invalidateQueries({ queryKey: keyOf(boxId) });
    },
  });
}

/** Returns the path of a stored recording for half an hour, on this page's own origin. */
export async function recordingPath(boxId: string, storageKey: string): Promise<string> {
  const { pathname, search } = new URL(await call(getPresignedUrl, { params: { boxId }, body: { storageKey } }));
  return pathname + search;
}
