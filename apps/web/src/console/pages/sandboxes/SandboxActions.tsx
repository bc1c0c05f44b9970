import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { MonitorPlay, SquareTerminal } from "lucide-react";
import { t } from "../../../language/text.ts";
import { iconButtonClass } from "../../../ui/Button.tsx";
import { SandboxMenu, type SandboxMenuProps } from "./SandboxMenu.tsx";

/** The main action of a running sandbox, and the menu of all its actions. */
export function SandboxActions({ sandbox, onDelete }: SandboxMenuProps) {
  return (
    <span className="-ml-2 flex items-center">
      {sandbox.status === "Running" ? <MainAction sandbox={sandbox} /> : <span className="size-8" />}
      <SandboxMenu sandbox={sandbox} onDelete={onDelete} />
    </span>
  );
}

/** Opens the screen in a new tab, or the shell of a sandbox without a screen. */
function MainAction({ sandbox: { id, kind } }: { sandbox: Sandbox }) {
  const urls = liveActionUrls(window.location.origin, id, kind);
  const [href, label, Icon] = hasScreen(kind)
    ? [urls.screen, t("Screen Live"), MonitorPlay]
    : [urls.shell, t("Shell"), SquareTerminal];
  return (
    <a href={href} target="_blank" rel="noopener" aria-label={label} title={label} className={iconButtonClass()}>
      <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />
    </a>
  );
}
