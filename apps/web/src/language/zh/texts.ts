import type { Texts } from "../language-definition.ts";
import { AUDIT_ACTIONS } from "./audit.ts";
import { MESSAGES } from "./messages.ts";
import { ERROR_TEXTS, SERVER_PATTERNS, SERVER_WORDS } from "./server.ts";

export const TEXTS: Texts = {
  messages: MESSAGES,
  actions: AUDIT_ACTIONS,
  errors: ERROR_TEXTS,
  serverWords: SERVER_WORDS,
  serverPatterns: SERVER_PATTERNS,
};
