import { X } from "lucide-react";
import { t } from "../../../language/text.ts";
import { IconButton } from "../../../ui/Button.tsx";
import { Dialog } from "../../../ui/Dialog.tsx";

/** The video, recorded from a device of this product, without sound. */
export function UseCasesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={t("Use Cases")} className="max-w-sm!">
      <IconButton label={t("Close")} className="absolute top-3.5 right-3.5" onClick={onClose}>
        <X className="size-4" aria-hidden="true" />
      </IconButton>
      <video
        aria-label={t("A script opens Notes on a phone and writes a note")}
        src="/use-cases.mp4"
        poster="/use-cases.webp"
        width={480}
        height={848}
        autoPlay
        muted
        playsInline
        controls
        ref={(video) => () => video?.pause()}
        className="mx-auto mt-4 max-h-[calc(100dvh-140px)] w-auto max-w-full rounded-lg bg-bg"
      />
    </Dialog>
  );
}
