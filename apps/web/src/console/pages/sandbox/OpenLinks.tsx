import type { BoxToken } from "@terrarium/contract/box-links";
import { messageOf } from "../../../api/api-error.ts";
import { useBoxLinks, useRevokeLink } from "../../../api/box-links.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { formatFull } from "../../parts/format.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { rightLabels } from "./link-rights.ts";

/** The valid links of a sandbox with their rights, each with a button that revokes it. */
export function OpenLinks({ sandboxId }: { sandboxId: string }) {
  const { data: links, error } = useBoxLinks(sandboxId);
  return (
    <section>
      <h3 className="mb-1.5 text-sm font-medium">{t("Active links")}</h3>
      {links === undefined && error === null && <Skeleton className="h-3 w-40" />}
      {error !== null && <p className="text-sm text-bad">{messageOf(error)}</p>}
      {links?.length === 0 && <p className="text-sm text-mute">{t("No active links to this sandbox.")}</p>}
      {links !== undefined && links.length > 0 && (
        <ul className="rounded-[10px] border border-line text-sm">
          {links.map((link) => (
            <OpenLink key={link.id} sandboxId={sandboxId} link={link} />
          ))}
        </ul>
      )}
    </section>
  );
}

function OpenLink({ sandboxId, link }: { sandboxId: string; link: BoxToken }) {
  const revoke = useRevokeLink(sandboxId);
  const { id, rights, actorName, expiresAt } = link;
  return (
    <li className="flex items-center gap-3 border-b border-line py-2 pr-2 pl-3.5 last:border-0">
      <span className="min-w-0 flex-1">
        {rightLabels(rights)
          .map((label) => t(label))
          .join(" · ")}
        <span className="block text-xs text-mute tabular-nums">
          {t("by {name}, until {time}", { name: actorName ?? t("Former member"), time: formatFull(expiresAt) })}
        </span>
      </span>
      <Button
        kind="quiet-danger"
        isBusy={revoke.isPending}
        aria-label={t("Revoke the link that expires {time}", { time: formatFull(expiresAt) })}
        onClick={() => revoke.mutate(id, { onError: reportFailure("The link could not be revoked") })}
      >
        {t("Revoke")}
      </Button>
    </li>
  );
}
