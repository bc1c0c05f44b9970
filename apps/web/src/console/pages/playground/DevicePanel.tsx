import { liveActionUrls } from "@terrarium/contract/proxy";
import { ArrowUpRight } from "lucide-react";
import { Link } from "react-router";
import { t } from "../../../language/text.ts";
import { Button, iconButtonClass } from "../../../ui/Button.tsx";
import { sandboxPath } from "../../parts/links.ts";
import { FailureStrip, PanelState, type PanelStateProps } from "./PanelState.tsx";

export interface DevicePanelProps extends PanelStateProps {
  /** The sandbox with the displayed screen. */
  sandboxId: string | undefined;
}

/**
 * Live screen of the script's sandbox, once its id is known, or the state of the run. After the run, a button that ends
 * the sandbox.
 */
export function DevicePanel({ sandboxId, ...state }: DevicePanelProps) {
  const { phase, leftSandboxId, endedSandboxId, onEnd } = state;
  const namedId = sandboxId ?? leftSandboxId ?? endedSandboxId;
  const url = sandboxId === undefined ? undefined : liveActionUrls(window.location.origin, sandboxId).screen;
  return (
    <section
      aria-label={t("Device")}
      className="flex min-h-160 flex-col overflow-hidden rounded-[10px] border border-line bg-panel xl:sticky xl:top-17 xl:h-[calc(100dvh-84px)] xl:min-h-0"
    >
      <header className="flex h-9 shrink-0 items-center gap-2 border-b border-line bg-bg pr-1.5 pl-3.5">
        <h2 className="label-caps text-faint">{t("Device")}</h2>
        <span className="flex min-w-0 flex-1">
          {namedId !== undefined && (
            <Link
              to={sandboxPath(namedId)}
              title={t("Open {id}", { id: namedId })}
              className="truncate rounded-sm font-mono text-xs text-mute underline decoration-line2 underline-offset-2 hover:text-text hover:decoration-accent"
            >
              {namedId}
            </Link>
          )}
        </span>
        {sandboxId !== undefined && phase !== "executing" && (
          <Button
            kind="quiet-danger"
            className="h-7! px-2!"
            aria-label={t("End {id}", { id: sandboxId })}
            onClick={() => onEnd(sandboxId)}
          >
            {t("End device")}
          </Button>
        )}
        {url !== undefined && (
          <a
            href={url}
            target="_blank"
            rel="noopener"
            aria-label={t("Open the screen in a new tab")}
            title={t("Open the screen in a new tab")}
            className={iconButtonClass("size-7!")}
          >
            <ArrowUpRight className="size-4" aria-hidden="true" />
          </a>
        )}
      </header>
      {url === undefined ? (
        <PanelState {...state} />
      ) : (
        <>
          <FailureStrip {...state} />
          {/* oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, of this origin, with this session */}
          <iframe
            key={url}
            src={url}
            title={t("Live screen of {id}", { id: sandboxId ?? "" })}
            className="w-full flex-1"
            allow="clipboard-read; clipboard-write; fullscreen"
          />
        </>
      )}
    </section>
  );
}
