import { RECORDING } from "@terrarium/contract/limits";
import { CircleDot, CircleStop, History } from "lucide-react";
import { useRecordings, useRecordScreen } from "../../../api/recordings.ts";
import { t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";
import type { ScreenRecording } from "../../../viewer/screen/screen-recording.ts";
import { reportFailure } from "../../parts/report-failure.ts";

const REWIND_SECONDS = RECORDING.defaultRewindMs / 1_000;

const showSaved = (message: string): void =>
  toast.success(message, {
    action: { label: t("Show"), onClick: () => (location.hash = "#!action=recordings") },
  });

/** Returns the recording in progress and the buttons that record the screen of a sandbox. */
export function useRecorder(boxId: string, isLive: boolean): ScreenRecording {
  const { data } = useRecordings(boxId, { isLive, isEnabled: isLive });
  const { mutate, isPending, variables } = useRecordScreen(boxId);
  const since = data?.recordingSince ?? undefined;
  const start = () => mutate("start", { onError: reportFailure("The screen could not be recorded") });
  const stop = () =>
    mutate("stop", {
      onSuccess: () => showSaved(t("Recording saved")),
      onError: reportFailure("The recording could not be saved"),
    });
  const saveLast = () =>
    mutate(data?.rewindEnabled === true ? "extract" : "rewind", {
      onSuccess: (result) =>
        result === "saved"
          ? showSaved(t("Saved the last {count} s", { count: REWIND_SECONDS }))
          : toast.notice(t("There is nothing to save yet"), {
              description: t(
                "The sandbox now keeps the last minutes of the screen. Save them after something happens.",
              ),
            }),
      onError: reportFailure("The last seconds could not be saved"),
    });
  const isSwitching = isPending && (variables === "start" || variables === "stop");
  return {
    sinceMs: since === undefined ? undefined : Date.parse(since),
    actions: [
      since === undefined
        ? { label: t("Record"), Icon: CircleDot, isRed: true, isBusy: isSwitching, run: start }
        : { label: t("Stop recording"), Icon: CircleStop, isRed: true, isBusy: isSwitching, run: stop },
      {
        label: t("Save last {count} s", { count: REWIND_SECONDS }),
        Icon: History,
        isBusy: isPending && !isSwitching,
        run: saveLast,
      },
    ],
  };
}
