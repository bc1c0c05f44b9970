import type { App, AppStorage } from "../../../services/app.ts";
import { textsOf, type Language } from "../../../services/language.ts";
import { SYSTEM_STRINGS } from "../../system-strings.ts";
import { EVERYDAY_WORDS } from "./everyday-words.ts";
import { suggest } from "./suggest.ts";
import { isSuggestible, toWord, wordsOf, type Word } from "./words.ts";

/** Limit of words that the user has typed; the oldest are forgotten first. */
const LEARNED_MAX = 500;
/** Limits of what is read of the user's texts, such as contacts and notes. */
const PERSONAL_WORDS_MAX = 1000;
const PERSONAL_CHARS_MAX = 50_000;
const SHORTEST_OF_TEXTS = 3;

/**
 * The words that the keyboard suggests: typed ones, those in the user's contacts and notes, everyday ones, and those
 * of the phone's own texts. It is empty until a suggestion is needed.
 */
export class Vocabulary {
  readonly #apps: readonly App[];
  readonly #storage: () => AppStorage;
  readonly #language: () => Language;
  /** By folded form, the latest last. */
  readonly #learned = new Map<string, Word>();
  /** Unknown words that may be mistakes. */
  readonly #typedOnce = new Map<string, Word>();
  #common: { language: Language; words: readonly Word[] } | undefined;
  /** Words of the user's texts, while the keyboard is open. */
  #personal: readonly Word[] | undefined;

  constructor(options: { apps: readonly App[]; storage: () => AppStorage; language: () => Language }) {
    this.#apps = options.apps;
    this.#storage = options.storage;
    this.#language = options.language;
  }

  /** Returns words that complete or correct a typed word, the best first. */
  suggest(typed: string): string[] {
    if (typed === "") return [];
    return suggest(typed, [
      ...[...this.#learned.values()].toReversed(),
      ...this.#personalWords(),
      ...this.#commonWords(),
    ]);
  }

  /** Keeps a word that the user has typed or chosen, in memory only. An unknown word is kept the second time. */
  learn(text: string): void {
    if (!isSuggestible(text)) return;
    const word = toWord(text);
    // A known word keeps its spelling: capitals may come from the start of a sentence.
    const known = this.#learned.get(word.folded) ?? this.#commonWords().find(({ folded }) => folded === word.folded);
    if (!known && !this.#typedOnce.delete(word.folded)) return remember(this.#typedOnce, word.folded, word);
    remember(this.#learned, word.folded, known ?? word);
  }

  /** Drops what was read of the user's texts; the next suggestion reads them again. */
  closeTexts(): void {
    this.#personal = undefined;
  }

  #personalWords(): readonly Word[] {
    this.#personal ??= this.#readPersonal();
    return this.#personal;
  }

  #readPersonal(): readonly Word[] {
    const found = new Set<string>();
    let chars = 0;
    for (const app of this.#apps) {
      for (const text of app.userTexts?.(this.#storage()) ?? []) {
        const read = text.slice(0, PERSONAL_CHARS_MAX - chars);
        chars += read.length;
        for (const word of wordsOf(read)) if (found.size < PERSONAL_WORDS_MAX) found.add(word);
        if (chars >= PERSONAL_CHARS_MAX) return Array.from(found, toWord);
      }
    }
    return Array.from(found, toWord);
  }

  #commonWords(): readonly Word[] {
    const language = this.#language();
    if (this.#common?.language !== language) {
      const texts = [SYSTEM_STRINGS, ...this.#apps.map(({ strings }) => strings)].flatMap((english) =>
        stringsIn(textsOf(language, english)),
      );
      const words = texts.flatMap(wordsOfText).filter((word) => word.length >= SHORTEST_OF_TEXTS);
      this.#common = { language, words: Array.from(new Set([...EVERYDAY_WORDS, ...words]), toWord) };
    }
    return this.#common.words;
  }
}

/** Adds the word as the latest, and forgets the oldest beyond the limit. */
function remember(words: Map<string, Word>, folded: string, word: Word): void {
  words.delete(folded);
  words.set(folded, word);
  const [oldest] = words.keys();
  if (words.size > LEARNED_MAX && oldest !== undefined) words.delete(oldest);
}

/** Returns the words of a text of the phone. Its first letter is capital because it begins the text. */
function wordsOfText(text: string): string[] {
  const [first = "", ...others] = wordsOf(text);
  return [first.slice(1) === first.slice(1).toLowerCase() ? first.toLowerCase() : first, ...others];
}

function stringsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
