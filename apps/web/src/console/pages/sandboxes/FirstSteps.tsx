import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { areAllDone, useFirstSteps } from "../../../api/first-steps.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { useDismissedSteps } from "./use-dismissed-steps.ts";

/** A team's first steps as the server has observed them. Disappears once all are done, or when it is dismissed. */
export function FirstSteps({ onStart }: { onStart: () => void }) {
  const team = useTeam();
  const [isDismissed, dismiss] = useDismissedSteps(team.id);
  if (isDismissed) return null;
  return <Checklist organizationId={team.id} onStart={onStart} onDismiss={dismiss} />;
}

interface ChecklistProps {
  organizationId: string;
  onStart: () => void;
  onDismiss: () => void;
}

const LINK = "underline decoration-line2 underline-offset-4 hover:decoration-accent";

function Checklist({ organizationId, onStart, onDismiss }: ChecklistProps) {
  const { data } = useFirstSteps(organizationId);
  if (data === undefined || areAllDone(data)) return null;
  return (
    <section
      aria-label={t("First steps")}
      className="flex items-center gap-x-6 gap-y-1 rounded-[10px] border border-line bg-panel py-1.5 pr-1.5 pl-4"
    >
      <h2 className="text-sm font-medium max-sm:sr-only">{t("First steps")}</h2>
      <ul className="flex min-w-0 flex-1 flex-wrap gap-x-6 gap-y-1.5 text-sm">
        <Step isDone={data.sandbox} name={t("Start a phone")}>
          <button type="button" className={LINK} onClick={onStart}>
            {t("Start a phone")}
          </button>
        </Step>
        <Step isDone={data.script} name={t("Run a script")}>
          <Link to="/playground" className={LINK}>
            {t("Run a script")}
          </Link>
        </Step>
        <Step isDone={data.program} name={t("Connect an agent")}>
          <a href="/docs/guide/mcp" target="_blank" rel="noreferrer" className={LINK}>
            {t("Connect an agent")}
          </a>
        </Step>
      </ul>
      <IconButton label={t("Dismiss the first steps")} onClick={onDismiss}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
    </section>
  );
}

interface StepProps {
  isDone: boolean;
  name: string;
  /** The way to do it. */
  children: ReactNode;
}

const Step = ({ isDone, name, children }: StepProps) => (
  <li className="flex items-center gap-2">
    <StepMark isDone={isDone} />
    {isDone ? <span className="text-mute">{name}</span> : children}
  </li>
);

/** A circle with a check mark if a step is done. */
export const StepMark = ({ isDone }: { isDone: boolean }) => (
  <span
    className={cx(
      "grid size-4.5 shrink-0 place-items-center rounded-full border",
      isDone ? "border-accent bg-accent text-accent-ink" : "border-line2",
    )}
  >
    <span className="sr-only">{isDone ? t("Completed") : t("Not done yet")}</span>
    {isDone && <Check className="size-3" strokeWidth={3} aria-hidden="true" />}
  </span>
);
