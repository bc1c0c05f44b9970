import { bodyOf, type PageDocument, type PageElement } from "../document/page-document.ts";
import { inheritFrom, initialStyle, type ComputedStyle } from "./computed-style.ts";
import { defaultSheet } from "./default-sheet.ts";
import { matchesMedia, type MediaFacts } from "./media.ts";
import { declarationReader, parseSheet, type Declaration, type StyleRule, type StyleSheet } from "./parse-sheet.ts";
import { presentationOf } from "./presentation.ts";
import { applyProperty } from "./properties.ts";
import { classesOf, matches, MatchWork, type CompiledSelector } from "./selectors.ts";
import type { Units } from "./values.ts";
import { resolveVariables, type Variables } from "./variables.ts";

/** A page's sheets as they were loaded, in their order. */
export interface LoadedSheet {
  media: string;
  sheet: StyleSheet;
}

interface Candidate {
  selector: CompiledSelector;
  declarations: readonly Declaration[];
  /** The page's own rules go before those that every page begins with. */
  origin: 0 | 1;
  order: number;
}

/** How many steps the selectors of one page may take; some seconds would be a hostile page's. */
const matchSteps = 3_000_000;

/** Tells each element's style: which rules match it, and which of them wins (CSS Cascade 4). */
export class Cascade {
  readonly #byKey = new Map<string, Candidate[]>();
  readonly #readInline: (text: string) => Declaration[];
  readonly #work = new MatchWork(matchSteps);
  readonly #units: Units;

  private constructor(readInline: (text: string) => Declaration[], facts: MediaFacts) {
    this.#readInline = readInline;
    this.#units = { fontSize: 16, rootFontSize: 16, ...facts };
  }

  static async create(sheets: readonly LoadedSheet[], facts: MediaFacts): Promise<Cascade> {
    const cascade = new Cascade(await declarationReader(), facts);
    cascade.#add((await parsedDefaults()).rules, 0, facts);
    for (const { media, sheet } of sheets) if (matchesMedia(media, facts)) cascade.#add(sheet.rules, 1, facts);
    return cascade;
  }

  #add(rules: readonly StyleRule[], origin: 0 | 1, facts: MediaFacts): void {
    for (const { selectors, declarations, media } of rules) {
      if (!media.every((list) => matchesMedia(list, facts))) continue;
      for (const selector of selectors) {
        const known = this.#byKey.get(selector.key);
        const candidate = { selector, declarations, origin, order: this.#count++ };
        if (known) known.push(candidate);
        else this.#byKey.set(selector.key, [candidate]);
      }
    }
  }

  #count = 0;

  /** The style of the root element's parent, from which all others descend. */
  get start(): Styled {
    return { style: initialStyle, variables: new Map() };
  }

  /** The style of an element in one of the style `parent`. */
  styleOf(element: PageElement, parent: Styled): Styled {
    const declarations = this.#declarationsFor(element);
    const variables = withVariables(parent.variables, declarations);
    const style = inheritFrom(parent.style);
    const units = { ...this.#units, fontSize: parent.style.fontSize };
    // Sizes in "em" are those of the element's own font.
    for (const { property, value } of declarations) {
      if (!property.startsWith("font")) continue;
      const resolved = resolveVariables(value, variables);
      if (resolved !== undefined) applyProperty(style, property, resolved, { parent: parent.style, units });
    }
    if (element.parent === undefined) this.#units.rootFontSize = style.fontSize;
    const own = { parent: parent.style, units: { ...this.#units, fontSize: style.fontSize } };
    for (const { property, value } of declarations) {
      if (property.startsWith("font") || property.startsWith("--")) continue;
      const resolved = resolveVariables(value, variables);
      if (resolved !== undefined) applyProperty(style, property, resolved, own);
    }
    return { style, variables };
  }

  /** Those for the element, the ones that win last. */
  #declarationsFor(element: PageElement): Declaration[] {
    const found = this.#candidatesFor(element).filter(({ selector }) => matches(selector, element, this.#work));
    found.sort((a, b) => a.origin - b.origin || a.selector.specificity - b.selector.specificity || a.order - b.order);
    const presentation = presentationOf(element);
    const own = element.attributes.style === undefined ? [] : this.#readInline(element.attributes.style);
    const all = [
      ...found.filter(({ origin }) => origin === 0).flatMap(({ declarations }) => declarations),
      ...presentation,
      ...found.filter(({ origin }) => origin === 1).flatMap(({ declarations }) => declarations),
      ...own,
    ];
    return all.some(({ important }) => important)
      ? [...all.filter(({ important }) => !important), ...all.filter(({ important }) => important)]
      : all;
  }

  #candidatesFor(element: PageElement): Candidate[] {
    const found = [...(this.#byKey.get("*") ?? []), ...(this.#byKey.get(element.name) ?? [])];
    for (const name of classesOf(element)) found.push(...(this.#byKey.get(`.${name}`) ?? []));
    if (element.attributes.id !== undefined) found.push(...(this.#byKey.get(`#${element.attributes.id}`) ?? []));
    return found;
  }
}

export interface Styled {
  style: ComputedStyle;
  variables: Variables;
}

let defaults: Promise<StyleSheet> | undefined;

function parsedDefaults(): Promise<StyleSheet> {
  defaults ??= parseSheet(defaultSheet);
  return defaults;
}

function withVariables(inherited: Variables, declarations: readonly Declaration[]): Variables {
  const own = declarations.filter(({ property }) => property.startsWith("--"));
  return own.length === 0
    ? inherited
    : new Map([...inherited, ...own.map(({ property, value }) => [property, value] as const)]);
}

/** Whether a page says anything about colours: one that does not has the theme's. */
export function hasColors(page: PageDocument, sheets: readonly LoadedSheet[]): boolean {
  const isColor = ({ property }: Declaration): boolean => /^(color|background|background-color)$/.test(property);
  if (sheets.some(({ sheet }) => sheet.rules.some(({ declarations }) => declarations.some(isColor)))) return true;
  const visit = ({ attributes, children }: PageElement): boolean =>
    attributes.bgcolor !== undefined ||
    /(^|[;\s])(color|background(-color)?)\s*:/i.test(attributes.style ?? "") ||
    children.some((child) => typeof child !== "string" && visit(child));
  return visit(bodyOf(page));
}

/** Whether a page says how it looks on dark paper. */
export function hasDarkLook(page: PageDocument, sheets: readonly LoadedSheet[]): boolean {
  const isDark = (media: string): boolean => /prefers-color-scheme\s*:\s*dark/i.test(media);
  return (
    page.supportsDark ||
    sheets.some(
      ({ media, sheet }) =>
        isDark(media) ||
        sheet.rules.some(
          (rule) =>
            rule.media.some(isDark) ||
            rule.declarations.some(({ property, value }) => property === "color-scheme" && /\bdark\b/.test(value)),
        ),
    )
  );
}
