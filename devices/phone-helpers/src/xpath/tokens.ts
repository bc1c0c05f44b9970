/** Longest expression. */
const MAX_EXPRESSION_CHARS = 10_000;

export interface Token {
  kind: "name" | "number" | "string" | "symbol" | "end";
  text: string;
}

export class XPathError extends Error {
  override readonly name = "XPathError";
}

const PATTERN =
  /\s*(?:(\d+\.?\d*|\.\d+)|"([^"]*)"|'([^']*)'|([\p{L}_][\p{L}\p{N}._-]*)|(\/\/|::|\.\.|!=|<=|>=|[/()[\]@,|+\-=<>*.$:]))/uy;

/** Splits an XPath expression into tokens, with an "end" as the last one. Throws XPathError. */
export function tokensOf(expression: string): Token[] {
  if (expression.length > MAX_EXPRESSION_CHARS)
    throw new XPathError(`an expression has at most ${MAX_EXPRESSION_CHARS} characters`);
  const tokens: Token[] = [];
  const source = expression.trimEnd();
  PATTERN.lastIndex = 0;
  while (PATTERN.lastIndex < source.length) {
    const at = PATTERN.lastIndex;
    const match = PATTERN.exec(source);
    if (!match) throw new XPathError(`"${source.slice(at, at + 20)}" is no part of an XPath expression`);
    const [, number, double, single, name, symbol] = match;
    if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else if (symbol !== undefined) tokens.push({ kind: "symbol", text: symbol });
    else tokens.push({ kind: "string", text: double ?? single ?? "" });
  }
  tokens.push({ kind: "end", text: "" });
  return tokens;
}
