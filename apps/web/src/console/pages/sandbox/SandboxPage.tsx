import type { SandboxDetails } from "@terrarium/contract/sandbox";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { Link, useNavigate, useParams } from "react-router";
import { ApiError } from "../../../api/api-error.ts";
import { useSandbox } from "../../../api/sandboxes.ts";
import { translate } from "../../../language/language.ts";
import { t } from "../../../language/text.ts";
import { HOME } from "../../../session/access.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Badge } from "../../../ui/Badge.tsx";
import { IconButton } from "../../../ui/Button.tsx";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { Page } from "../../layout/Page.tsx";
import { LoadFailure } from "../../LoadFailure.tsx";
import { DeleteSandboxesDialog } from "../sandboxes/DeleteSandboxesDialog.tsx";
import { Countdown } from "./Countdown.tsx";
import { SandboxWorkspace } from "./SandboxWorkspace.tsx";

/** One sandbox: its screen, and beside it what was done on it, its shell, files and log. */
export function SandboxPage() {
  const { id = "" } = useParams();
  const team = useTeam();
  const { data: sandbox, error, isFetching, refetch } = useSandbox(team.id, id);
  const [isDeleting, setIsDeleting] = useState(false);
  const navigate = useNavigate();
  const isMissing = error instanceof ApiError && error.code === "sandbox_not_found";
  return (
    <Page
      title={
        <>
          <Link to={HOME} className="text-mute transition-colors hover:text-text max-md:hidden">
            {t("SANDBOXES")}
          </Link>
          <span aria-hidden="true" className="mx-2 text-faint max-md:hidden">
            /
          </span>
          <span className="tracking-normal normal-case">{id}</span>
        </>
      }
      documentTitle={id}
      isFilled
      status={
        <>
          <CopyButton text={id} label={t("Copy the id")} className="-ml-2 max-sm:hidden" />
          {sandbox !== undefined && <Status sandbox={sandbox} onDelete={() => setIsDeleting(true)} />}
        </>
      }
    >
      {error !== null && sandbox === undefined ? (
        <div className="m-auto max-w-96 p-5">
          <LoadFailure
            title={isMissing ? t("No such sandbox") : t("The sandbox could not be loaded")}
            error={error}
            isRetrying={isFetching}
            onRetry={() => void refetch()}
          />
        </div>
      ) : (
        <SandboxWorkspace key={id} sandboxId={id} sandbox={sandbox} />
      )}
      <DeleteSandboxesDialog
        sandboxes={isDeleting && sandbox !== undefined ? [sandbox] : []}
        onClose={() => setIsDeleting(false)}
        onDeleted={(ids) => ids.length > 0 && void navigate(HOME)}
      />
    </Page>
  );
}

function Status({ sandbox, onDelete }: { sandbox: SandboxDetails; onDelete: () => void }) {
  const isRunning = sandbox.status === "Running";
  return (
    <>
      <Badge isAlive={isRunning}>{translate(sandbox.status)}</Badge>
      {isRunning && <Countdown to={sandbox.expiresAt} />}
      <IconButton label={t("Delete")} className="hover:text-bad!" onClick={onDelete}>
        <Trash2 className="size-4" strokeWidth={1.7} aria-hidden="true" />
      </IconButton>
    </>
  );
}
