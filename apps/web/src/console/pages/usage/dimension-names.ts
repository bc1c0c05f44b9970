import type { UsageDimension, UsageGroup } from "@terrarium/contract/usage";
import { type Label, t } from "../../../language/text.ts";

export const DIMENSION_NAMES: Readonly<Record<UsageDimension, Label>> = {
  template: "Template",
  apiKey: "API Key",
  member: "Member",
  label: "Label",
};

/** Names of the group without a template, key, member or value. */
const WITHOUT: Readonly<Record<UsageDimension, Label>> = {
  template: "Unknown",
  apiKey: "Without an API key",
  member: "Unknown",
  label: "Without this label",
};
/** Names of groups whose object no longer exists. */
const DELETED: Readonly<Record<"apiKey" | "member", Label>> = { apiKey: "Deleted API key", member: "Former member" };

/** Returns the name of a group. Usage from before the upgrade has no recorded origin. */
export function groupName({ id, name, isRecorded }: UsageGroup, by: UsageDimension): string {
  if (by === "label" && id !== null) return id;
  if (!isRecorded) return t("Not recorded");
  if (id === null) return t(WITHOUT[by]);
  return name ?? (by === "apiKey" || by === "member" ? t(DELETED[by]) : id);
}
