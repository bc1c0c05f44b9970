import type { AuditEntry } from "@terrarium/contract/audit";
import {
  actionWords as englishWords,
  AUDIT_TARGET_FIELDS,
  type AuditTarget,
  type AuditTargetField,
  auditTargets,
  TEAM_ACTION_WORDS,
} from "@terrarium/contract/audit-words";
import { perLanguage, translate } from "../../../language/language.ts";
import { type Label, t } from "../../../language/text.ts";
import { formatDay } from "../../parts/format.ts";

/** Calls that a team's log can contain. */
export const TEAM_ACTIONS: readonly string[] = Object.keys(TEAM_ACTION_WORDS);

/** Returns the action in words: createAnOrganization is "Created the team". */
export const actionWords = (action: string): string => translate(englishWords(action));

/** Returns the name of a caller, or a description if there is no name. */
export function actorWords({ actorKind, actorName }: AuditEntry): string {
  if (actorKind === "anonymous") return t("Anonymous");
  return actorName ?? (actorKind === "user" ? t("Former member") : t("A deleted API key"));
}

/**
 * Kind and description of a target, by the name of its id field. The description uses the target's name if it is known.
 */
const TARGETS: Readonly<Record<AuditTargetField, { kind: Label; words: (target: AuditTarget) => string }>> = {
  apiKeyId: {
    kind: "API key",
    words: ({ name }) => (name === undefined ? t("API key") : t('API key "{name}"', { name })),
  },
  sandboxId: {
    kind: "Sandbox",
    words: ({ name, template }) => {
      if (name !== undefined) return t('Sandbox "{name}"', { name });
      return template === undefined ? t("Sandbox") : t("{template} sandbox", { template });
    },
  },
  snapshotName: {
    kind: "Snapshot",
    words: ({ name }) => (name === undefined ? t("Snapshot") : t('Snapshot "{name}"', { name })),
  },
  inviteId: {
    kind: "Invite link",
    words: ({ name: end }) =>
      end === undefined ? t("Invite link") : t("Invite link until {day}", { day: formatDay(end) }),
  },
  webhookId: { kind: "Webhook", words: () => t("Webhook") },
  templateId: {
    kind: "Template",
    words: ({ name }) => (name === undefined ? t("Template") : t('Template "{name}"', { name })),
  },
  userId: {
    kind: "Member",
    words: ({ name }) => (name === undefined ? t("User outside this team") : t("Member {name}", { name })),
  },
};

/** Returns the targets of a call on one line. A call without targets concerned the team. */
export const targetWords = (entry: Pick<AuditEntry, "targets" | "targetNames">): string =>
  auditTargets(entry)
    .map((target) => TARGETS[target.field].words(target))
    .join(t(", ")) || t("This team");

const NUMBER = perLanguage((locale) => new Intl.NumberFormat(locale));

/** Return the number of similar calls without an entry of their own: a short form, and the form of the details. */
export const moreWords = (more: number): string => t("and {count} more", { count: NUMBER().format(more) });
export const allMoreWords = (more: number): string =>
  t("{count} within the hour; only the count is kept", { count: NUMBER().format(more) });

/** Returns the kind of an id by its field's name, or that name if this console does not know it. */
export function idWords(field: string): string {
  if (field === "organizationId") return t("Team");
  const known = AUDIT_TARGET_FIELDS.find((each) => each === field);
  return known === undefined ? field : t(TARGETS[known].kind);
}
