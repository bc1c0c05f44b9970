import { FolderClosed, Smartphone, SquareTerminal } from "lucide-react";
import { t } from "../language/text.ts";
import { cx } from "../ui/cx.ts";
import { LogoMark } from "../ui/Logo.tsx";
import { fragmentOf, type ViewerAddress } from "./parts/address.ts";

const TABS = [
  { action: "stream", label: "Screen", Icon: Smartphone },
  { action: "shell", label: "Shell", Icon: SquareTerminal },
  { action: "list-files", label: "Files", Icon: FolderClosed },
] as const;

/** One slim bar: where one is, and the three ways to look at a device. */
export function TopBar({ address }: { address: ViewerAddress }) {
  const { link } = address;
  const tabs = link?.rights === "view" ? TABS.filter(({ action }) => action === "stream") : TABS;
  return (
    <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-panel px-3 sm:px-4">
      {link ? (
        <LogoMark />
      ) : (
        <a href="/sandboxes" aria-label={t("Terrarium: your sandboxes")} className="rounded-md">
          <LogoMark />
        </a>
      )}
      <h1 title={address.sandboxId} className="hidden min-w-0 truncate font-mono text-xs text-mute sm:block">
        {address.sandboxId}
      </h1>
      <nav aria-label={t("Views of the device")} className="ml-auto flex h-full gap-1 max-sm:mx-auto">
        {tabs.map(({ action, label, Icon }) => {
          const isCurrent = address.action === action;
          return (
            <a
              key={action}
              href={fragmentOf(action)}
              aria-current={isCurrent ? "page" : undefined}
              className={cx(
                "flex h-full items-center gap-2 border-y-[1.5px] border-t-transparent px-3 text-sm font-medium transition-colors",
                isCurrent ? "border-b-accent text-text" : "border-b-transparent text-mute hover:text-text",
              )}
            >
              <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
              {t(label)}
            </a>
          );
        })}
      </nav>
    </header>
  );
}
