import type { Sandbox } from "@terrarium/contract/sandbox";
import { CircleStop, Play } from "lucide-react";
import { useSwitchSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { reportFailure } from "../../parts/report-failure.ts";
import { calledName } from "../../parts/sandbox-filters.ts";

/** Stops a running sandbox or starts a stopped one. Shows nothing for other states. */
export function StopOrStart({ sandbox }: { sandbox: Sandbox }) {
  const { id: boxId, status } = sandbox;
  const change = useSwitchSandbox();
  if (status !== "Running" && status !== "Stopped") return null;
  const isRunning = status === "Running";
  const names = { name: calledName(sandbox) };
  const Icon = isRunning ? CircleStop : Play;
  const onError = reportFailure(isRunning ? "The sandbox could not be stopped" : "The sandbox could not be started");
  return (
    <IconButton
      label={isRunning ? t("Stop {name}", names) : t("Start {name}", names)}
      disabled={change.isPending}
      onClick={() => change.mutate({ boxId, to: isRunning ? "stopped" : "running" }, { onError })}
    >
      {change.isPending ? <Spinner /> : <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />}
    </IconButton>
  );
}
