import { useState } from "react";
import { firstSandboxes, removeSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { useSession } from "../../../session/store.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { toast } from "../../../ui/toast.ts";
import { oldestRunning } from "./oldest-running.ts";

export interface QuotaDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** Called first when the person confirms. */
  onStop: () => void;
  /** Called when there is room again. */
  onRetry: () => void;
}

/** Offers to end the team's oldest sandbox, and to run the script again. */
export function QuotaDialog({ isOpen, onClose, onStop, onRetry }: QuotaDialogProps) {
  const team = useSession((session) => session.team);
  const [isTerminating, setIsTerminating] = useState(false);

  /** Returns whether there is room now; tells the person why if not. */
  const makeRoom = async (): Promise<boolean> => {
    if (team === null) {
      toast.error(t("No team ID found"));
      return false;
    }
    try {
      const oldest = oldestRunning(await firstSandboxes(team.id));
      if (oldest === undefined) {
        toast.error(t("No running sandboxes found"));
        return false;
      }
      await removeSandbox(team.id, oldest.id);
      toast.success(t("Oldest sandbox terminated successfully"));
      return true;
    } catch (error) {
      console.error("The oldest sandbox could not be terminated", error);
      toast.error(t("Failed to terminate sandbox"));
      return false;
    }
  };

  const confirm = async () => {
    setIsTerminating(true);
    onStop();
    const hasRoom = await makeRoom();
    setIsTerminating(false);
    if (!hasRoom) return;
    onClose();
    onRetry();
  };

  return (
    <Dialog
      isOpen={isOpen}
      onClose={() => !isTerminating && onClose()}
      title={t("Sandbox Quota Limit Reached")}
      description={t("Your sandbox quota is limited. The earlier box must be terminated to proceed.")}
    >
      <DialogActions>
        <Button onClick={onClose} disabled={isTerminating}>
          {t("Cancel")}
        </Button>
        <Button kind="primary" onClick={() => void confirm()} isBusy={isTerminating}>
          {isTerminating ? t("Terminating...") : t("Confirm")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
