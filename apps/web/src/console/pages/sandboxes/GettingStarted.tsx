import { Check, Play, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { findWholeKey, useApiKeys } from "../../../api/api-keys.ts";
import { useFirstSteps } from "../../../api/first-steps.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";
import { curlSnippet } from "../../new-sandbox/snippets.ts";
import { maskedKey } from "../api-keys/api-key-name.ts";
import { CreateKeyButton } from "../api-keys/CreateKeyButton.tsx";
import { StepMark } from "./FirstSteps.tsx";

export interface GettingStartedProps {
  /** Starts a phone. */
  onStart: () => void;
  isStarting: boolean;
  /** Asks for the kind of sandbox. */
  onCreate: () => void;
}

/** First steps of a team without sandboxes: start one, run a script, create a key. The curl command works as copied. */
export function GettingStarted({ onStart, isStarting, onCreate }: GettingStartedProps) {
  const team = useTeam();
  const { data, isPending } = useApiKeys(team.id);
  const { data: steps } = useFirstSteps(team.id);
  const key = findWholeKey(data)?.key;
  const command = (apiKey: string) =>
    `export TERRARIUM_API_KEY=${apiKey}\n${curlSnippet(window.location.origin, { expiresIn: "30m" })}`;
  return (
    <div className="mt-8 flex w-full max-w-3xl items-center gap-12 text-left">
      <img
        src="/phone.webp"
        alt=""
        width={432}
        height={768}
        className="w-44 shrink-0 rounded-[22px] border-4 border-[#050605] ring-1 ring-line2 max-lg:hidden"
      />
      <ol className="grid min-w-0 flex-1 grid-cols-1 gap-5">
        <Step
          isDone={steps?.sandbox}
          title={t("Start a phone")}
          text={t("Ready in about a second. Shuts down automatically.")}
        >
          <Button onClick={onCreate}>{t("More kinds…")}</Button>
          <Button kind="primary" onClick={onStart} isBusy={isStarting}>
            {!isStarting && <Plus className="size-4" aria-hidden="true" />}
            {t("Start a phone")}
          </Button>
        </Step>
        <Step
          isDone={steps?.script}
          title={t("Watch a script drive a phone")}
          text={t("The playground runs the script next to the live screen.")}
        >
          <Link to="/playground" className={buttonClass()}>
            <Play className="size-3.5 text-mute" aria-hidden="true" />
            {t("Open the playground")}
          </Link>
        </Step>
        <Step
          isDone={steps?.program}
          title={t("Start a phone from your code")}
          text={t("Requires an API key of this team.")}
          below={
            key === undefined ? undefined : (
              <Snippet label={t("the curl command")} code={command(maskedKey(key))} copied={command(key)} />
            )
          }
        >
          {isPending ? (
            <Skeleton className="h-8 w-40" />
          ) : data !== undefined && key === undefined ? (
            <CreateKeyButton organizationId={team.id} />
          ) : (
            <Link to="/api-keys" className={buttonClass()}>
              {key !== undefined && <Check className="size-3.5 text-accent" aria-hidden="true" />}
              {t("API Keys")}
            </Link>
          )}
        </Step>
      </ol>
    </div>
  );
}

interface StepProps {
  /** Undefined while loading. */
  isDone: boolean | undefined;
  title: string;
  text: string;
  children: ReactNode;
  below?: ReactNode;
}

function Step({ isDone = false, title, text, children, below }: StepProps) {
  return (
    <li className="grid grid-cols-1 gap-3 border-t border-line pt-5 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <StepMark isDone={isDone} />
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium text-text">{title}</p>
          <p className="mt-0.5 text-sm">{text}</p>
        </div>
        <span className="flex flex-wrap gap-2">{children}</span>
      </div>
      {below}
    </li>
  );
}
