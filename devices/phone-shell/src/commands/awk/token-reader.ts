import { AwkSyntaxError, type Token } from "./tokens.ts";

/** Goes through the tokens of a program, one after another. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The token that comes next. */
  get current(): Token {
    return this.#tokens[this.#at] ?? { kind: "end", text: "", line: 0 };
  }

  /** The next tokens, without going on. */
  ahead(count: number): readonly Token[] {
    return this.#tokens.slice(this.#at, this.#at + count);
  }

  skip(count = 1): void {
    this.#at += count;
  }

  /** Throws AwkSyntaxError for the token that comes next. */
  fail(): never {
    throw new AwkSyntaxError(this.current.line);
  }

  /** Whether one of these operators and keywords comes next. */
  is(...texts: string[]): boolean {
    const { kind, text } = this.current;
    return (kind === "operator" || kind === "keyword") && texts.includes(text);
  }

  /** Goes on if this operator or keyword comes next, and tells whether it did. */
  take(text: string): boolean {
    if (!this.is(text)) return false;
    this.skip();
    return true;
  }

  /** As `take`, also where ends of lines and semicolons come before. */
  takeAfterEnds(text: string): boolean {
    const before = this.#at;
    this.skipEnds();
    if (this.take(text)) return true;
    this.#at = before;
    return false;
  }

  /** Goes on over this operator or keyword. Throws AwkSyntaxError if something else comes next. */
  expect(text: string): void {
    if (!this.take(text)) this.fail();
  }

  /** Goes on over a token of this kind and gives its text. Throws AwkSyntaxError if something else comes next. */
  word(kind: Token["kind"] = "name"): string {
    if (this.current.kind !== kind) this.fail();
    const { text } = this.current;
    this.skip();
    return text;
  }

  skipNewlines(): void {
    while (this.current.kind === "newline") this.skip();
  }

  skipEnds(): void {
    while (this.current.kind === "newline" || this.is(";")) this.skip();
  }

  /** Whether a simple statement ends here. */
  atEnd(): boolean {
    return this.is(";", "}") || this.current.kind === "newline" || this.current.kind === "end";
  }
}
