import { LIMITS } from "../limits.ts";
import { evaluate, evaluateText, type ArithmeticScope } from "./arithmetic.ts";
import { expandBraces, rangeText } from "./braces.ts";
import { ShellError } from "./control.ts";
import { FieldBuilder, fieldPattern, fieldText, type Piece } from "./fields.ts";
import { globPaths } from "./glob.ts";
import { applyOperation } from "./parameter.ts";
import { partsOfGroup } from "./pattern-groups.ts";
import { hasPattern, withoutGroups } from "./pattern.ts";
import type { Shell } from "./shell.ts";
import type { ParameterPart, ScriptNode, WordNode, WordPart } from "./syntax-tree.ts";
import { parseScript } from "./syntax.ts";
import type { ParameterValue, WordExpansion } from "./word-expansion.ts";

/** Runs a command substitution. Returns its output without trailing newlines. */
export type Substitute = (script: ScriptNode) => Promise<string>;

/** Expands words to fields, in this order: tilde, parameters, commands, arithmetic, splitting, pathnames, quotes. */
export class Expansion implements WordExpansion {
  readonly #shell: Shell;
  readonly #substitute: Substitute;
  readonly arithmetic: ArithmeticScope;

  constructor(shell: Shell, substitute: Substitute) {
    this.#shell = shell;
    this.#substitute = substitute;
    this.arithmetic = {
      get: (name, index) => shell.variables.get(name, index ?? 0),
      set: (name, index, value) => shell.variables.set(name, value, index ?? 0),
      expand: (source) => this.textOf(source),
    };
  }

  /** Expands words to the fields that a command receives. */
  async fields(words: readonly WordNode[]): Promise<string[]> {
    const result: string[] = [];
    for (const word of words) {
      const plain = plainText(word);
      if (plain !== undefined) result.push(plain);
      else await this.#addFields(word, result);
    }
    return result;
  }

  /**
   * Expands a word to one string, without splitting or pathname expansion: for assignments, inner redirections and
   * `case`.
   */
  async text(word: WordNode, tilde = true): Promise<string> {
    const plain = plainText(word);
    if (plain !== undefined) return plain;
    return fieldText(await this.#single(word, tilde));
  }

  /** Expands a word to a pattern. Quoted text stands for itself. */
  async pattern(word: WordNode): Promise<string> {
    return fieldPattern(await this.#single(word, true));
  }

  /** Expands shell source as in double quotes. */
  async textOf(source: string): Promise<string> {
    const command = parseScript(`: "${source.replace(/"/g, '\\"')}"`).statements[0]?.pipelines[0]?.commands[0];
    const word = command?.type === "SimpleCommand" ? command.args[0] : undefined;
    return word ? this.text(word) : "";
  }

  async number(text: string): Promise<number> {
    return evaluateText(text, this.arithmetic);
  }

  async #addFields(word: WordNode, result: string[]): Promise<void> {
    const shell = this.#shell;
    const words = shell.options.has("braceexpand") ? expandBraces(word) : [word];
    for (const one of words) {
      const builder = new FieldBuilder(shell.get("IFS") ?? " \t\n");
      // A word of braces without text is also a field.
      if (one.parts.length === 0) builder.add("", false);
      for (const part of one.parts) await this.#addPart(part, builder);
      for (const field of builder.finish()) await this.#addPaths(field, result);
    }
  }

  async #addPaths(field: Piece[], result: string[]): Promise<void> {
    const active = field.some((piece) => piece.active && hasPattern(piece.text));
    if (active && !this.#shell.options.has("noglob")) {
      const paths = await globPaths(fieldPattern(field), this.#shell.files);
      if (paths.length > 0) {
        for (const path of paths) result.push(path);
        return;
      }
    }
    result.push(fieldText(field));
  }

  async #single(word: WordNode, tilde: boolean): Promise<Piece[]> {
    const pieces: Piece[] = [];
    for (const part of word.parts) {
      if (part.type === "TildeExpansion" && !tilde) pieces.push({ text: `~${part.user ?? ""}`, active: false });
      else if (part.type === "Glob") pieces.push(...(await this.#glob(part.pattern)));
      else pieces.push(await this.#singlePiece(part));
    }
    return pieces;
  }

  /** Expands a pattern. In its groups, quoted text stands for itself, and expanded text adds no alternatives. */
  async #glob(pattern: string): Promise<Piece[]> {
    if (!/["'`$]/.test(pattern)) return [{ text: pattern, active: true }];
    const pieces: Piece[] = [];
    for (const part of partsOfGroup(pattern)) {
      if (typeof part === "string") pieces.push({ text: part, active: true });
      else {
        const { text, active } = await this.#singlePiece(part);
        pieces.push({ text: active ? withoutGroups(text) : text, active });
      }
    }
    return pieces;
  }

  async #singlePiece(part: WordPart): Promise<Piece> {
    switch (part.type) {
      case "Literal":
        // Literal text may be part of a pattern, because the parser ends some patterns early: `[!]b]`, `**(a)`.
        return { text: part.value, active: true };
      case "SingleQuoted":
      case "Escaped":
        return { text: part.value, active: false };
      case "Glob":
        return { text: part.pattern, active: true };
      case "DoubleQuoted":
        return { text: await this.#quoted(part.parts), active: false };
      case "TildeExpansion":
        return { text: this.#tilde(part.user), active: false };
      case "BraceExpansion":
        return { text: await this.#braceText(part), active: false };
      case "ParameterExpansion": {
        const value = await this.parameter(part, false);
        return {
          text: typeof value === "string" ? value : value.values.join(value.star ? this.#separator() : " "),
          active: true,
        };
      }
      case "CommandSubstitution":
        return { text: await this.#substitute(part.body), active: true };
      case "ArithmeticExpansion":
        return { text: String(await evaluate(part.expression, this.arithmetic)), active: true };
      case "ProcessSubstitution":
        throw new ShellError("syntax error: unexpected '('");
    }
  }

  async #addPart(part: WordPart, builder: FieldBuilder): Promise<void> {
    if (part.type === "DoubleQuoted") return this.#addQuoted(part.parts, builder);
    if (part.type === "ParameterExpansion") return this.#addParameter(part, builder);
    if (part.type === "Glob") {
      for (const { text, active } of await this.#glob(part.pattern)) builder.add(text, active);
      return;
    }
    const { text, active } = await this.#singlePiece(part);
    if (part.type === "CommandSubstitution" || part.type === "ArithmeticExpansion") builder.addSplit(text);
    else builder.add(text, active);
  }

  async #addParameter(part: ParameterPart, builder: FieldBuilder): Promise<void> {
    const value = await applyOperation(part, "fields", this.#shell, this);
    if (typeof value === "string") return builder.addSplit(value);
    if ("word" in value) {
      for (const inner of value.word.parts) await this.#addDefault(inner, builder);
      return;
    }
    for (const [index, one] of value.values.entries()) {
      if (index > 0) builder.endField(false);
      builder.addSplit(one);
    }
  }

  /** Adds a part of the word of `${x:-word}`. Unquoted parts are split. */
  async #addDefault(part: WordPart, builder: FieldBuilder): Promise<void> {
    if (part.type === "Literal") builder.addSplit(part.value);
    else await this.#addPart(part, builder);
  }

  /** Expands braces as text, in places where they do not multiply words. */
  async #braceText({ items }: Extract<WordPart, { type: "BraceExpansion" }>): Promise<string> {
    const texts: string[] = [];
    for (const item of items) texts.push(item.type === "Word" ? await this.text(item.word, false) : rangeText(item));
    return `{${texts.join(",")}}`;
  }

  async #addQuoted(parts: WordPart[], builder: FieldBuilder): Promise<void> {
    let text = "";
    let empty = parts.length > 0;
    for (const part of parts) {
      const value = part.type === "ParameterExpansion" ? await this.parameter(part, true) : undefined;
      if (value === undefined) {
        text += await this.#quotedPart(part);
        empty = false;
      } else if (typeof value === "string" || value.star) {
        text += typeof value === "string" ? value : value.values.join(this.#separator());
        empty = false;
      } else {
        for (const [index, one] of value.values.entries()) {
          if (index > 0) {
            builder.add(text, false);
            builder.endField(true);
            text = "";
          }
          text += one;
          empty = false;
        }
      }
    }
    if (!empty) builder.add(text, false);
  }

  async #quoted(parts: WordPart[]): Promise<string> {
    let text = "";
    for (const part of parts) text += await this.#quotedPart(part);
    if (text.length > LIMITS.stringBytes) throw new ShellError(`can't allocate ${text.length} data bytes`);
    return text;
  }

  async #quotedPart(part: WordPart): Promise<string> {
    if (part.type !== "ParameterExpansion") return (await this.#singlePiece(part)).text;
    const value = await this.parameter(part, true);
    if (typeof value === "string") return value;
    return value.values.join(value.star ? this.#separator() : " ");
  }

  #separator(): string {
    return (this.#shell.get("IFS") ?? " ").slice(0, 1);
  }

  #tilde(user: string | null): string {
    const shell = this.#shell;
    if (user === null || user === "") return shell.get("HOME") ?? "~";
    if (user === "+") return shell.cwd;
    if (user === "-") return shell.get("OLDPWD") ?? "~-";
    if (user === "root" || user === "shell") return "/";
    return `~${user}`;
  }

  /** Expands a parameter to one string, or to several values for `@` and `*`. */
  async parameter(part: ParameterPart, quoted: boolean): Promise<string | ParameterValue> {
    const value = await applyOperation(part, quoted ? "quoted" : "text", this.#shell, this);
    return typeof value === "string" || !("word" in value) ? value : this.text(value.word);
  }
}

/** Returns a word's text if it needs no expansion. A fast path. */
function plainText(word: WordNode): string | undefined {
  const [part, ...rest] = word.parts;
  if (part === undefined) return "";
  if (rest.length > 0) return undefined;
  return part.type === "Literal" || part.type === "SingleQuoted" || part.type === "Escaped" ? part.value : undefined;
}
