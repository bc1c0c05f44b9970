import type { ErrorCode } from "@terrarium/contract/errors";

/** A text of the server that names things. The expression's groups have the names of the placeholders. */
export interface ServerPattern {
  english: RegExp;
  translation: string;
}

/** Texts of a language. The console shows the English text in place of a missing one. */
export interface Texts {
  /** Texts of the console, keyed by the English ones. */
  messages: Readonly<Record<string, string>>;
  /** Actions in the audit log, keyed by the English ones. */
  actions: Readonly<Record<string, string>>;
  /** Errors of the server, with the placeholders of the contract's messages. */
  errors: Readonly<Partial<Record<ErrorCode, string>>>;
  /** Other texts of the server, and those inside its errors, keyed by the English ones. */
  serverWords: Readonly<Record<string, string>>;
  serverPatterns: readonly ServerPattern[];
}

/** Definition of a language in its folder's `language.ts`. The folder has the language's code as name. */
export interface LanguageDefinition {
  /** Name in the language itself. */
  name: string;
  /** Locale of dates and numbers, and language of the page (BCP 47). */
  locale: string;
  /** Loads its texts. English has none, because the sources are English. */
  load?: () => Promise<{ TEXTS: Texts }>;
}
