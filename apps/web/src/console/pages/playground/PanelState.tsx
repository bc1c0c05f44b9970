import { CircleCheck, CircleOff, type LucideIcon, Smartphone, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import type { Place } from "./place.ts";
import type { RunFailure } from "./run-failure.ts";
import type { RunPhase } from "./run.ts";

export interface PanelStateProps {
  phase: RunPhase;
  failure: RunFailure | undefined;
  /** The sandbox of a stopped run. */
  leftSandboxId: string | undefined;
  /** The sandbox that the user has ended. */
  endedSandboxId: string | undefined;
  /** Asks the user whether to end a sandbox. */
  onEnd: (sandboxId: string) => void;
  /** Shows a position of the script. Undefined if the editor has another script. */
  onPlace: ((place: Place) => void) | undefined;
}

/** State of a run without a displayed screen: what has happened, and what to do next. */
export function PanelState({ phase, failure, leftSandboxId, endedSandboxId, onEnd, onPlace }: PanelStateProps) {
  if (leftSandboxId !== undefined)
    return (
      <State icon={Smartphone}>
        <p className="max-w-72 text-balance">
          {t("Run stopped. Its device keeps running until its lifetime ends or you end it.")}
        </p>
        <Button kind="danger" aria-label={t("End {id}", { id: leftSandboxId })} onClick={() => onEnd(leftSandboxId)}>
          {t("End device")}
        </Button>
      </State>
    );
  if (phase === "failed" && failure !== undefined)
    return (
      <State icon={TriangleAlert} title={t("The script failed")} isBad>
        <p className="max-h-48 w-full max-w-80 overflow-y-auto rounded-md bg-bad-soft px-3 py-2 text-left font-mono text-xs break-words whitespace-pre-wrap text-bad">
          {failure.reason}
        </p>
        <p className="max-w-72 text-balance">{t(failure.advice)}</p>
        <PlaceButton place={failure.place} onPlace={onPlace} />
      </State>
    );
  if (endedSandboxId !== undefined)
    return (
      <State icon={CircleOff} title={t("The sandbox has ended")}>
        <p className="max-w-72 text-balance">{t("Execute runs the script again, with a new sandbox.")}</p>
      </State>
    );
  if (phase === "completed")
    return (
      <State icon={CircleCheck} title={t("The script ended without a screen")}>
        <p className="max-w-72 text-balance">{t('To show one, print "gbox id: " and the id of a sandbox.')}</p>
      </State>
    );
  return (
    <State icon={Smartphone} isActive={phase === "executing"}>
      {t("Waiting for sandbox to start...")}
      <p className="max-w-72 text-xs text-balance text-faint">
        {phase === "executing"
          ? t('Its screen appears when the script prints "gbox id: " and its id.')
          : t("Execute the script to start a sandbox. Its screen appears here.")}
      </p>
    </State>
  );
}

/** Notice of a failed run above the screen of its sandbox. */
export function FailureStrip({ phase, failure, onPlace }: PanelStateProps) {
  if (phase !== "failed" || failure === undefined) return null;
  return (
    <output className="flex items-center gap-3 border-b border-line bg-bad-soft px-3.5 py-2 text-xs text-bad">
      <TriangleAlert className="size-4 shrink-0" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="line-clamp-3 font-mono break-words">{failure.reason}</span>
        {t(failure.advice)}
      </span>
      <PlaceButton place={failure.place} onPlace={onPlace} />
    </output>
  );
}

function PlaceButton({ place, onPlace }: { place: Place | undefined } & Pick<PanelStateProps, "onPlace">) {
  if (place === undefined || onPlace === undefined) return null;
  return <Button onClick={() => onPlace(place)}>{t("Go to line {line}", { line: place.line })}</Button>;
}

interface StateProps {
  icon: LucideIcon;
  title?: string;
  isBad?: boolean;
  /** Whether something is going on. */
  isActive?: boolean;
  children: ReactNode;
}

function State({ icon: Icon, title, isBad = false, isActive = false, children }: StateProps) {
  return (
    <div
      role={isBad ? "status" : undefined}
      className="flex flex-1 flex-col items-center justify-center gap-3 px-6 text-center text-sm text-mute"
    >
      <Icon
        className={cx("size-8", isBad ? "text-bad" : "text-faint", isActive && "animate-pulse")}
        strokeWidth={1.2}
        aria-hidden="true"
      />
      {title !== undefined && <h3 className={cx("font-medium", isBad ? "text-bad" : "text-text")}>{title}</h3>}
      {children}
    </div>
  );
}
