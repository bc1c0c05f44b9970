import { Play, Square } from "lucide-react";
import { Suspense, useCallback, useMemo, useRef, useState } from "react";
import { rich, t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Kbd } from "../../../ui/Badge.tsx";
import { Button } from "../../../ui/Button.tsx";
import { isApple } from "../../../ui/platform.ts";
import { toast } from "../../../ui/toast.ts";
import { lateView } from "../../../viewer/parts/late-view.tsx";
import { Page } from "../../layout/Page.tsx";
import { ApiKeyInput } from "./ApiKeyInput.tsx";
import { DevicePanel } from "./DevicePanel.tsx";
import { EditorPane } from "./EditorPane.tsx";
import { EndDeviceDialog } from "./EndDeviceDialog.tsx";
import { LogView } from "./LogView.tsx";
import type { Place } from "./place.ts";
import { QuotaDialog } from "./QuotaDialog.tsx";
import { useRun } from "./run.ts";
import { ScriptBar } from "./ScriptBar.tsx";
import { useApiKey } from "./use-api-key.ts";
import { useScripts } from "./use-scripts.ts";
import { keyPrefix } from "./with-api-key.ts";

const CodeEditor = lateView("CodeEditor", () => import("./CodeEditor.tsx"), { isLarge: true });

export function PlaygroundPage() {
  const { id } = useTeam();
  const { apiKey, setApiKey, isKnown, createKey, isCreating } = useApiKey(id);
  const scripts = useScripts();
  const [edition, setEdition] = useState(0);
  const run = useRun(id);
  const [endingId, setEndingId] = useState<string>();
  const goToRef = useRef<(place: Place) => void>(null);
  const showPlace = useCallback((place: Place) => goToRef.current?.(place), []);
  const { failure, script } = run;
  const onPlace = script?.id === scripts.id ? showPlace : undefined;
  const marked = useMemo(
    () =>
      failure?.place === undefined || script === undefined
        ? undefined
        : { reason: failure.reason, place: failure.place, code: script.code },
    [failure, script],
  );

  const execute = (code: string) => {
    if (!isKnown) return;
    if (apiKey.trim() === "") {
      toast.error(t("Please enter API Key"));
      return;
    }
    void run.execute(code, { prefix: keyPrefix(apiKey.trim()), id: scripts.id });
  };

  return (
    <Page title={t("PLAYGROUND")} documentTitle={t("Playground")}>
      <div className="grid flex-1 gap-3.5 xl:grid-cols-[minmax(0,1fr)_minmax(380px,440px)]">
        <div className="flex min-w-0 flex-col gap-3.5 xl:min-h-[calc(100dvh-84px)]">
          <div className="flex flex-wrap items-center gap-2">
            <ApiKeyInput value={apiKey} onChange={setApiKey} onCreate={createKey} isCreating={isCreating} />
            <Button
              kind="primary"
              className="min-w-33"
              onClick={() => execute(scripts.code)}
              isBusy={run.isExecuting}
              disabled={!isKnown}
            >
              {!run.isExecuting && <Play className="size-3.5" aria-hidden="true" />}
              {run.isExecuting ? t("Executing...") : t("Execute")}
            </Button>
            <Button onClick={run.stop} disabled={!run.isExecuting}>
              <Square className="size-3" fill="currentColor" aria-hidden="true" />
              {t("Stop")}
            </Button>
            {/*
             * On narrow screens the device panel is below the fold, so the button for a stopped run's sandbox is here.
             */}
            {run.leftSandboxId !== undefined && (
              <Button kind="quiet-danger" className="xl:hidden" onClick={() => setEndingId(run.leftSandboxId)}>
                {t("End device")}
              </Button>
            )}
          </div>
          <section
            aria-label={t("Script")}
            className="flex flex-col overflow-hidden rounded-[10px] border border-line bg-panel"
          >
            <ScriptBar scripts={scripts} onReplace={() => setEdition(edition + 1)} />
            <EditorPane>
              <Suspense
                fallback={<p className="p-3.5 font-mono text-xs text-[#949d92]">{t("Loading the editor...")}</p>}
              >
                <CodeEditor
                  key={edition}
                  initialValue={scripts.code}
                  onChange={scripts.change}
                  onRun={execute}
                  failure={marked}
                  goToRef={goToRef}
                  scriptId={scripts.id}
                />
              </Suspense>
            </EditorPane>
          </section>
          <EditorKeys />
          <LogView lines={run.lines} onPlace={onPlace} />
        </div>
        <DevicePanel
          sandboxId={run.sandboxId}
          leftSandboxId={run.leftSandboxId}
          endedSandboxId={run.endedSandboxId}
          phase={run.phase}
          failure={failure}
          onEnd={setEndingId}
          onPlace={onPlace}
        />
      </div>
      <EndDeviceDialog sandboxId={endingId} onClose={() => setEndingId(undefined)} onEnded={run.forgetSandbox} />
      <QuotaDialog
        isOpen={run.isQuotaReached}
        onClose={run.dismissQuota}
        onStop={run.stop}
        onRetry={() => execute(scripts.code)}
      />
    </Page>
  );
}

function EditorKeys() {
  return (
    <p className="-mt-1.5 flex flex-wrap items-center gap-x-4 gap-y-1 text-xs text-mute">
      <span className="flex items-center gap-1">
        {rich("{keys} to run", {
          keys: (
            <>
              <Kbd>{isApple ? "⌘" : "Ctrl"}</Kbd>
              <Kbd>Enter</Kbd>
            </>
          ),
        })}
      </span>
      <span className="flex items-center gap-1">
        {rich("{keys} to exit the editor", {
          keys: (
            <>
              <Kbd>Esc</Kbd>
              <Kbd>Tab</Kbd>
            </>
          ),
        })}
      </span>
    </p>
  );
}
