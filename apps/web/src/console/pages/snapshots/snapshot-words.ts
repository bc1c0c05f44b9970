import { SNAPSHOTS } from "@terrarium/contract/limits";
import type { Snapshot } from "@terrarium/contract/snapshots";
import { t } from "../../../language/text.ts";

/** Returns the source and creator of a snapshot, in words. Older servers recorded neither. */
export function originWords({ origin }: Snapshot): { sandbox: string; template: string; maker: string } {
  if (origin === undefined) return { sandbox: t("Unknown"), template: "", maker: t("Unknown") };
  const gone = origin.actorKind === "user" ? t("Former member") : t("A deleted API key");
  return {
    sandbox: origin.boxName ?? origin.boxId,
    template: `${origin.templateName} (${origin.templateId})`,
    maker: origin.actorName ?? gone,
  };
}

/** Returns the usage of the team's snapshot limits, each as a share of 1. */
export function allowanceOf(snapshots: readonly Snapshot[]): { bytes: number; countShare: number; bytesShare: number } {
  const most = SNAPSHOTS.perOrganization;
  const bytes = snapshots.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  return {
    bytes,
    countShare: Math.min(1, snapshots.length / most.snapshots),
    bytesShare: Math.min(1, bytes / most.bytes),
  };
}
