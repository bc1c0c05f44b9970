import type { Sandbox } from "@terrarium/contract/sandbox";
import { CircleStop, type LucideIcon, Play } from "lucide-react";
import { useSwitchSandbox } from "../../../api/sandboxes.ts";
import { type Label, t } from "../../../language/text.ts";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { calledName } from "../../parts/sandbox-filters.ts";

interface StopOrStart {
  isPending: boolean;
  /** The possible change. Undefined while the sandbox starts, and after its end. */
  change?: {
    /** The action alone, and with the sandbox's name. */
    label: Label;
    namedLabel: string;
    Icon: LucideIcon;
    run: () => void;
  };
}

/** Stops a running sandbox or starts a stopped one. A message after a stop offers to undo it. */
export function useStopOrStart(sandbox: Sandbox): StopOrStart {
  const { id: boxId, status } = sandbox;
  const { mutate, isPending } = useSwitchSandbox();
  if (status !== "Running" && status !== "Stopped") return { isPending };
  const names = { name: calledName(sandbox) };
  const start = () => mutate({ boxId, to: "running" }, { onError: reportFailure("The sandbox could not be started") });
  const stop = () =>
    mutate(
      { boxId, to: "stopped" },
      {
        onSuccess: () => toast.success(t("Stopped {name}", names), { action: { label: t("Undo"), onClick: start } }),
        onError: reportFailure("The sandbox could not be stopped"),
      },
    );
  return {
    isPending,
    change:
      status === "Running"
        ? { label: "Stop", namedLabel: t("Stop {name}", names), Icon: CircleStop, run: stop }
        : { label: "Start", namedLabel: t("Start {name}", names), Icon: Play, run: start },
  };
}
