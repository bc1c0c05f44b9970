import { liveActionUrls } from "@terrarium/contract/proxy";
import type { Sandbox } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { EllipsisVertical, FolderUp, type LucideIcon, MonitorPlay, SquareTerminal, Trash2 } from "lucide-react";
import { useRef } from "react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Menu, MenuItem, MenuLink, MenuSeparator } from "../../../ui/Menu.tsx";
import { Spinner } from "../../../ui/Spinner.tsx";
import { calledName } from "../../parts/sandbox-filters.ts";
import { useStopOrStart } from "./use-stop-or-start.ts";

export interface SandboxMenuProps {
  sandbox: Sandbox;
  onDelete: () => void;
  className?: string;
}

/** Menu of a sandbox's actions: live actions in new tabs while it runs, stop or start, and delete. */
export function SandboxMenu({ sandbox, onDelete, className }: SandboxMenuProps) {
  const trigger = useRef<HTMLButtonElement>(null);
  const { change, isPending } = useStopOrStart(sandbox);
  const urls = liveActionUrls(window.location.origin, sandbox.id, sandbox.kind);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton
          ref={trigger}
          label={t("Actions for {name}", { name: calledName(sandbox) })}
          className={className}
          aria-busy={isPending}
        >
          {isPending ? <Spinner /> : <EllipsisVertical className="size-4" aria-hidden="true" />}
        </IconButton>
      }
    >
      {sandbox.status === "Running" && (
        <>
          <MenuLink href={urls.shell}>
            <EntryIcon of={SquareTerminal} />
            {t("Shell")}
          </MenuLink>
          <MenuLink href={urls.files}>
            <EntryIcon of={FolderUp} />
            {t("List/Upload Files")}
          </MenuLink>
          {hasScreen(sandbox.kind) && (
            <MenuLink href={urls.screen}>
              <EntryIcon of={MonitorPlay} />
              {t("Screen Live")}
            </MenuLink>
          )}
          <MenuSeparator />
        </>
      )}
      {change !== undefined && (
        <MenuItem disabled={isPending} onSelect={change.run}>
          <EntryIcon of={change.Icon} />
          {t(change.label)}
        </MenuItem>
      )}
      <MenuItem
        isDestructive
        onSelect={() => {
          // The dialog returns the focus to this button, because its menu entry is gone by then.
          trigger.current?.focus();
          onDelete();
        }}
      >
        <Trash2 className="size-4" strokeWidth={1.7} aria-hidden="true" />
        {t("Delete")}
      </MenuItem>
    </Menu>
  );
}

function EntryIcon({ of: Icon }: { of: LucideIcon }) {
  return <Icon className="size-4 text-mute" strokeWidth={1.7} aria-hidden="true" />;
}
