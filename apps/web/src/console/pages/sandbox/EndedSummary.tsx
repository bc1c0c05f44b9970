import { metadataPairs } from "@terrarium/contract/metadata";
import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { Plus } from "lucide-react";
import { messageOf } from "../../../api/api-error.ts";
import type { NewSandbox } from "../../../api/sandboxes.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { useStartSandbox } from "../../new-sandbox/use-start-sandbox.ts";
import { formatFull } from "../../parts/format.ts";
import { endWords } from "../sandboxes/end-words.ts";
import { SummaryPicture } from "./SummaryPicture.tsx";

/** Returns the configuration for another sandbox like this one. */
function configLike(sandbox: SandboxDetails): NewSandbox {
  const { name, templateId, metadata, expiresIn } = sandbox;
  return {
    ...(name === null ? {} : { name }),
    templateId,
    // The start and end times do not give the lifetime: a stop pauses it and a start restarts it.
    ...(expiresIn === null ? {} : { expiresIn }),
    labels: metadataPairs(metadata),
  };
}

/** Replaces the screen of an ended sandbox: its last screenshot, why it ended, and next steps. */
export function EndedSummary({ sandbox }: { sandbox: SandboxDetails }) {
  const { endedAt, endReason } = sandbox;
  const { start, isPending, error } = useStartSandbox(useTeam().id);
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3 p-4 sm:px-5">
      <SummaryPicture sandbox={sandbox} />
      <div className="min-w-0 flex-1 basis-48">
        <h2 className="text-base font-medium">{t("This sandbox has ended")}</h2>
        <p className="mt-0.5 text-sm text-mute">
          {[endReason === null ? undefined : endWords(endReason), endedAt === null ? undefined : formatFull(endedAt)]
            .filter((part) => part !== undefined)
            .join(" · ")}
        </p>
        <Button kind="primary" className="mt-3" onClick={() => start(configLike(sandbox))} isBusy={isPending}>
          {!isPending && <Plus className="size-4" aria-hidden="true" />}
          {t("Start another like this")}
        </Button>
        {error !== null && (
          <p role="alert" className="mt-2 text-sm text-bad">
            {messageOf(error)}
          </p>
        )}
      </div>
    </div>
  );
}
