import { Play, Square } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Kbd } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { isApple } from "../../../ui/platform.ts";
import { toast } from "../../../ui/toast.ts";
import { Page } from "../../layout/Page.tsx";
import { ApiKeyInput } from "./ApiKeyInput.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import { LogView } from "./LogView.tsx";
import { QuotaDialog } from "./QuotaDialog.tsx";
import { SAMPLE_SCRIPT } from "./sample-script.ts";
import { useApiKey } from "./use-api-key.ts";
import { useRun } from "./use-run.ts";
import { useScript } from "./use-script.ts";
import { withApiKey } from "./with-api-key.ts";

const CodeEditor = lazy(async () => ({ default: (await import("./CodeEditor.tsx")).CodeEditor }));

export function PlaygroundPage() {
  const { id } = useTeam();
  const { apiKey, setApiKey, createKey, isCreating } = useApiKey(id);
  const [script, setScript] = useScript(SAMPLE_SCRIPT);
  const [edition, setEdition] = useState(0);
  const [isQuotaReached, setIsQuotaReached] = useState(false);
  const { isExecuting, lines, sandboxId, execute, stop } = useRun(() => setIsQuotaReached(true));

  const resetScript = () => {
    setScript(SAMPLE_SCRIPT);
    setEdition(edition + 1);
  };
  const run = () => {
    if (apiKey.trim() === "") toast.error(t("Please enter API Key"));
    else void execute(withApiKey(apiKey.trim(), script));
  };

  return (
    <Page title={t("PLAYGROUND")} documentTitle={t("Playground")}>
      <div className="grid flex-1 gap-3.5 xl:grid-cols-[minmax(0,1fr)_minmax(380px,440px)]">
        <div className="flex min-w-0 flex-col gap-3.5">
          <div className="flex flex-wrap items-center gap-2">
            <ApiKeyInput value={apiKey} onChange={setApiKey} onCreate={createKey} isCreating={isCreating} />
            <Button kind="primary" className="min-w-33" onClick={run} isBusy={isExecuting}>
              {!isExecuting && <Play className="size-3.5" aria-hidden="true" />}
              {isExecuting ? t("Executing...") : t("Execute")}
            </Button>
            <Button onClick={stop} disabled={!isExecuting}>
              <Square className="size-3" fill="currentColor" aria-hidden="true" />
              {t("Stop")}
            </Button>
          </div>
          <section aria-label={t("Script")} className="overflow-hidden rounded-[10px] border border-line bg-[#111411]">
            <div className="h-75">
              <Suspense
                fallback={<p className="p-3.5 font-mono text-xs text-[#949d92]">{t("Loading the editor...")}</p>}
              >
                <CodeEditor key={edition} initialValue={script} onChange={setScript} onRun={run} />
              </Suspense>
            </div>
          </section>
          <p className="-mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-mute">
            <span className="flex items-center gap-1">
              {rich("{keys} executes", {
                keys: (
                  <>
                    <Kbd>{isApple ? "⌘" : "Ctrl"}</Kbd>
                    <Kbd>Enter</Kbd>
                  </>
                ),
              })}
            </span>
            <span className="flex items-center gap-1">
              {rich("{keys} leaves the editor", {
                keys: (
                  <>
                    <Kbd>Esc</Kbd>
                    <Kbd>Tab</Kbd>
                  </>
                ),
              })}
            </span>
            {script !== SAMPLE_SCRIPT && (
              <button
                type="button"
                className="underline decoration-line2 underline-offset-4 hover:text-text"
                onClick={resetScript}
              >
                {t("Back to the sample script")}
              </button>
            )}
          </p>
          <LogView lines={lines} />
        </div>
        <DevicePanel sandboxId={sandboxId} />
      </div>
      <QuotaDialog isOpen={isQuotaReached} onClose={() => setIsQuotaReached(false)} onStop={stop} onRetry={run} />
    </Page>
  );
}
