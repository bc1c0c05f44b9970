/** A plain call, or an async function called where it stands, at the very start of a line. */
const LOOSE_CALL = /^([A-Za-z_$][\w$]*)(?=\()/;
const LOOSE_FUNCTION = /^(;?)\((?=async\b)/;
const ASYNC_FUNCTION = /\basync\s+function\s*\*?\s*([\w$]+)|([\w$]+)\s*=\s*async\b/g;

/**
 * Rewrites statements that call an async function of the script without awaiting it, so that what they return is
 * watched: `main();` becomes `__watch(main)();`, `(async () => …)();` becomes `__watch(async () => …)();`. Such scripts
 * are common, and a failure of theirs must not go unnoticed. Lines stay where they are.
 */
export function watchLooseCalls(code: string): string {
  const asyncNames = new Set([...code.matchAll(ASYNC_FUNCTION)].map(([, declared, assigned]) => declared ?? assigned));
  const outside = linesOutsideText(code);
  return code
    .split("\n")
    .map((line, index) => {
      if (!outside[index]) return line;
      return line
        .replace(LOOSE_CALL, (name: string) => (asyncNames.has(name) ? `__watch(${name})` : name))
        .replace(LOOSE_FUNCTION, "$1__watch(");
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
