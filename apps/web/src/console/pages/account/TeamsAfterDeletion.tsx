import type { TeamAfterDeletion } from "@terrarium/contract/user";
import type { useDeletionEffects } from "../../../api/user.ts";
import { rich, t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Skeleton } from "../../../ui/Skeleton.tsx";
import { failureReason } from "../../parts/LoadFailure.tsx";

/** What the account's deletion does to each team of the user, as the server reports it. */
export function TeamsAfterDeletion({ effects }: { effects: ReturnType<typeof useDeletionEffects> }) {
  const { data, error, isFetching, refetch } = effects;
  if (data === undefined && error !== null)
    return (
      <div role="alert" className="flex items-center gap-3 rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
        <span className="min-w-0 flex-1">
          {t("{failure}: {reason}", { failure: t("Failed to load your teams"), reason: failureReason(error) })}
        </span>
        <Button onClick={() => void refetch()} isBusy={isFetching}>
          {t("Try Again")}
        </Button>
      </div>
    );
  if (data === undefined) return <Skeleton className="h-16" />;
  if (data.length === 0) return null;
  return (
    <section aria-label={t("Your teams")}>
      <h3 className="text-sm font-medium">{t("Your teams")}</h3>
      <ul className="mt-1.5 grid max-h-52 grid-cols-1 overflow-y-auto rounded-[10px] border border-line text-sm">
        {data.map((team) => (
          <li key={team.id} className="border-b border-line px-3 py-2 last:border-0">
            <p className="truncate font-medium" title={team.name}>
              {team.name}
            </p>
            <p className={team.outcome === "deleted" ? "text-bad" : "text-mute"}>
              <Effect team={team} />
            </p>
          </li>
        ))}
      </ul>
      {data.some(({ outcome }) => outcome !== "deleted") && (
        <p className="mt-1.5 text-xs text-mute">
          {t("API keys that you created stay valid in teams that remain. Delete them first if they should not.")}
        </p>
      )}
    </section>
  );
}

function Effect({ team: { outcome, newOwner, sandboxes } }: { team: TeamAfterDeletion }) {
  if (outcome === "left") return t("Your membership ends. The team remains.");
  if (outcome === "transferred")
    return rich("{name} becomes the owner. The team remains.", {
      name: <b className="font-medium text-text">{newOwner}</b>,
    });
  return sandboxes === 0
    ? t("The team is deleted, because it has no other members.")
    : t("The team is deleted with its sandboxes ({count} not ended), because it has no other members.", {
        count: sandboxes,
      });
}
