/**
 * Statements that are a plain call, or an async function called where it stands, at the very start of a line:
 * `main();`, `run(1).then(…)`, `(async () => {…})();`. Reserved words that look like calls are not meant.
 */
const LOOSE_CALL = /^(?!(?:if|for|while|switch|with|catch|return|throw|typeof|void|delete|new|await|yield|super|import|function|async|eval|require)\()([A-Za-z_$][\w$]*)(?=\()/;
const LOOSE_FUNCTION = /^(;?)\((?=async\b)/;

/**
 * Rewrites such statements so that what they return is watched: `__watch(main)();`. Scripts that call an async main
 * without awaiting it are common, and its failure must not go unnoticed. Lines stay where they are.
 */
export function watchLooseCalls(code: string): string {
  const lines = code.split("\n");
  const outside = linesOutsideText(code);
  return lines
    .map((line, index) => {
      if (!outside[index]) return line;
      return line.replace(LOOSE_CALL, "__watch($1)").replace(LOOSE_FUNCTION, "$1__watch(");
    })
    .join("\n");
}

const IN_CODE = /\n|\/\/[^\n]*|\/\*[^]*?\*\/|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|[`{}]/g;
const IN_TEMPLATE = /\n|\\[^]|`|\$\{/g;

/** For each line whether it begins outside of template texts and block comments. */
function linesOutsideText(code: string): boolean[] {
  const outside = [true];
  // What encloses the place reached: a template's text, or braces of code (in a template or anywhere).
  const enclosing: ("`" | "{")[] = [];
  let at = 0;
  for (;;) {
    const inTemplate = enclosing.at(-1) === "`";
    const tokens = inTemplate ? IN_TEMPLATE : IN_CODE;
    tokens.lastIndex = at;
    const token = tokens.exec(code)?.[0];
    if (token === undefined) return outside;
    at = tokens.lastIndex;
    if (token === "\n") outside.push(!inTemplate);
    else if (token.startsWith("/*")) outside.push(...Array.from(token.matchAll(/\n/g), () => false));
    else if (token === "`" && !inTemplate) enclosing.push("`");
    else if (token === "{" || token === "${") enclosing.push("{");
    else if (token === "}" || token === "`") enclosing.pop();
  }
}
