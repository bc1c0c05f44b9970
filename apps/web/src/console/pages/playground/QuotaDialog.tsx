import { useEffect, useRef, useState } from "react";
import { messageOf } from "../../../api/api-error.ts";
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
  /** Runs first when the user confirms. */
  onStop: () => void;
  /** Runs once the quota allows another sandbox. */
  onRetry: () => void;
}

/** Offers to end the team's oldest sandbox and to run the script again. */
export function QuotaDialog({ isOpen, onClose, onStop, onRetry }: QuotaDialogProps) {
  const [isTerminating, setIsTerminating] = useState(false);
  /** Number of times that the dialog was left. A script runs again only for users who waited. */
  const departures = useRef(0);
  const leave = () => {
    departures.current += 1;
    setIsTerminating(false);
    onClose();
  };
  const makeRoom = async (confirm: () => Promise<boolean>) => {
    const departuresBefore = departures.current;
    setIsTerminating(true);
    onStop();
    const hasRoom = await confirm();
    if (departures.current !== departuresBefore) return;
    setIsTerminating(false);
    if (!hasRoom) return;
    onClose();
    onRetry();
  };
  return (
    <Dialog
      isOpen={isOpen}
      onClose={leave}
      title={t("Sandbox Quota Limit Reached")}
      description={t("Your sandbox quota is limited. The earlier box must be terminated to proceed.")}
    >
      <OldestSandbox isTerminating={isTerminating} onCancel={leave} onConfirm={(confirm) => void makeRoom(confirm)} />
    </Dialog>
  );
}

interface OldestSandboxProps {
  isTerminating: boolean;
  onCancel: () => void;
  /** Receives a function that ends the sandbox and resolves to whether the quota allows another one. */
  onConfirm: (confirm: () => Promise<boolean>) => void;
}

/**
 * Names the sandbox to end. Mounted only while the dialog is open, so that each opening fetches the oldest sandbox
 * again.
 */
function OldestSandbox({ isTerminating, onCancel, onConfirm }: OldestSandboxProps) {
  const teamId = useSession(({ team }) => team?.id);
  const [named, setNamed] = useState<string>();
  const [isNaming, setIsNaming] = useState(teamId !== undefined);
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    if (teamId === undefined) return undefined;
    let isCurrent = true;
    firstSandboxes(teamId)
      .then(
        (sandboxes) => isCurrent && setNamed(oldestRunning(sandboxes)?.id),
        (error: unknown) => {
          console.error("The oldest sandbox could not be found", error);
          if (isCurrent) setFailure(messageOf(error));
        },
      )
      .finally(() => isCurrent && setIsNaming(false));
    return () => {
      isCurrent = false;
    };
  }, [teamId]);

  /**
   * Ends the oldest sandbox, which the dialog names. Returns whether the quota now allows another one; if not, a
   * message shows the reason.
   */
  const terminate = async (): Promise<boolean> => {
    if (teamId === undefined) {
      toast.error(t("No team ID found"));
      return false;
    }
    try {
      const oldest = oldestRunning(await firstSandboxes(teamId));
      if (oldest === undefined) {
        toast.error(t("No running sandboxes found"));
        return false;
      }
      // The named sandbox has ended meanwhile, or none was named: name the oldest one and wait for another
      // confirmation.
      if (named !== oldest.id) {
        setNamed(oldest.id);
        return false;
      }
      await removeSandbox(teamId, oldest.id);
      toast.success(t("Oldest sandbox terminated successfully"));
      return true;
    } catch (error) {
      console.error("The oldest sandbox could not be terminated", error);
      toast.error(t("Failed to terminate sandbox"), { description: messageOf(error) });
      return false;
    }
  };
  return (
    <>
      <p className="mt-3 min-h-8.5 rounded-md border border-line bg-bg px-3 py-2 font-mono text-xs break-all">
        {named ??
          (failure !== undefined &&
            t("{failure}: {reason}", { failure: t("Failed to find the oldest sandbox"), reason: failure }))}
      </p>
      <DialogActions isBusy={isTerminating}>
        <Button onClick={onCancel}>{t("Cancel")}</Button>
        <Button kind="danger" onClick={() => onConfirm(terminate)} disabled={isNaming} isBusy={isTerminating}>
          {isTerminating ? t("Terminating...") : t("Confirm")}
        </Button>
      </DialogActions>
    </>
  );
}
