import { insertText, select, selectionOf } from "../../../render/field-node.ts";
import type { UiNode } from "../../../render/node.ts";
import type { Vocabulary } from "./vocabulary.ts";
import { wordBefore } from "./words.ts";

/** Punctuation that follows a word without a space. */
const CLOSING = /^[.,!?;:)\]…]/;

/** Follows the word at the caret of the focused field, and completes it. */
export class Composing {
  readonly #vocabulary: Pick<Vocabulary, "learn">;
  #last: { field: UiNode; word: string } | undefined;
  /** The place behind the space that a completion has added. */
  #completed: { field: UiNode; caret: number } | undefined;

  constructor(vocabulary: Pick<Vocabulary, "learn">) {
    this.#vocabulary = vocabulary;
  }

  /** Returns the word at the caret. Learns the previous one once a space or a punctuation mark ends it. */
  follow(field: UiNode): string {
    const value = field.props.value ?? "";
    const word = selectionOf(field) ? "" : wordBefore(value, field.caret);
    const last = this.#last?.field === field ? this.#last.word : "";
    const before = value.slice(Math.max(0, field.caret - last.length - 1), field.caret);
    if (last !== "" && word === "" && before.slice(0, -1) === last && /[\s\p{P}]$/u.test(before)) {
      this.#vocabulary.learn(last);
    }
    this.#last = { field, word };
    return word;
  }

  /** Replaces the word at the caret, and adds a space if none follows. */
  complete(field: UiNode, word: string): void {
    const value = field.props.value ?? "";
    const typed = wordBefore(value, field.caret);
    const spaced = /^[\s\p{P}]/u.test(value.slice(field.caret, field.caret + 2));
    const start = field.caret - typed.length;
    select(field, start, field.caret);
    insertText(field, spaced ? word : `${word} `);
    this.#vocabulary.learn(word);
    this.#last = undefined;
    this.#completed = spaced ? undefined : { field, caret: start + word.length + 1 };
  }

  /** Selects the space of a completion, so that punctuation that is typed next replaces it. */
  beforeTyping(field: UiNode, text: string): void {
    const completed = this.#completed;
    this.#completed = undefined;
    if (completed?.field === field && completed.caret === field.caret && !selectionOf(field) && CLOSING.test(text)) {
      select(field, field.caret - 1, field.caret);
    }
  }

  /** Forgets the field, which has lost the focus. */
  leave(): void {
    this.#last = undefined;
    this.#completed = undefined;
  }
}
