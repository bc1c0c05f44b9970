import type { CssNode } from "css-tree/parser";
import { compileSelector, type CompiledSelector } from "./selectors.ts";

export interface Declaration {
  property: string;
  value: string;
  important: boolean;
}

/** Declarations for what the selectors match, where all of the media queries hold. */
export interface StyleRule {
  selectors: readonly CompiledSelector[];
  declarations: readonly Declaration[];
  media: readonly string[];
}

export interface StyleSheet {
  rules: readonly StyleRule[];
  /** Further sheets, as they are referred to, that come before the rules. */
  imports: readonly { reference: string; media: string }[];
}

const options = { parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false } as const;
const rulesMax = 20_000;
const declarationsMax = 200;
const longestValue = 4000;
const deepestNesting = 20;

/** Reads a style sheet; what cannot be understood is left out, as CSS Syntax 3 asks for. */
export async function parseSheet(text: string): Promise<StyleSheet> {
  // Loaded with the first page that has a style: an idle device does without.
  const { default: parse } = await import("css-tree/parser");
  const rules: StyleRule[] = [];
  const imports: { reference: string; media: string }[] = [];
  const visit = (nodes: Iterable<CssNode>, media: readonly string[], depth: number): void => {
    for (const node of nodes) {
      if (rules.length >= rulesMax || depth > deepestNesting) return;
      if (node.type === "Rule") {
        const selectors = compileSelectors(node.prelude);
        const declarations = declarationsOf(node.block.children);
        if (selectors.length > 0 && declarations.length > 0) rules.push({ selectors, declarations, media });
      } else if (node.type === "Atrule") {
        const prelude = node.prelude?.type === "Raw" ? node.prelude.value.trim() : "";
        const name = node.name.toLowerCase();
        if (name === "import") imports.push(...importOf(prelude));
        if (!node.block) continue;
        if (name === "media") visit(node.block.children, [...media, prelude], depth + 1);
        else if (name === "layer" || (name === "supports" && isSupported(prelude)))
          visit(node.block.children, media, depth + 1);
      }
    }
  };
  try {
    const sheet = parse(text, options);
    if (sheet.type === "StyleSheet") visit(sheet.children, [], 0);
  } catch (error) {
    // Nested deeper than the stack: what was read so far holds.
    if (!(error instanceof RangeError)) throw error;
  }
  return { rules, imports };
}

/** Reads what a `style` attribute says. */
export async function declarationReader(): Promise<(text: string) => Declaration[]> {
  const { default: parse } = await import("css-tree/parser");
  return (text) => {
    try {
      const list = parse(text, { ...options, context: "declarationList" });
      return list.type === "DeclarationList" ? declarationsOf(list.children) : [];
    } catch (error) {
      if (error instanceof RangeError) return [];
      throw error;
    }
  };
}

function declarationsOf(nodes: Iterable<CssNode>): Declaration[] {
  const declarations: Declaration[] = [];
  for (const node of nodes) {
    if (node.type !== "Declaration" || node.value.type !== "Raw") continue;
    const value = node.value.value.trim();
    if (value.length > longestValue || declarations.length >= declarationsMax) continue;
    const isCustom = node.property.startsWith("--");
    const property = isCustom ? node.property : node.property.toLowerCase();
    declarations.push({ property, value, important: node.important !== false });
  }
  return declarations;
}

function compileSelectors(prelude: CssNode): CompiledSelector[] {
  if (prelude.type !== "SelectorList") return [];
  const compiled = [...prelude.children].map(compileSelector);
  // One that is not understood makes the whole rule void (Selectors 4, section 4.1).
  return compiled.every((each) => each !== "invalid") ? compiled.filter((each) => each !== "never") : [];
}

function importOf(prelude: string): { reference: string; media: string }[] {
  const [, quoted, bare, media = ""] =
    /^(?:url\(\s*)?(?:["']([^"']*)["']|([^"')\s]+))\s*\)?\s*(.*)$/s.exec(prelude) ?? [];
  const reference = quoted ?? bare;
  return reference === undefined ? [] : [{ reference, media: media.trim() }];
}

/** Whether one plain condition holds; those that are put together from several do not. */
function isSupported(condition: string): boolean {
  const [, not, property = "", value = ""] = /^(not\s+)?\(\s*([\w-]+)\s*:\s*([^()]*)\)$/i.exec(condition) ?? [];
  if (property === "") return false;
  const known = !/grid|sticky|fixed|absolute|contents/.test(value) && !/^(grid|position|backdrop|-)/.test(property);
  return not === undefined ? known : !known;
}
