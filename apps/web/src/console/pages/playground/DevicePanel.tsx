import { liveActionUrls } from "@terrarium/contract/proxy";
import { ArrowUpRight, Smartphone } from "lucide-react";
import { Link } from "react-router";
import { t } from "../../../language/text.ts";
import { Button, iconButtonClass } from "../../../ui/Button.tsx";
import { sandboxPath } from "../../parts/links.ts";

export interface DevicePanelProps {
  /** The sandbox with the displayed screen. */
  sandboxId: string | undefined;
  /** The sandbox of a stopped run. */
  leftSandboxId: string | undefined;
  isExecuting: boolean;
  /** Asks the user whether to end a sandbox. */
  onEnd: (sandboxId: string) => void;
}

/** Live screen of the script's sandbox, once its id is known. After the run, a button that ends the sandbox. */
export function DevicePanel({ sandboxId, leftSandboxId, isExecuting, onEnd }: DevicePanelProps) {
  const namedId = sandboxId ?? leftSandboxId;
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
        {sandboxId !== undefined && !isExecuting && (
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
      {url !== undefined ? (
        // oxlint-disable-next-line react/iframe-missing-sandbox -- our own page, of this origin, with this session
        <iframe
          key={url}
          src={url}
          title={t("Live screen of {id}", { id: sandboxId ?? "" })}
          className="w-full flex-1"
          allow="clipboard-read; clipboard-write; fullscreen"
        />
      ) : (
        <div className="flex flex-1 flex-col items-center justify-center gap-3 px-6 text-center text-sm text-mute">
          <Smartphone className="size-8 text-faint" strokeWidth={1.2} aria-hidden="true" />
          {leftSandboxId === undefined ? (
            t("Waiting for sandbox to start...")
          ) : (
            <>
              <p className="max-w-72 text-balance">
                {t("Run stopped. Its device keeps running until its lifetime ends or you end it.")}
              </p>
              <Button
                kind="danger"
                aria-label={t("End {id}", { id: leftSandboxId })}
                onClick={() => onEnd(leftSandboxId)}
              >
                {t("End device")}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}
