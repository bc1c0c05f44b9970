import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Dialog, DialogActions } from "../../../ui/Dialog.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";

/** Shows the secret of a webhook, only once. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  return (
    <Dialog
      isOpen={secret !== undefined}
      onClose={onClose}
      title={t("The webhook's secret")}
      description={t("Your server verifies signatures with it. Copy it now. You won't see it again.")}
    >
      <div className="mt-4">
        <Snippet label={t("the secret")} code={secret ?? ""} />
      </div>
      <DialogActions>
        <Button kind="primary" onClick={onClose}>
          {t("Close")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
