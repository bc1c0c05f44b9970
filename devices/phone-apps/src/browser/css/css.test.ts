import { describe, expect, it } from "vitest";
import { isElement, type PageDocument, type PageElement } from "../document/page-document.ts";
import { parseHtml } from "../document/parse-html.ts";
import { Cascade, hasColors, hasDarkLook, type LoadedSheet } from "./cascade.ts";
import type { ComputedStyle } from "./computed-style.ts";
import { matchesMedia } from "./media.ts";
import { parseSheet } from "./parse-sheet.ts";
import { readColor, readLength } from "./values.ts";
import { resolveVariables } from "./variables.ts";

const screen = { widthDp: 360, heightDp: 640, dark: false };

async function pageOf(html: string): Promise<{ page: PageDocument; sheets: LoadedSheet[] }> {
  const page = await parseHtml(html, new URL("https://site.test/"), new AbortController().signal);
  const texts = page.sheets.flatMap((sheet) => (sheet.kind === "text" ? [sheet] : []));
  return {
    page,
    sheets: await Promise.all(texts.map(async ({ text, media }) => ({ media, sheet: await parseSheet(text) }))),
  };
}

/** The styles of the elements with an id. */
async function stylesOf(html: string, facts = screen): Promise<Record<string, ComputedStyle>> {
  const { page, sheets } = await pageOf(html);
  const cascade = await Cascade.create(sheets, facts);
  const found: Record<string, ComputedStyle> = {};
  const visit = (element: PageElement, parent: typeof cascade.start): void => {
    const styled = cascade.styleOf(element, parent);
    if (element.attributes.id !== undefined) found[element.attributes.id] = styled.style;
    for (const child of element.children.filter(isElement)) visit(child, styled);
  };
  visit(page.root, cascade.start);
  return found;
}

/** Those of the ids whose element the selector means. */
async function matched(selector: string, body: string): Promise<string[]> {
  const styles = await stylesOf(`<style>${selector} { color: red }</style>${body}`);
  return Object.entries(styles).flatMap(([id, { color }]) => (color === "#ff0000" ? id : []));
}

describe("selectors", () => {
  const list = `<ul id=u class="menu big"><li id=a><li id=b class=on data-x="one two"><li id=c lang=en-GB><b id=d></b></ul><p id=p><a id=l href=/x>x</a><input id=i type=checkbox checked></p><p id=q></p>`;
  it.each([
    ["li", ["a", "b", "c", "d"]],
    ["li.on", ["b"]],
    ["#c", ["c", "d"]],
    [".menu.big > li:first-child", ["a"]],
    ["li:last-child b", ["d"]],
    ["li:nth-child(2n+1)", ["a", "c", "d"]],
    ["li:nth-child(even), #p", ["b", "p", "l", "i"].filter((id) => id !== "l")],
    ["li + li", ["b", "c", "d"]],
    ["ul ~ p:last-of-type", ["q"]],
    ["[data-x~=two]", ["b"]],
    ["[lang|=en]", ["c", "d"]],
    ["a[href^='/']", ["l"]],
    ["li:not(.on):not(#a)", ["c", "d"]],
    [":is(ul, p) > :where(b, a)", ["l"]],
    ["input:checked", ["i"]],
    ["a:hover, a::before", []],
    ["li, li:unknown-thing(", []],
    ["LI.on", ["b"]],
  ])("%s", async (selector, ids) => {
    expect(await matched(selector, list)).toEqual(ids);
  });

  it("do not try every way through a hostile page", async () => {
    const deep = "<div>".repeat(300);
    const selectors = Array.from(
      { length: 60 },
      (_, index) => `${"div ".repeat(11)}.x${index} , ${"div ".repeat(10)} div`,
    );
    const styles = await stylesOf(`<style>${selectors.join(",")}{color:red}</style>${deep}<p id=p>`);
    expect(styles.p?.display).toBe("block");
  });
});

describe("the cascade", () => {
  it("lets the more exact rule win, the later of two, what is important, and the element's own", async () => {
    const { a, b, c, d } = await stylesOf(`<style>
      #a { color: #010101 } p { color: #020202; font-weight: bold } .x { color: #030303 } .x { color: #040404 }
      b { color: #050505 !important } i { color: #060606 }</style>
      <p id=a></p><p id=b class=x></p><b id=c style="color: #070707"></b><i id=d style="color: #080808"></i>`);
    expect([a?.color, b?.color, c?.color, d?.color]).toEqual(["#010101", "#040404", "#050505", "#080808"]);
    expect(a?.bold).toBe(true);
  });

  it("passes on what is inherited, and counts em by the element's own font", async () => {
    const { a, b } = await stylesOf(
      `<div id=a style="font-size: 20px; color: teal; padding: 1em; text-align: center"><p id=b style="font-size: .5em; margin: 2em"></p></div>`,
    );
    expect(a).toMatchObject({ fontSize: 20, padding: { top: { dp: 20 } } });
    expect(b).toMatchObject({
      fontSize: 10,
      color: "#008080",
      textAlign: "center",
      margin: { left: { dp: 20 } },
      padding: { top: { dp: 0 } },
    });
  });

  it("knows shorthands, variables, calculations and old attributes", async () => {
    const { a, b, c, d } = await stylesOf(`<style>:root { --edge: 4px; --c: var(--none, navy) }</style>
      <p id=a style="border: 2px dashed var(--c); margin: 1px 2px 3px; border-left-width: var(--edge); background: url(x.png) no-repeat #fed"></p>
      <p id=b style="width: calc(100% - 2 * 10px); flex: 2 1 30%; font: italic bold 20px/1.5 Courier, monospace; padding: -1px"></p>
      <table border=1 cellpadding=7><tr><td id=c bgcolor=yellow align=right width=50%></table><font id=d color=red size=+2></font>`);
    expect(a).toMatchObject({
      border: { top: { width: 2, color: "#000080", visible: true }, left: { width: 4 } },
      margin: { top: { dp: 1 }, right: { dp: 2 }, bottom: { dp: 3 }, left: { dp: 2 } },
      background: "#ffeedd",
    });
    expect(b).toMatchObject({
      width: { dp: -20, percent: 100 },
      grow: 2,
      basis: { percent: 30 },
      italic: true,
      bold: true,
      mono: true,
      fontSize: 20,
      lineHeight: 1.5,
      padding: { top: { dp: 0 } },
    });
    expect(c).toMatchObject({
      background: "#ffff00",
      textAlign: "end",
      padding: { left: { dp: 7 } },
      border: { top: { visible: true } },
      width: { percent: 50 },
    });
    expect(d).toMatchObject({ color: "#ff0000", fontSize: 24 });
  });

  it("goes by the screen and the theme", async () => {
    const html = `<style>@media (min-width: 600px) { p { color: red } } @media (prefers-color-scheme: dark) { p { color: white } }
      @media print { p { display: none } } @supports (display: grid) { p { color: blue } }</style><p id=p>`;
    expect((await stylesOf(html)).p?.color).toBeUndefined();
    expect((await stylesOf(html, { ...screen, widthDp: 800 })).p?.color).toBe("#ff0000");
    expect((await stylesOf(html, { ...screen, dark: true })).p).toMatchObject({ color: "#ffffff", display: "block" });
    const { page, sheets } = await pageOf(html);
    expect([hasColors(page, sheets), hasDarkLook(page, sheets)]).toEqual([true, true]);
    const plain = await pageOf("<style>p { margin: 0 }</style><p>");
    expect([hasColors(plain.page, plain.sheets), hasDarkLook(plain.page, plain.sheets)]).toEqual([false, false]);
  });
});

it.each([
  ["", true],
  ["screen and (max-width: 400px)", true],
  ["print, (orientation: portrait)", true],
  ["not screen", false],
  ["(width >= 30em)", false],
  ["(300px <= width < 400px)", true],
  ["(min-resolution: 2dppx)", false],
])("whether %j holds on a phone: %s", (query, expected) => {
  expect(matchesMedia(query, screen)).toBe(expected);
});

it("broken sheets lose only what is broken", async () => {
  const { rules, imports } = await parseSheet(
    `@import url("a.css") print; @import 'b.css'; p { color: red;; ;bad; margin 3; } b:unknown { color: blue } i { color: green`,
  );
  expect(imports).toEqual([
    { reference: "a.css", media: "print" },
    { reference: "b.css", media: "" },
  ]);
  expect(rules.map(({ declarations }) => declarations.map(({ value }) => value))).toEqual([["red"], ["green"]]);
  for (const hostile of [
    "{".repeat(100_000),
    "a{b:".repeat(50_000),
    ":not(".repeat(20_000),
    "@media x{".repeat(50_000),
    "\0\uffff</style>",
  ])
    await expect(parseSheet(hostile)).resolves.toBeDefined();
});

it("colours are read as canvases know them, lengths with their units", () => {
  expect(
    ["red", "rgb(1, 2, 3)", "rgba(0,0,0,.5)", "hsl(120 50% 50%)", "#010203", "nocolour", "currentcolor"].map(readColor),
  ).toEqual(["#ff0000", "#010203", "rgba(0, 0, 0, 0.5)", "#40bf40", "#010203", undefined, undefined]);
  const units = { fontSize: 10, rootFontSize: 16, widthDp: 400, heightDp: 800 };
  expect(
    [
      "3px",
      "2em",
      "1.5rem",
      "50vw",
      "25%",
      "0",
      "7",
      "min(10px, 50%)",
      "clamp(1rem, 10vw, 30px)",
      "calc(1px + 2em / 4)",
      "x",
    ].map((text) => readLength(text, units)),
  ).toEqual([
    { dp: 3, percent: 0 },
    { dp: 20, percent: 0 },
    { dp: 24, percent: 0 },
    { dp: 200, percent: 0 },
    { dp: 0, percent: 25 },
    { dp: 0, percent: 0 },
    undefined,
    { dp: 10, percent: 0 },
    { dp: 30, percent: 0 },
    { dp: 6, percent: 0 },
    undefined,
  ]);
});

it("variables that mean themselves, or grow without end, mean nothing", () => {
  expect(resolveVariables("var(--a) var(--b, 2px)", new Map([["--a", "1px"]]))).toBe("1px 2px");
  expect(
    resolveVariables(
      "var(--a)",
      new Map([
        ["--a", "var(--b)"],
        ["--b", "var(--a)"],
      ]),
    ),
  ).toBeUndefined();
  const laughs = new Map(
    Array.from({ length: 20 }, (_, index) => [`--l${index + 1}`, `var(--l${index}) `.repeat(10)] as const),
  );
  expect(resolveVariables("var(--l20)", laughs.set("--l0", "ha"))).toBeUndefined();
});
