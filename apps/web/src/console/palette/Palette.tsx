import { type RefObject, useState } from "react";
import { useNavigate } from "react-router";
import { t } from "../../language/text.ts";
import { useTeam } from "../../session/use-team.ts";
import { Dialog } from "../../ui/Dialog.tsx";
import { lateDialog } from "../../viewer/parts/late-view.tsx";
import { CreateTeamDialog } from "../parts/CreateTeamDialog.tsx";
import { LogoutDialog } from "../parts/LogoutDialog.tsx";
import { CommandList } from "./CommandList.tsx";
import { type PaletteDialog, useCommands } from "./use-commands.ts";

const NewSandboxDialog = lateDialog("NewSandboxDialog", () => import("../new-sandbox/NewSandboxDialog.tsx"));

export interface PaletteProps {
  isOpen: boolean;
  onClose: () => void;
  /** Element focused before. It regains focus after the palette, or a dialog opened from it, closes. */
  opener: RefObject<HTMLElement | null>;
}

/** Command palette of the console, with the dialogs that some commands open. */
export function Palette({ isOpen, onClose, opener }: PaletteProps) {
  const teamId = useTeam().id;
  const [opened, setOpened] = useState<{ dialog: PaletteDialog; teamId: string }>();
  // The new-sandbox dialog belongs to one team, so a change of team closes it. The other dialogs stay.
  if (opened?.dialog === "new-sandbox" && opened.teamId !== teamId) setOpened(undefined);
  const dialog = opened?.dialog;
  const navigate = useNavigate();
  const shared = { onClose: () => setOpened(undefined), returnFocusTo: opener };
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
        <Commands onClose={onClose} openDialog={(name) => setOpened({ dialog: name, teamId })} />
      </Dialog>
      {dialog === "new-sandbox" && <NewSandboxDialog isOpen {...shared} />}
      <CreateTeamDialog isOpen={dialog === "create-team"} onCreated={() => void navigate("/team")} {...shared} />
      <LogoutDialog isOpen={dialog === "logout"} {...shared} />
    </>
  );
}

/** Mounted only while the palette is open, so that it starts with an empty search every time. */
function Commands({ onClose, openDialog }: { onClose: () => void; openDialog: (dialog: PaletteDialog) => void }) {
  const [search, setSearch] = useState("");
  const { groups, isSearching } = useCommands(search, openDialog);
  return (
    <CommandList
      groups={groups}
      search={search}
      onSearch={setSearch}
      isSearching={isSearching}
      onRun={({ run }) => {
        onClose();
        run();
      }}
    />
  );
}
