import { lazy, type RefObject, Suspense, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../language/text.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { CreateTeamDialog } from "../parts/CreateTeamDialog.tsx";
import { LogoutDialog } from "../parts/LogoutDialog.tsx";
import { CommandList } from "./CommandList.tsx";
import { type PaletteDialog, useCommands } from "./use-commands.ts";

const NewSandboxDialog = lazy(async () => ({
  default: (await import("../new-sandbox/NewSandboxDialog.tsx")).NewSandboxDialog,
}));

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** What had the focus before; gets it back, from the palette and from a dialog that it opens. */
  opener: RefObject<HTMLElement | null>;
}

/** The commands of the console by name, and the dialogs that some of them open. */
export function Palette({ isOpen, onClose, opener }: PaletteProps) {
  const [dialog, setDialog] = useState<PaletteDialog>();
  const navigate = useNavigate();
  const shared = { onClose: () => setDialog(undefined), returnFocusTo: opener };
  return (
    <>
      <Dialog
        isOpen={isOpen}
        onClose={onClose}
        returnFocusTo={opener}
        title={t("Command palette")}
        isTitleHidden
        className="top-[12vh]! max-h-[min(30rem,76dvh)]! max-w-xl! translate-y-0! overflow-hidden! p-0!"
      >
        <Commands onClose={onClose} openDialog={setDialog} />
      </Dialog>
      <Suspense>{dialog === "new-sandbox" && <NewSandboxDialog isOpen {...shared} />}</Suspense>
      <CreateTeamDialog isOpen={dialog === "create-team"} onCreated={() => void navigate("/team")} {...shared} />
      <LogoutDialog isOpen={dialog === "logout"} {...shared} />
    </>
  );
}

/** Lives as long as the palette is open, so that it begins with an empty search every time. */
function Commands({ onClose, openDialog }: { onClose: () => void; openDialog: (dialog: PaletteDialog) => void }) {
  const groups = useCommands(openDialog);
  return (
    <CommandList
      groups={groups}
      onRun={({ run }) => {
        onClose();
        run();
      }}
    />
  );
}
