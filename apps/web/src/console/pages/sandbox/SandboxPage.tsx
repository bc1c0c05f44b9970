import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { hasScreen } from "@terrarium/contract/sandbox-kind";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { HOME } from "../../../session/access.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { buttonClass } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { NARROW, useMedia } from "../../../ui/use-media.ts";
import { Countdown } from "../../../viewer/parts/Countdown.tsx";
import { endWords } from "../../../viewer/parts/end-words.ts";
import { Page } from "../../layout/Page.tsx";
import { formatFull } from "../../parts/format.ts";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { calledName } from "../../parts/sandbox-filters.ts";
import { DeleteSandboxesDialog } from "../sandboxes/DeleteSandboxesDialog.tsx";
import { ExtendButton } from "./ExtendButton.tsx";
import { KeepFilesDialog } from "./KeepFilesDialog.tsx";
import { RenameDialog } from "./RenameDialog.tsx";
import { canBeKept, type DialogName, SandboxActions } from "./SandboxActions.tsx";
import { isAtRest, SandboxWorkspace } from "./SandboxWorkspace.tsx";
import { ShareDialog } from "./ShareDialog.tsx";
import { useSandboxOfTeams } from "./use-sandbox-of-teams.ts";

/** Page of one sandbox: its screen, timeline, shell, files and log. */
export function SandboxPage() {
  const { id = "" } = useParams();
  const { sandbox, error, isMissing, isFetching, refetch } = useSandboxOfTeams(id);
  const [dialog, setDialog] = useState<DialogName>();
  const navigate = useNavigate();
  const isNarrow = useMedia(NARROW);
  const name = sandbox === undefined ? id : calledName(sandbox);
  const status = sandbox !== undefined && <Status sandbox={sandbox} onDialog={setDialog} />;
  return (
    <Page
      title={
        <>
          <Link to={HOME} className="text-mute transition-colors hover:text-text max-xl:hidden">
            {t("SANDBOXES")}
          </Link>
          <span aria-hidden="true" className="mx-2 text-faint max-xl:hidden">
            /
          </span>
          <bdi className="tracking-normal normal-case" title={id}>
            {name}
          </bdi>
        </>
      }
      documentTitle={name}
      isFilled
      status={
        !isNarrow && (
          <span className="flex shrink-0 items-center gap-3">
            <CopyButton text={id} label={t("Copy ID")} className="-ml-2" />
            {status}
          </span>
        )
      }
    >
      {isNarrow && (
        <div className="flex min-h-11 shrink-0 items-center gap-3 border-b border-line px-4 screen-only:hidden">
          {status}
        </div>
      )}
      {error !== null && sandbox === undefined ? (
        <div className="m-auto max-w-96 p-5">
          {isMissing ? (
            <Missing />
          ) : (
            <LoadFailure
              title={t("The sandbox could not be loaded")}
              error={error}
              isRetrying={isFetching}
              onRetry={() => void refetch()}
            />
          )}
        </div>
      ) : (
        <SandboxWorkspace key={`${id} ${isAtRest(sandbox)}`} sandboxId={id} sandbox={sandbox} />
      )}
      <ShareDialog
        sandboxId={id}
        hasScreen={hasScreen(sandbox?.kind)}
        isOpen={dialog === "share"}
        onClose={() => setDialog(undefined)}
      />
      {sandbox !== undefined && (
        <RenameDialog sandbox={sandbox} isOpen={dialog === "rename"} onClose={() => setDialog(undefined)} />
      )}
      {sandbox !== undefined && canBeKept(sandbox) && (
        <KeepFilesDialog sandbox={sandbox} isOpen={dialog === "keep"} onClose={() => setDialog(undefined)} />
      )}
      <DeleteSandboxesDialog
        sandboxes={dialog === "delete" && sandbox !== undefined ? [sandbox] : []}
        onClose={() => setDialog(undefined)}
        onDeleted={(ids) => ids.length > 0 && void navigate(HOME)}
      />
    </Page>
  );
}

/** A missing sandbox. It offers no retry, since that cannot help. */
function Missing() {
  const { title, text } = endWords({ kind: "not-found", detail: "" });
  return (
    <section role="alert" className="flex flex-col items-center gap-1 text-center">
      <p className="font-medium">{title}</p>
      <p className="text-sm text-balance text-mute">{text}</p>
      <Link to={HOME} className={buttonClass("primary", "mt-3")}>
        {t("See your sandboxes")}
      </Link>
    </section>
  );
}

interface StatusProps {
  sandbox: SandboxDetails;
  onDialog: (dialog: DialogName) => void;
}

function Status({ sandbox, onDialog }: StatusProps) {
  const isRunning = sandbox.status === "Running";
  return (
    <>
      <Badge isAlive={isRunning}>{translate(sandbox.status)}</Badge>
      {isRunning && (
        <span className="flex items-center gap-1">
          <Countdown to={sandbox.expiresAt} title={t("Ends {time}", { time: formatFull(sandbox.expiresAt) })} />
          <ExtendButton sandbox={sandbox} />
        </span>
      )}
      <SandboxActions sandbox={sandbox} onDialog={onDialog} />
    </>
  );
}
