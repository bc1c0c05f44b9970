import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { boxTypeOf } from "@terrarium/contract/sandbox-kind";
import { Archive, EllipsisVertical, type LucideIcon, Pencil, Share2, Trash2 } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button, IconButton } from "../../../ui/Button.tsx";
import { Menu, MenuItem } from "../../../ui/Menu.tsx";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import { calledName } from "../../parts/sandbox-filters.ts";
import { useStopOrStart } from "../sandboxes/use-stop-or-start.ts";

/** Widths with space for three actions, and for all. */
const WIDE = "(min-width: 88rem)";
const WIDEST = "(min-width: 100rem)";

export type DialogName = "delete" | "keep" | "rename" | "share";

interface Action {
  text: string;
  /** Description for screen readers, if the text alone is not enough. */
  label?: string;
  Icon: LucideIcon;
  isBusy?: boolean;
  isDestructive?: boolean;
  run: () => void;
}

/** Returns whether a sandbox's files can be saved. Phones have no snapshots. */
export const canBeKept = (sandbox: SandboxDetails): boolean =>
  sandbox.endedAt === null && boxTypeOf(sandbox) === "linux";

interface SandboxActionsProps {
  sandbox: SandboxDetails;
  onDialog: (dialog: DialogName) => void;
}

/** The actions on a sandbox: as many buttons as fit, and a menu with the others. */
export function SandboxActions({ sandbox, onDialog }: SandboxActionsProps) {
  const actions = useActions(sandbox, onDialog);
  const isNarrow = useMedia(NARROW);
  const isWide = useMedia(WIDE);
  const isWidest = useMedia(WIDEST);
  const room = isWidest ? actions.length : isWide ? 3 : isNarrow ? 1 : 2;
  // A menu with a single entry takes as much space as the entry.
  const fitting = actions.length - room <= 1 ? actions.length : room;
  return (
    <span className="flex max-sm:ml-auto">
      {actions.slice(0, fitting).map((action) => (
        <ActionButton key={action.text} {...action} />
      ))}
      {fitting < actions.length && (
        <Menu
          align="end"
          trigger={
            <IconButton label={t("More actions")}>
              <EllipsisVertical className="size-4" strokeWidth={1.7} aria-hidden="true" />
            </IconButton>
          }
        >
          {actions.slice(fitting).map(({ text, Icon, isDestructive = false, run }) => (
            <MenuItem key={text} isDestructive={isDestructive} onSelect={run}>
              <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />
              {text}
            </MenuItem>
          ))}
        </Menu>
      )}
    </span>
  );
}

function useActions(sandbox: SandboxDetails, onDialog: (dialog: DialogName) => void): Action[] {
  const { change, isPending } = useStopOrStart(sandbox);
  const isRunning = sandbox.status === "Running";
  const isKept = canBeKept(sandbox) && (isRunning || sandbox.status === "Stopped");
  const share: Action = { text: t("Share"), Icon: Share2, run: () => onDialog("share") };
  const keep: Action = { text: t("Save snapshot"), Icon: Archive, run: () => onDialog("keep") };
  return [
    ...(change === undefined
      ? []
      : [{ ...change, text: t(change.label), label: change.namedLabel, isBusy: isPending }]),
    ...(isRunning ? [share] : []),
    ...(isKept ? [keep] : []),
    { text: t("Rename"), Icon: Pencil, run: () => onDialog("rename") },
    {
      text: t("Delete"),
      label: t("Delete {name}", { name: calledName(sandbox) }),
      Icon: Trash2,
      isDestructive: true,
      run: () => onDialog("delete"),
    },
  ];
}

function ActionButton({ text, label, Icon, isBusy = false, isDestructive = false, run }: Action) {
  return (
    <Button
      kind={isDestructive ? "quiet-danger" : "quiet"}
      className="gap-1.5! px-2!"
      aria-label={label}
      title={label}
      isBusy={isBusy}
      onClick={run}
    >
      {!isBusy && <Icon className="size-4" strokeWidth={1.7} aria-hidden="true" />}
      {text}
    </Button>
  );
}
