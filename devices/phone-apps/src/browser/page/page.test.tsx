import { colorsOf } from "@terrarium/phone-ui/services/wallpapers/wallpapers";
import { describe, expect, it } from "vitest";
import { parseHtml } from "../document/parse-html.ts";
import { blockElement } from "../view/block-element.tsx";
import { blocksIn, textIn, type Block, type PageAction } from "./block.ts";
import { layOutPage, type LaidPage, type PageShow } from "./lay-out-page.ts";

const never = new AbortController().signal;
const colors = colorsOf("moss", "light");
const screen = {
  widthDp: 360,
  heightDp: 640,
  densityDpi: 320,
  fontScale: 1,
  theme: "light",
  textColor: colors.onSurface,
} as const;

async function layOut(
  html: string,
  options: { signal?: AbortSignal; pictures?: Record<string, [number, number]> } = {},
) {
  const page = await parseHtml(html, new URL("https://site.test/"), never);
  const actions: PageAction[] = [];
  const named = Object.entries(options.pictures ?? {}).map(
    ([name, [width, height]]) => [`https://site.test/${name}`, { width, height, bytes: Buffer.alloc(0) }] as const,
  );
  const ignore = (): void => undefined;
  const scene = {
    colors,
    pictures: new Map(named),
    values: new Map(),
    onPress: ignore,
    onValue: ignore,
    onSubmit: ignore,
  };
  const show: PageShow = {
    touch: (action) => ({ id: action.kind, onPress: () => actions.push(action) }),
    element: (block, key) => blockElement(block, scene, key),
    around: (elements) => elements,
  };
  const laid = await layOutPage(page, screen, show, options.signal ?? never);
  return { laid, actions, blocks: laid.pieces.flatMap(({ block }) => [...blocksIn(block)]) };
}

const text = (laid: LaidPage): string => laid.pieces.map(({ block }) => textIn(block)).join("");
const paragraphs = (blocks: readonly Block[]) =>
  blocks.flatMap(({ content }) =>
    content.kind === "text" ? [{ ...content, words: content.spans.map((span) => span.text).join("") }] : [],
  );
const heightOf = async (html: string, pictures: Record<string, [number, number]> = {}) =>
  (await layOut(html, { pictures })).laid.pieces.reduce((sum, { height }) => sum + height, 0);

describe("text", () => {
  it("collapses spaces except in preformatted text, and keeps line breaks", async () => {
    const { blocks } = await layOut(`<p>  a \n b<b> c</b> d<br>e </p><pre>x  y\n z</pre>`);
    expect(paragraphs(blocks).map(({ words }) => words)).toEqual(["a b c d\ne", "x  y\n z"]);
  });

  it("combines the looks of nested elements", async () => {
    const { blocks } = await layOut(`<h2>h</h2><p>a<b>b<i>c</i></b><code>d</code><del>e</del>x<sup>f</sup></p>`);
    const [heading, words] = paragraphs(blocks);
    expect(heading?.text.size).toBeGreaterThan(words?.text.size ?? 0);
    expect(words?.spans).toMatchObject([
      { text: "a", weight: 400 },
      { text: "b", weight: 700 },
      { text: "c", weight: 700, italic: true },
      { text: "d", mono: true },
      { text: "e", strikethrough: true },
      { text: "x" },
      { text: "f", rise: 0.4 },
    ]);
  });

  it("handles touches, and separates adjacent links", async () => {
    const { blocks, actions } = await layOut(
      `<p>go <a href=/x>one <b>way</b></a><a href=/y>other</a> <label for=c>agree</label></p><input type=checkbox id=c hidden>`,
    );
    const [line] = paragraphs(blocks);
    expect(line?.words).toBe("go one way other agree");
    for (const { touch } of line?.spans ?? []) touch?.onPress?.();
    expect(actions.map((action) => (action.kind === "link" ? action.href : action.kind))).toEqual([
      "https://site.test/x",
      "https://site.test/x",
      "https://site.test/y",
      "label",
    ]);
  });

  it("is omitted where the page hides it", async () => {
    const { laid } = await layOut(
      `<p hidden>a</p><p style="display: none">b</p><p style="visibility:hidden">c</p><p>d</p>`,
    );
    expect(text(laid)).toBe("d\n");
  });
});

describe("boxes", () => {
  it("collapse adjacent margins", async () => {
    const [one, both, nested] = await Promise.all([
      heightOf("<p>a</p>"),
      heightOf("<p>a</p><p>b</p>"),
      heightOf("<div><div><p>a</p></div></div><section><p>b</p></section>"),
    ]);
    expect(nested).toBe(both);
    expect(both).toBeLessThan(2 * one);
  });

  it("number and mark list items", async () => {
    const { blocks } = await layOut("<ol start=3><li>a<li>b<ul><li>c</ul></ol><ol type=A><li value=9>d</ol>");
    expect(blocks.flatMap(({ marker }) => marker?.text ?? [])).toEqual(["3.", "4.", "•", "I."]);
  });

  it("align table columns by their content, within the screen", async () => {
    const { blocks } = await layOut(
      `<table><tr><th>a<th>wider<td rowspan=2>both</tr><tr><td colspan=2>${"long words ".repeat(20)}</tr><tr><td>x<td>y<td>z</table>`,
    );
    const rows = blocks.flatMap(({ style, content }) =>
      style.direction === "row" && content.kind === "box"
        ? [content.children.map((cell) => Number(cell.style.width))]
        : [],
    );
    const [first = [], second = [], third = []] = rows;
    expect(first.length).toBe(3);
    expect(second[0]).toBeCloseTo((first[0] ?? 0) + (first[1] ?? 0));
    expect(third).toEqual(first);
    expect(first.reduce((sum, width) => sum + width, 0)).toBeLessThanOrEqual(328);
    expect(first[1]).toBeGreaterThan(first[0] ?? 0);
  });

  it("keep loose and deeply nested table content", async () => {
    const { laid } = await layOut(`${"<table>".repeat(30)}loose<td>words`);
    expect(text(laid)).toMatch(/loose[^]*words/);
    const deep = await layOut(`${"<b><i><table><tr><td>".repeat(50)}deep in tables`);
    expect(text(deep.laid)).toContain("deep in tables");
  });
});

it("pictures have the page's or their own size, within the line", async () => {
  const pictures: Record<string, [number, number]> = { "a.png": [656, 328], "b.png": [10, 20] };
  const only = async (html: string) => (await heightOf(`<body>${html}`, pictures)) - 16;
  expect(await only("<img src=a.png>")).toBeCloseTo(164, -1);
  expect(await only("<img src=a.png width=100>")).toBeCloseTo(50, -1);
  expect(await only("<img src=b.png>")).toBeCloseTo(20, -1);
  expect(await only("<img src=none.png>")).toBeLessThan(30);
});

it("a long page is split into adjacent pieces with anchors", async () => {
  const html = `<div><blockquote>${"<p>some words</p>".repeat(300)}<p id=end>end</p></blockquote></div>`;
  const { laid } = await layOut(html);
  expect(laid.pieces.length).toBeGreaterThan(100);
  for (const [index, { top, height }] of laid.pieces.entries())
    expect(laid.pieces[index + 1]?.top ?? top + height).toBeCloseTo(top + height);
  expect(laid.anchors.get("end")).toBe(laid.pieces.at(-1)?.top);
  expect(
    laid.pieces.every(
      ({ block }) => JSON.stringify(block.style).includes("edges") || JSON.stringify(block).includes("edges"),
    ),
  ).toBe(true);
});

it("splits an overlong paragraph of any content", async () => {
  for (const long of ["word ".repeat(20_000), "x".repeat(100_000), "a\n".repeat(50_000)]) {
    const { laid, blocks } = await layOut(`<pre>${long}</pre>`);
    expect(Math.max(...paragraphs(blocks).map(({ words }) => words.length))).toBeLessThan(4001);
    expect(text(laid).replaceAll(/\s/g, "").length).toBe(long.replaceAll(/\s/g, "").length);
  }
});

it("long pages are laid out in slices and can be aborted", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  await layOut(`<table>${`<tr>${"<td>cell</td>".repeat(10)}</tr>`.repeat(300)}</table>`);
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  const abort = new AbortController();
  const laying = layOut("<p>x</p>".repeat(5000), { signal: abort.signal });
  abort.abort(new Error("elsewhere"));
  await expect(laying).rejects.toThrow("elsewhere");
});
