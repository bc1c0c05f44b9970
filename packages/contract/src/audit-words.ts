import type { AuditEntry } from "./audit.ts";

/** Ids of the objects that a call concerned. The team is omitted: all entries belong to it. */
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

/** One object that a call concerned: its id field and the known details. */
export interface AuditTarget {
  field: AuditTargetField;
  name: string | undefined;
  /** For a sandbox: the name of the template that it was made from. */
  template: string | undefined;
}

/** Returns the objects that a call concerned, in the order in which they were named. An empty list means the team. */
export function auditTargets({ targets, targetNames }: Pick<AuditEntry, "targets" | "targetNames">): AuditTarget[] {
  return (
    Object.keys(targets)
      .flatMap((field) => AUDIT_TARGET_FIELDS.find((known) => known === field) ?? [])
      // The template is shown together with its sandbox.
      .filter((field) => field !== "templateId" || targets.sandboxId === undefined)
      .map((field) => ({
        field,
        name: field === "snapshotName" ? targets[field] : targetNames[field],
        template: field === "sandboxId" ? targetNames.templateId : undefined,
      }))
  );
}

/** Descriptions for people, by the name of the call, for calls that a team's log can contain. */
export const TEAM_ACTION_WORDS = {
  createBox: "Created a sandbox",
  createAndroidBox: "Created an Android sandbox",
  createLinuxBox: "Created a Linux sandbox",
  createAndroid: "Created a phone (alpha SDK)",
  allocateFleetDevice: "Allocated a fleet device",
  releaseFleetDevice: "Released a fleet device",
  renameSandbox: "Renamed a sandbox",
  stopBox: "Stopped a sandbox",
  startBox: "Started a stopped sandbox",
  extendBox: "Extended a sandbox's time",
  terminateBox: "Ended a sandbox",
  deleteSandbox: "Deleted a sandbox",
  createSnapshot: "Saved a snapshot",
  deleteSnapshot: "Removed a snapshot",
  runCode: "Ran a script",
  createBoxToken: "Created a token for a sandbox",
  createLiveViewUrl: "Shared a link to the screen",
  createWebTerminalUrl: "Shared a link to the terminal",
  createDevToolsUrl: "Created an address for DevTools",
  openBrowser: "Opened a sandbox's browser",
  revokeBoxToken: "Revoked a link or token",
  createBoxPortUrl: "Created an address for a port",
  setBoxPortVisibility: "Changed who may reach a port",
  createAnApiKey: "Created an API key",
  rotateAnApiKey: "Rotated an API key",
  deleteAnApiKey: "Deleted an API key",
  createWebhook: "Created a webhook",
  updateWebhook: "Changed a webhook",
  rotateWebhookSecret: "Rotated a webhook's secret",
  deleteWebhook: "Deleted a webhook",
  testWebhook: "Tested a webhook",
  replayWebhookDelivery: "Replayed a delivery",
  createInviteLink: "Created an invite link",
  deleteInviteLink: "Deleted an invite link",
  joinOrganizationByInviteLink: "Joined with an invite link",
  quitOrganization: "Left the team",
  removeOrganizationMember: "Removed a member",
  updateOrganizationMemberRole: "Changed a member's role",
  transferAnOrganization: "Transferred the team",
  createAnOrganization: "Created the team",
  deleteAnOrganization: "Disbanded the team",
  updateBudget: "Changed the budget",
  upgradeToPro: "Upgraded to Pro",
  managePlan: "Managed the plan",
} as const;

/** Descriptions of calls without a team or with an unknown team. */
export const OTHER_ACTION_WORDS = {
  githubCallback: "Signed in with GitHub",
  googleCallback: "Signed in with Google",
  logout: "Signed out",
  updateUserInfo: "Updated the profile",
  deleteUser: "Deleted the account",
  useInviteCode: "Used an invite code",
  stripeWebhook: "Received a Stripe event",
} as const;

const ACTION_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...TEAM_ACTION_WORDS, ...OTHER_ACTION_WORDS }),
);

/** Returns the description of a call, or its name if this version does not know it. */
export const actionWords = (action: string): string => ACTION_WORDS.get(action) ?? action;
