import type { AuditEntry } from "./audit.ts";

/** The ids that say what a call concerned. The team, which all entries are of, goes without saying. */
export const AUDIT_TARGET_FIELDS = [
  "apiKeyId",
  "sandboxId",
  "snapshotName",
  "inviteId",
  "webhookId",
  "templateId",
  "userId",
] as const;
export type AuditTargetField = (typeof AUDIT_TARGET_FIELDS)[number];

/** One thing that a call concerned: by which field it is known, and what is known of it. */
export interface AuditTarget {
  field: AuditTargetField;
  name: string | undefined;
  /** Of a sandbox: the name of the template that it was made from. */
  template: string | undefined;
}

/** What a call concerned, in the order in which it was named; nothing: the team. */
export function auditTargets({ targets, targetNames }: Pick<AuditEntry, "targets" | "targetNames">): AuditTarget[] {
  return (
    Object.keys(targets)
      .flatMap((field) => AUDIT_TARGET_FIELDS.find((known) => known === field) ?? [])
      // That of a sandbox is said with it.
      .filter((field) => field !== "templateId" || targets.sandboxId === undefined)
      .map((field) => ({
        field,
        name: field === "snapshotName" ? targets[field] : targetNames[field],
        template: field === "sandboxId" ? targetNames.templateId : undefined,
      }))
  );
}

/** The name of a call as people read it: createAnOrganization becomes "Create a team". */
export function actionWords(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/\bapi\b/, "API")
    .replace(/\bbox$/, "sandbox")
    .replace(/\ban organization\b/, "a team")
    .replace(/\borganization\b/, "team");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
