import type { AuditEntry } from "@terrarium/contract/audit";
import { translate } from "../../../language/language.ts";
import { type Label, t } from "../../../language/text.ts";
import { formatDay } from "../../parts/format.ts";

/** The calls that a team's log may hold. */
export const TEAM_ACTIONS: readonly string[] = [
  "createBox",
  "createAndroidBox",
  "createAndroid",
  "renameSandbox",
  "terminateBox",
  "deleteSandbox",
  "runCode",
  "createAnApiKey",
  "deleteAnApiKey",
  "createInviteLink",
  "deleteInviteLink",
  "joinOrganizationByInviteLink",
  "quitOrganization",
  "removeOrganizationMember",
  "updateOrganizationMemberRole",
  "transferAnOrganization",
  "createAnOrganization",
  "deleteAnOrganization",
  "updateBudget",
  "upgradeToPro",
];

/** The name of a call in words: createAnApiKey becomes "Create an API key". */
export function actionWords(action: string): string {
  const words = action
    .replaceAll(/([A-Z])/g, " $1")
    .toLowerCase()
    .replace(/\bapi\b/, "API")
    .replace(/\bbox$/, "sandbox");
  return translate(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Who made a call: a name, or what is known of somebody without one. */
export function actorWords({ actorKind, actorName }: AuditEntry): string {
  if (actorKind === "anonymous") return t("Nobody signed in");
  return actorName ?? (actorKind === "user" ? t("Somebody who left") : t("A deleted API key"));
}

type Names = AuditEntry["targetNames"];

/** By the field of the id: what the thing is, by its name or, if that is not known, without. */
const TARGETS: Readonly<Record<string, { kind: Label; words: (name: string | undefined, names: Names) => string }>> = {
  apiKeyId: {
    kind: "API key",
    words: (name) => (name === undefined ? t("API key") : t('API key "{name}"', { name })),
  },
  sandboxId: {
    kind: "Sandbox",
    words: (name, { templateId: template }) => {
      if (name !== undefined) return t('Sandbox "{name}"', { name });
      return template === undefined ? t("Sandbox") : t("Sandbox of {template}", { template });
    },
  },
  inviteId: {
    kind: "Invite link",
    words: (end) => (end === undefined ? t("Invite link") : t("Invite link until {day}", { day: formatDay(end) })),
  },
  templateId: {
    kind: "Template",
    words: (name) => (name === undefined ? t("Template") : t('Template "{name}"', { name })),
  },
  userId: {
    kind: "Member",
    words: (name) => (name === undefined ? t("Somebody not in this team") : t("Member {name}", { name })),
  },
};

const targetOf = (field: string) => (Object.hasOwn(TARGETS, field) ? TARGETS[field] : undefined);

/** What a call concerned, on one line; what concerned nothing in particular, concerned the team. */
export function targetWords({ targets, targetNames }: Pick<AuditEntry, "targets" | "targetNames">): string {
  const words = Object.keys(targets)
    // That of a sandbox is said with it.
    .filter((field) => field !== "templateId" || targets.sandboxId === undefined)
    .flatMap((field) => targetOf(field)?.words(targetNames[field], targetNames) ?? []);
  return words.join(t(", ")) || t("This team");
}

/** What an id is of, by the name of its field; of a field that this console does not know, that name. */
export function idWords(field: string): string {
  if (field === "organizationId") return t("Team");
  const kind = targetOf(field)?.kind;
  return kind === undefined ? field : t(kind);
}
