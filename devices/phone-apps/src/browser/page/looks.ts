import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import type { TextSpan } from "@terrarium/phone-ui/render/text-span";
import type { ThemeName } from "@terrarium/phone-ui/theme";

/** The look of text. An element's look applies to all its content. */
export type Look = Omit<TextSpan, "text"> & { size: number };

const names = (text: string): ReadonlySet<string> => new Set(text.split(" "));
const blocks = names(
  "address article aside blockquote body caption center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup p plaintext pre search section summary ul xmp",
);
const bold = names("b strong th dt summary legend h1 h2 h3 h4 h5 h6");
const italic = names("i em cite var dfn address");
const mono = names("code kbd samp tt pre xmp listing plaintext");
const headings: ReadonlyMap<string, number> = new Map(
  Object.entries({ h1: 1.75, h2: 1.4, h3: 1.17, h4: 1, h5: 0.9, h6: 0.85 }),
);
const sizes: ReadonlyMap<string, number> = new Map(
  Object.entries({ small: 0.83, sub: 0.83, sup: 0.83, figcaption: 0.83, big: 1.2 }),
);
const TEXT_DP = 16;
const LINKS = { light: "#0b57d0", dark: "#a8c7fa" };

/** Reports whether an element is a block and not inline. */
export function isBlock(name: string): boolean {
  return blocks.has(name);
}

/** Reports whether an element keeps spaces and line breaks. */
export function keepsSpaces(name: string): boolean {
  return /^(pre|xmp|listing|plaintext|textarea)$/.test(name);
}

export function firstLook(color: string, japanese: boolean): Look {
  return { size: TEXT_DP, weight: 400, color, japanese };
}

/** Returns the look of text in an element of this name, within text of the look `around` (HTML, "Rendering"). */
export function lookOf(name: string, around: Look, theme: ThemeName): Look {
  const heading = headings.get(name);
  const look: Look = {
    ...around,
    size: heading === undefined ? around.size * (sizes.get(name) ?? 1) : TEXT_DP * heading,
  };
  if (bold.has(name)) look.weight = 700;
  if (italic.has(name)) look.italic = true;
  if (mono.has(name) && !around.mono) Object.assign(look, { mono: true, size: look.size * 0.875 });
  if (mono.has(name) && !isBlock(name) && !around.mono) look.background = "#8080801f";
  if (name === "u" || name === "ins") look.underline = true;
  if (name === "s" || name === "del" || name === "strike") look.strikethrough = true;
  if (name === "sub" || name === "sup") look.rise = name === "sup" ? 0.4 : -0.18;
  if (name === "a") Object.assign(look, { color: LINKS[theme], underline: true });
  if (name === "mark") Object.assign(look, { background: "#fff3a3", color: "#1c1b17" });
  return look;
}

const LINE = { width: 1, color: "#80808066" };
const boxes: ReadonlyMap<string, ViewStyle> = new Map(
  Object.entries({
    body: { paddingX: 16, paddingTop: 16 },
    p: { marginTop: 14 },
    h1: { marginTop: 20 },
    h2: { marginTop: 24 },
    h3: { marginTop: 20 },
    h4: { marginTop: 18 },
    h5: { marginTop: 18 },
    h6: { marginTop: 18 },
    ul: { marginTop: 12, paddingLeft: 28 },
    ol: { marginTop: 12, paddingLeft: 28 },
    li: { marginTop: 4 },
    dl: { marginTop: 14 },
    dt: { marginTop: 8 },
    dd: { paddingLeft: 28 },
    form: { marginTop: 14 },
    figure: { marginTop: 14 },
    figcaption: { marginTop: 4 },
    blockquote: { marginTop: 16, paddingLeft: 15, edges: { left: { width: 3, color: LINE.color } } },
    pre: { marginTop: 14, paddingX: 12, paddingY: 10, radius: 10, background: "#8080801f" },
    hr: { marginTop: 14, height: 1, background: LINE.color },
    fieldset: { marginTop: 14, paddingX: 12, paddingY: 10, border: LINE },
    footer: { marginTop: 20, paddingTop: 12, edges: { top: LINE } },
  }),
);

/** Returns the box style of this HTML tag, or an empty style if the tag has no box of its own. */
export function boxStyleOf(name: string): ViewStyle {
  return boxes.get(name) ?? {};
}

export const CELL_STYLE: ViewStyle = { paddingX: 6, paddingY: 4 };
/** Style of rows in a table with headings or a border. */
export const LINED_ROW: ViewStyle = { edges: { bottom: LINE } };
