import { isTag, type Element } from "domhandler";
import { textContent } from "domutils";
import { describe, expect, it } from "vitest";
import { missingControl, pressChoice, resetForm, submission, type FormValues } from "./form-data.ts";
import { PAGE_LIMITS, type PageDocument } from "./page-document.ts";
import { parseHtml } from "./parse-html.ts";

const never = new AbortController().signal;
const parse = (html: string, address = "https://site.test/dir/page.html") => parseHtml(html, new URL(address), never);
const all = (element: Element): Element[] => [element, ...element.children.filter(isTag).flatMap(all)];
const words = (page: PageDocument): string => textContent(page.body).replaceAll(/\s+/g, " ").trim();
const byName = (page: PageDocument, name: string) =>
  [...page.controls.values()].filter((control) => control.name === name);

describe("parsing a page", () => {
  it("closes open elements and separates scripts, styles and titles", async () => {
    const page = await parse(`<!doctype html><html lang=en><head><title> The  page </title><style>p{}</style>
      <script>alert("<p>")</script></head><body class=x><ul><li>a<li>b<ol><li>c</ol></ul><p>one<p>two &amp; &#x4e2d;`);
    expect(page.title).toBe("The page");
    expect(words(page)).toBe("The page abconetwo & 中");
    const names = all(page.root).map(({ name }) => name);
    expect(names).toEqual(["html", "body", "title", "ul", "li", "li", "ol", "li", "p", "p"]);
    expect([page.root.attribs.lang, page.body.attribs.class]).toEqual(["en", "x"]);
  });

  it("resolves links by the page's base, without links from the web to files", async () => {
    const html = `<a href="../x?y#z">l</a><img src=p.png width=50><a href="file:///sdcard/secret">s</a>
      <a href="javascript:alert(1)">j</a>`;
    const found = async (address: string, written = html) => {
      const { links, images } = await parse(written, address);
      return [...links.values(), ...[...images.values()].map(({ src }) => src)];
    };
    expect(await found("https://site.test/dir/page.html")).toEqual([
      "https://site.test/x?y#z",
      "javascript:alert(1)",
      "https://site.test/dir/p.png",
    ]);
    expect(await found("file:///sdcard/a/b.html")).toContain("file:///sdcard/secret");
    const based = `<base href="https://other.test/deep/"><a href="x">l</a>`;
    expect(await found("https://site.test/", based)).toEqual(["https://other.test/deep/x"]);
  });

  it("omits invisible content and shows noscript content", async () => {
    const page = await parse(
      `<template>a</template><svg><text>b</text></svg><video>c</video><noscript>d</noscript><p>e</p>`,
    );
    expect(words(page)).toBe("de");
  });

  it("finds a refresh to another address", async () => {
    const page = await parse(`<meta http-equiv=refresh content="3; url=/next">`);
    expect(page.refresh).toEqual({ afterS: 3, address: "https://site.test/next" });
    expect((await parse(`<meta http-equiv=refresh content="0;url=file:///sdcard/">`)).refresh).toBeUndefined();
  });

  it("stops at limits of depth and length, and reports them", async () => {
    const deep = await parse(`<p>before</p>${"<div>".repeat(100_000)}x`);
    expect([deep.cut, words(deep)]).toEqual(["deep", "before"]);
    expect((await parse("word ".repeat(200_000))).cut).toBe("long");
    const many = await parse("<p>x</p>".repeat(PAGE_LIMITS.elements + 10));
    expect([many.cut, all(many.root).length]).toEqual(["long", PAGE_LIMITS.elements + 2]);
    const attribute = await parse(
      `<p title="${"x".repeat(1_000_000)}">ok</p><a href="${"y".repeat(3_000_000)}">link</a>`,
    );
    expect(words(attribute)).toBe("oklink");
    const odd = await parse(`</p></div><p>a</b></i>${"<table>".repeat(30)}<td>loose</html></body>end`);
    expect(words(odd)).toBe("alooseend");
  });

  it("stops when aborted", async () => {
    const abort = new AbortController();
    const reading = parseHtml("<p>word</p>".repeat(100_000), new URL("about:x"), abort.signal);
    abort.abort(new Error("elsewhere"));
    await expect(reading).rejects.toThrow("elsewhere");
  });
});

describe("forms", () => {
  const html = `<form action="/find?old=1"><input name=q value="a b"><input type=hidden name=h value=1>
    <input type=checkbox name=c value=yes><input type=radio name=r value=1 checked><input type=radio name=r value=2>
    <select name=s><optgroup><option value=x>Ex<option selected>Why</optgroup></select><textarea name=t>
one
two</textarea><input name=off value=1 disabled><button name=go value=now>Go <b>now</b></button></form>
    <form method=post action=/send><input name=p type=password required><input type=submit></form>`;

  it("send their values", async () => {
    const page = await parse(html);
    const [go] = byName(page, "go");
    expect(go?.placeholder).toBe("Go now");
    const sent = submission(page, 0, new Map(), go);
    expect(sent).toEqual({ address: "https://site.test/find?q=a+b&h=1&r=1&s=Why&t=one%0D%0Atwo&go=now" });
    const [password] = byName(page, "p");
    expect(missingControl(page, 1, new Map())).toBe(password);
    const values: FormValues = new Map([[password?.id ?? 0, { value: "s&e", checked: false }]]);
    expect(missingControl(page, 1, values)).toBeUndefined();
    expect(submission(page, 1, values, undefined)).toEqual({ address: "https://site.test/send", form: "p=s%26e" });
  });

  it("support checkboxes, radio buttons and reset", async () => {
    const page = await parse(html);
    const [first, second] = byName(page, "r");
    const [box] = byName(page, "c");
    if (!first || !second || !box) throw new Error("controls are missing");
    const chosen = pressChoice(page, box, pressChoice(page, second, new Map()));
    expect(submission(page, 0, chosen, undefined)?.address).toContain("c=yes&r=2");
    expect(submission(page, 0, resetForm(page, 0, chosen), undefined)?.address).toContain("h=1&r=1");
  });
});
