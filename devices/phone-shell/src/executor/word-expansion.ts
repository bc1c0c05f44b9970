import type { ArithmeticScope } from "./arithmetic.ts";
import type { ParameterPart, WordNode } from "./syntax-tree.ts";

/** Values of `$@`, `$*` or a whole array. */
export interface ParameterValue {
  values: string[];
  /** Whether it is `*`: in quotes, the first character of IFS joins the values. */
  star: boolean;
}

/** Expansion of words, as parameters, conditions, assignments and redirections see it. */
export interface WordExpansion {
  readonly arithmetic: ArithmeticScope;
  /** Expands words to the fields that a command receives. */
  fields(words: readonly WordNode[]): Promise<string[]>;
  /** Expands a word to one string, without splitting or pathname expansion. */
  text(word: WordNode, tilde?: boolean): Promise<string>;
  /** Expands a word to a pattern. Quoted text stands for itself. */
  pattern(word: WordNode): Promise<string>;
  /** Expands shell source as in double quotes. */
  textOf(source: string): Promise<string>;
  /** Evaluates an arithmetic expression. */
  number(text: string): Promise<number>;
  /** Expands a parameter to one string, or to several values for `@` and `*`. */
  parameter(part: ParameterPart, quoted: boolean): Promise<string | ParameterValue>;
}
