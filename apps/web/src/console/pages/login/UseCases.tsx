import { Play } from "lucide-react";
import { useState } from "react";
import { t } from "../../../language/text.ts";
import { lateDialog } from "../../../viewer/parts/late-view.tsx";

const UseCasesDialog = lateDialog("UseCasesDialog", () => import("./UseCasesDialog.tsx"));

/** Thumbnail of a short video of a script controlling a device. */
export function UseCases() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => setIsOpen(true)}
        className="group relative flex h-36 w-full overflow-hidden rounded-[10px] border border-line bg-bg text-left transition-colors hover:border-line2 hover:bg-raised"
      >
        <span className="flex flex-1 flex-col p-4">
          <Play className="size-5 text-accent" strokeWidth={1.6} aria-hidden="true" />
          <span className="mt-auto font-medium">{t("Use Cases")}</span>
          <span className="mt-1 text-sm text-mute">{t("Watch a script open an app and write in it.")}</span>
        </span>
        <span className="relative mr-6 w-32 shrink-0 self-end sm:mr-10">
          <img
            src="/use-cases.webp"
            alt=""
            width={480}
            height={854}
            className="h-30 w-full rounded-t-xl border border-b-0 border-line2 object-cover object-top transition-transform group-hover:-translate-y-0.5"
          />
          <span
            aria-hidden="true"
            className="absolute inset-0 m-auto grid size-10 place-items-center rounded-full bg-accent text-accent-ink"
          >
            <Play className="size-4 translate-x-px fill-current" />
          </span>
        </span>
      </button>
      {isOpen && <UseCasesDialog isOpen onClose={() => setIsOpen(false)} />}
    </>
  );
}
