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
  createBox: "Create a sandbox",
  createAndroidBox: "Create an Android sandbox",
  createLinuxBox: "Create a Linux sandbox",
  createAndroid: "Create a phone (alpha SDK)",
  allocateFleetDevice: "Allocate a fleet device",
  releaseFleetDevice: "Release a fleet device",
  renameSandbox: "Rename a sandbox",
  stopBox: "Stop a sandbox",
  startBox: "Start a stopped sandbox",
  extendBox: "Extend a sandbox's time",
  terminateBox: "End a sandbox",
  deleteSandbox: "Delete a sandbox",
  createSnapshot: "Save a snapshot",
  deleteSnapshot: "Remove a snapshot",
  runCode: "Run a script",
  createBoxToken: "Create a token for a sandbox",
  createLiveViewUrl: "Share a link to the screen",
  createWebTerminalUrl: "Share a link to the terminal",
  createDevToolsUrl: "Create an address for DevTools",
  openBrowser: "Open a sandbox's browser",
  revokeBoxToken: "Revoke a link or token",
  createAnApiKey: "Create an API key",
  rotateAnApiKey: "Rotate an API key",
  deleteAnApiKey: "Delete an API key",
  createWebhook: "Create a webhook",
  updateWebhook: "Change a webhook",
  rotateWebhookSecret: "Rotate a webhook's secret",
  deleteWebhook: "Delete a webhook",
  testWebhook: "Test a webhook",
  replayWebhookDelivery: "Replay a delivery",
  createInviteLink: "Create an invite link",
  deleteInviteLink: "Delete an invite link",
  joinOrganizationByInviteLink: "Join with an invite link",
  quitOrganization: "Leave the team",
  removeOrganizationMember: "Remove a member",
  updateOrganizationMemberRole: "Change a member's role",
  transferAnOrganization: "Transfer the team",
  createAnOrganization: "Create the team",
  deleteAnOrganization: "Disband the team",
  updateBudget: "Change the budget",
  upgradeToPro: "Upgrade to Pro",
  managePlan: "Manage the plan",
} as const;

/** Descriptions of calls without a team or with an unknown team. */
export const OTHER_ACTION_WORDS = {
  githubCallback: "Sign in with GitHub",
  googleCallback: "Sign in with Google",
  logout: "Sign out",
  updateUserInfo: "Update profile",
  deleteUser: "Delete account",
  useInviteCode: "Use an invite code",
  stripeWebhook: "Receive a Stripe event",
} as const;

const ACTION_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({ ...TEAM_ACTION_WORDS, ...OTHER_ACTION_WORDS }),
);

/** Returns the description of a call, or its name if this version does not know it. */
export const actionWords = (action: string): string => ACTION_WORDS.get(action) ?? action;
