import { firstFilesPath } from "@terrarium/contract/proxy";
import { hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { FolderClosed, SquareTerminal } from "lucide-react";
import { t } from "../language/text.ts";
import { Chip } from "../ui/Badge.tsx";
import { cx } from "../ui/cx.ts";
import { LogoMark } from "../ui/Logo.tsx";
import { fragmentOf, type ViewerAction, type ViewerAddress } from "./parts/address.ts";
import { Countdown } from "./parts/Countdown.tsx";
import { screenIcon } from "./parts/screen-icon.ts";

const tabsOf = (kind: SandboxKind | undefined, address: ViewerAddress) => {
  const tabs = [
    { action: "stream", right: "view", label: "Screen", Icon: screenIcon(kind), path: undefined },
    { action: "shell", right: "shell", label: "Shell", Icon: SquareTerminal, path: undefined },
    { action: "list-files", right: "files", label: "Files", Icon: FolderClosed, path: kind && firstFilesPath(kind) },
  ] as const;
  const rights = address.link?.rights;
  return tabs.filter(
    ({ action, right }) => (action !== "stream" || hasScreen(kind)) && (rights?.includes(right) ?? true),
  );
};

export interface TopBarProps {
  address: ViewerAddress;
  /** The displayed view, which the address may omit. */
  action: ViewerAction;
  kind: SandboxKind | undefined;
  /** Whether the request for the kind is pending. Until then there are no links. */
  isKindAsked: boolean;
  sandbox: ShownSandbox;
}

/** What the bar shows of a sandbox, once known. */
export interface ShownSandbox {
  name: string | undefined;
  /** Undefined if it does not run. */
  endsAt: string | undefined;
}

/** A slim bar with the sandbox's name, its time left, and links to the views of the device. */
export function TopBar({ address, action: shown, kind, isKindAsked, sandbox }: TopBarProps) {
  const { link } = address;
  const tabs = isKindAsked ? [] : tabsOf(kind, address);
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b border-line bg-panel px-3 sm:gap-3 sm:px-4">
      {link ? (
        <LogoMark />
      ) : (
        <a href="/sandboxes" aria-label={t("Terrarium: your sandboxes")} className="rounded-md">
          <LogoMark />
        </a>
      )}
      <h1 title={address.sandboxId} className="min-w-0 truncate font-mono text-xs text-mute">
        <bdi>{sandbox.name ?? address.sandboxId}</bdi>
      </h1>
      {link !== undefined && !link.rights.some((right) => right !== "view") && <Chip>{t("View only")}</Chip>}
      {sandbox.endsAt !== undefined && <Countdown to={sandbox.endsAt} />}
      <nav aria-label={t("Views of the device")} className="ml-auto flex h-full shrink-0 sm:gap-1">
        {tabs.map(({ action, label, Icon, path }) => {
          const isCurrent = shown === action;
          return (
            <a
              key={action}
              href={fragmentOf(action, path)}
              aria-current={isCurrent ? "page" : undefined}
              className={cx(
                "flex h-full items-center gap-2 border-y-[1.5px] border-t-transparent px-2 text-sm font-medium transition-colors sm:px-3",
                isCurrent ? "border-b-accent text-text" : "border-b-transparent text-mute hover:text-text",
              )}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" className="max-sm:hidden" />
              {t(label)}
            </a>
          );
        })}
      </nav>
    </header>
  );
}
