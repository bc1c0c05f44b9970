import { MAX_SCRIPT_CHARS } from "@terrarium/contract/limits";
import { ChevronDown, FilePlus2, RotateCcw } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { Menu, MenuCheckItem, MenuGroup, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { NameDialog } from "../../parts/NameDialog.tsx";
import { SAMPLES } from "./samples.ts";
import { isFull, SCRIPT_NAME_MAX_CHARS, scriptNameProblem } from "./scripts.ts";
import type { ScriptProblem, Scripts } from "./use-scripts.ts";

type OpenDialog = "save-as" | "rename" | "delete" | "discard";

function problemText(problem: ScriptProblem): string {
  switch (problem) {
    case "too-long":
      return t("Not saved: a script has at most {max} characters", { max: MAX_SCRIPT_CHARS });
    case "no-room":
      return t("Not saved: this browser's storage is full");
    case "removed":
      return t("Deleted in another tab: the next change saves it again");
  }
}

export interface ScriptBarProps {
  scripts: Scripts;
  /** Runs when the editor's text is to be replaced. */
  onReplace: () => void;
}

/** Shows the script in the editor, with commands to choose another, save, rename and delete. */
export function ScriptBar({ scripts, onReplace }: ScriptBarProps) {
  const { current, sample, problem, isSampleChanged } = scripts;
  const [dialog, setDialog] = useState<OpenDialog>();
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  const choose = (id: string) => {
    scripts.open(id);
    onReplace();
  };
  return (
    <header className="flex h-9 shrink-0 items-center gap-1 border-b border-line bg-bg pr-1.5 pl-1">
      <Menu
        align="start"
        className="max-w-80"
        trigger={
          <Button ref={trigger} kind="quiet" className="h-7! min-w-0 shrink! px-2.5!">
            <span className="sr-only">{t("Script")}</span>
            <span className="truncate text-text">{current?.name ?? t(sample.label)}</span>
            <ChevronDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
          </Button>
        }
      >
        <MenuGroup label={t("Samples")}>
          {SAMPLES.map(({ id, label }) => (
            <MenuCheckItem key={id} checked={id === scripts.id} onSelect={() => choose(id)}>
              {t(label)}
            </MenuCheckItem>
          ))}
        </MenuGroup>
        {scripts.scripts.length > 0 && (
          <MenuGroup label={t("Scripts")}>
            {scripts.scripts.map(({ id, name }) => (
              <MenuCheckItem key={id} checked={id === scripts.id} onSelect={() => choose(id)}>
                <span className="truncate">{name}</span>
              </MenuCheckItem>
            ))}
          </MenuGroup>
        )}
        {current !== undefined && (
          <>
            <MenuSeparator />
            <MenuItem onSelect={() => setDialog("rename")}>{t("Rename...")}</MenuItem>
            <MenuItem isDestructive onSelect={() => setDialog("delete")}>
              {t("Delete...")}
            </MenuItem>
          </>
        )}
      </Menu>
      <output className={problem === undefined ? "truncate text-xs text-faint max-sm:hidden" : "text-xs text-bad"}>
        {problem !== undefined
          ? problemText(problem)
          : current !== undefined
            ? t("Saved in this browser")
            : isSampleChanged && t("Changed")}
      </output>
      <span className="flex-1" />
      {current === undefined && isSampleChanged && (
        <Button kind="quiet" className="h-7! px-2.5!" onClick={() => setDialog("discard")}>
          <RotateCcw className="size-3.5" aria-hidden="true" />
          <span className="max-sm:sr-only">{t("Back to the sample script")}</span>
        </Button>
      )}
      <Button
        kind="quiet"
        className="h-7! px-2.5!"
        disabled={isFull(scripts.scripts)}
        title={isFull(scripts.scripts) ? t("Script limit reached: delete one first") : undefined}
        onClick={() => setDialog("save-as")}
      >
        <FilePlus2 className="size-4" aria-hidden="true" />
        {t("Save as...")}
      </Button>
      <NameDialog
        isOpen={dialog === "save-as"}
        onClose={close}
        title={t("Save Script")}
        description={t("Saved in this browser, visible only to you. Every change is saved automatically.")}
        maxChars={SCRIPT_NAME_MAX_CHARS}
        problemOf={(name) => scriptNameProblem(name, scripts.scripts)}
        onName={scripts.saveAs}
      />
      <NameDialog
        isOpen={dialog === "rename"}
        onClose={close}
        returnFocusTo={trigger}
        title={t("Rename Script")}
        initialName={current?.name}
        maxChars={SCRIPT_NAME_MAX_CHARS}
        problemOf={(name) =>
          scriptNameProblem(
            name,
            scripts.scripts.filter(({ id }) => id !== current?.id),
          )
        }
        onName={scripts.rename}
      />
      <ConfirmDialog
        isOpen={dialog === "delete"}
        onClose={close}
        returnFocusTo={trigger}
        onConfirm={() => {
          scripts.remove();
          onReplace();
          close();
        }}
        title={t("Delete Script")}
        description={t("The script is removed from this browser. This action cannot be undone.")}
        subject={current?.name}
        confirmLabel={t("Delete")}
      />
      <ConfirmDialog
        isOpen={dialog === "discard"}
        onClose={close}
        returnFocusTo={trigger}
        onConfirm={() => {
          scripts.resetSample();
          onReplace();
          close();
        }}
        title={t("Discard Changes")}
        description={t("The sample gets its original text back. To keep your changes, save them as a script first.")}
        subject={t(sample.label)}
        confirmLabel={t("Discard")}
      />
    </header>
  );
}
