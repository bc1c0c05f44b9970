import { type Scope, SCOPES } from "@terrarium/contract/scope";
import { type Label, t } from "../../../language/text.ts";

export const NEVER = "never";
/** Lifetimes of a new key, in the API's format. */
export const KEY_LIFETIMES = [
  { value: NEVER, label: "Never" },
  { value: "168h", label: "In 7 days" },
  { value: "720h", label: "In 30 days" },
  { value: "8760h", label: "In a year" },
] as const satisfies readonly { value: string; label: Label }[];

export const AT_ONCE = "0s";
/** Times for which an old secret may remain valid. */
export const GRACE_PERIODS = [
  { value: AT_ONCE, label: "Immediately" },
  { value: "1h", label: "In 1 hour" },
  { value: "24h", label: "In 24 hours" },
  { value: "168h", label: "In 7 days" },
] as const satisfies readonly { value: string; label: Label }[];

const WORDS: Readonly<Record<Scope, { name: Label; meaning: Label }>> = {
  read: { name: "Read", meaning: "View sandboxes with their screens, logs and files" },
  drive: { name: "Drive", meaning: "Plus control: input, shell, uploads, scripts" },
  manage: { name: "Everything", meaning: "Plus create, change and end sandboxes" },
};

/** Scopes in display order, from the widest. */
export const SCOPES_FROM_ALL: readonly Scope[] = SCOPES.toReversed();
export const isScope = (value: string): value is Scope => SCOPES.some((scope) => scope === value);
export const scopeName = (scope: Scope): string => t(WORDS[scope].name);
export const scopeMeaning = (scope: Scope): string => t(WORDS[scope].meaning);
