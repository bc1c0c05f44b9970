import { Check, KeyRound, Play, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { findWholeKey, useApiKeys, useCreateApiKey } from "../../../api/api-keys.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button, buttonClass } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";
import { curlSnippet } from "../../new-sandbox/snippets.ts";
import { maskedKey } from "../api-keys/api-key-name.ts";
import { reportKeyError } from "../api-keys/key-errors.ts";
import { FIRST_KEY_NAME } from "../api-keys/use-first-key.ts";

/** First steps of a team without sandboxes: start one, run a script, create a key. The curl command works as copied. */
export function GettingStarted({ onCreate }: { onCreate: () => void }) {
  const team = useTeam();
  const { data, isPending } = useApiKeys(team.id);
  const creation = useCreateApiKey(team.id);
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
        <Step title={t("Start a phone")} text={t("Ready in about a second. Shuts down automatically.")}>
          <Button kind="primary" onClick={onCreate}>
            <Plus className="size-4" aria-hidden="true" />
            {t("New Sandbox")}
          </Button>
        </Step>
        <Step
          title={t("Watch a script drive a phone")}
          text={t("The playground runs the script next to the live screen.")}
        >
          <Link to="/playground" className={buttonClass()}>
            <Play className="size-3.5 text-mute" aria-hidden="true" />
            {t("Open the playground")}
          </Link>
        </Step>
        <Step
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
            <Button
              onClick={() => creation.mutate({ name: FIRST_KEY_NAME }, { onError: reportKeyError.create })}
              isBusy={creation.isPending}
            >
              <KeyRound className="size-3.5 text-mute" aria-hidden="true" />
              {t("Create an API key")}
            </Button>
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
  title: string;
  text: string;
  children: ReactNode;
  below?: ReactNode;
}

function Step({ title, text, children, below }: StepProps) {
  return (
    <li className="grid grid-cols-1 gap-3 border-t border-line pt-5 first:border-0 first:pt-0">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <div className="min-w-0 flex-1 basis-60">
          <p className="font-medium text-text">{title}</p>
          <p className="mt-0.5 text-sm">{text}</p>
        </div>
        {children}
      </div>
      {below}
    </li>
  );
}
