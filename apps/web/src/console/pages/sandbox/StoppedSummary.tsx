import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { Play } from "lucide-react";
import { messageOf } from "../../../api/api-error.ts";
import { useSwitchSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { formatFull } from "../../parts/format.ts";
import { reportIfLeft } from "../../parts/report-failure.ts";
import { SummaryPicture } from "./SummaryPicture.tsx";

/** Replaces the screen of a stopped or starting sandbox: its last screenshot, and next steps. */
export function StoppedSummary({ sandbox }: { sandbox: SandboxDetails }) {
  const { id: boxId, status, expiresAt } = sandbox;
  const start = useSwitchSandbox();
  const isStarting = start.isPending || status === "Starting";
  const begin = () =>
    start.mutate({ boxId, to: "running" }, { onError: reportIfLeft("The sandbox could not be started") });
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:px-5">
      <SummaryPicture sandbox={sandbox} />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-base font-medium">
          {isStarting ? t("This sandbox is starting") : t("This sandbox is stopped")}
        </h2>
        {!isStarting && (
          <p className="mt-0.5 text-sm text-mute">
            {t("Its files and the data of its apps are kept until {time}", { time: formatFull(expiresAt) })}
          </p>
        )}
        <Button kind="primary" className="mt-3" isBusy={isStarting} onClick={begin}>
          {!isStarting && <Play className="size-4" aria-hidden="true" />}
          {t("Start")}
        </Button>
        {start.isError && (
          <p role="alert" className="mt-2 text-sm text-bad">
            {messageOf(start.error)}
          </p>
        )}
      </div>
    </div>
  );
}
