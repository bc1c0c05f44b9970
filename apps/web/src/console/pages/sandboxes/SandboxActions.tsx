import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { FolderUp, type LucideIcon, MonitorPlay, SquareTerminal, Trash2 } from "lucide-react";
import { t } from "../../../language/text.ts";
import { IconButton, iconButtonClass } from "../../../ui/Button.tsx";
import { calledName } from "../../parts/sandbox-filters.ts";
import { StopOrStart } from "./StopOrStart.tsx";

/** Actions of a sandbox: live actions in new tabs while it runs, stop or start, and delete. */
export function SandboxActions({ sandbox, onDelete }: { sandbox: Sandbox; onDelete: () => void }) {
  const urls = liveActionUrls(window.location.origin, sandbox.id, sandbox.kind);
  return (
    <span className="-ml-2 flex items-center">
      {sandbox.status === "Running" && (
        <>
          <LiveAction href={urls.shell} label={t("Shell")} icon={SquareTerminal} />
          <LiveAction href={urls.files} label={t("List/Upload Files")} icon={FolderUp} />
          {hasScreen(sandbox.kind) && <LiveAction href={urls.screen} label={t("Screen Live")} icon={MonitorPlay} />}
        </>
      )}
      <StopOrStart sandbox={sandbox} />
      <IconButton
        label={t("Delete {name}", { name: calledName(sandbox) })}
        className="text-bad! hover:bg-bad-soft!"
        onClick={onDelete}
      >
        <Trash2 className="size-4" strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    </span>
  );
}

function LiveAction({ href, label, icon: Icon }: { href: string; label: string; icon: LucideIcon }) {
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={label} title={label} className={iconButtonClass()}>
      <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />
    </a>
  );
}
