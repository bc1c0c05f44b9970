import type { BoxPort } from "@terrarium/contract/box-ports";
import { ExternalLink } from "lucide-react";
import { messageOf } from "../../../../api/api-error.ts";
import { useBoxPorts, usePortUrl, useSetVisibility } from "../../../../api/box-ports.ts";
import { t } from "../../../../language/text.ts";
import { Button } from "../../../../ui/Button.tsx";
import { Skeleton } from "../../../../ui/Skeleton.tsx";
import { Switch } from "../../../../ui/Switch.tsx";
import { useIsShown } from "../../../../viewer/parts/shown.ts";
import { DOCS_PATH } from "../../../parts/links.ts";
import { reportFailure } from "../../../parts/report-failure.ts";

/** The ports on which programs of a sandbox listen. Each opens in a new tab, and can be made public. */
export function Ports({ sandboxId }: { sandboxId: string }) {
  const isShown = useIsShown();
  const { data: ports, error } = useBoxPorts(sandboxId, isShown);
  return (
    <section className="mt-6 max-w-xl">
      <h3 className="mb-1.5 text-sm font-medium">{t("Ports")}</h3>
      {ports === undefined && error === null && <Skeleton className="h-10 w-full" />}
      {ports === undefined && error !== null && <p className="text-sm text-bad">{messageOf(error)}</p>}
      {ports?.length === 0 && <p className="text-sm text-mute">{t("Servers that run in the sandbox appear here.")}</p>}
      {ports !== undefined && ports.length > 0 && (
        <ul className="rounded-[10px] border border-line text-sm">
          {ports.map((port) => (
            <Port key={port.port} sandboxId={sandboxId} port={port} />
          ))}
        </ul>
      )}
      <p className="mt-2 text-xs text-mute">
        <a
          href={`${DOCS_PATH}guide/ports.html`}
          target="_blank"
          rel="noreferrer"
          className="underline underline-offset-2"
        >
          {t("Documentation of {client}", { client: t("Ports") })}
        </a>
      </p>
    </section>
  );
}

function Port({ sandboxId, port: { port, listening, visibility, url } }: { sandboxId: string; port: BoxPort }) {
  const address = usePortUrl(sandboxId);
  const change = useSetVisibility(sandboxId);
  const isPublic = visibility === "public";
  const open = () => {
    // Opened at once, because browsers block windows that open after a response.
    const tab = window.open("about:blank", "_blank");
    // The page is not ours, and must not reach this one.
    if (tab) tab.opener = null;
    address.mutate(port, {
      onSuccess: (href) => tab?.location.replace(href),
      onError: (error) => {
        tab?.close();
        reportFailure("The port could not be opened")(error);
      },
    });
  };
  return (
    <li className="flex min-h-11 items-center gap-3 border-b border-line py-1.5 pr-2 pl-3.5 last:border-0">
      <span className="min-w-0 flex-1 truncate">
        <span className="font-mono tabular-nums">{port}</span>
        <span className="ml-2 text-mute">
          {!listening ? t("No program listens") : isPublic ? t("Public: anyone can open it") : t("Private")}
        </span>
      </span>
      <Switch
        label={t("Port {port} is public", { port })}
        isOn={isPublic}
        disabled={change.isPending}
        onChange={(isOn) =>
          change.mutate(
            { port, visibility: isOn ? "public" : "private" },
            { onError: reportFailure("The port could not be changed") },
          )
        }
      />
      <Button
        aria-label={t("Open port {port}", { port })}
        title={url === null && !isPublic ? t("The server has no domain for ports.") : undefined}
        disabled={!listening || (url === null && !isPublic)}
        isBusy={address.isPending}
        onClick={open}
      >
        <ExternalLink className="size-3.5" aria-hidden="true" />
        {t("Open")}
      </Button>
    </li>
  );
}
