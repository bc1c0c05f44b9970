import { describe, expect, it } from "vitest";
import { readableOn } from "../../../ui/contrast.ts";
import { controlsOf, pressChoice, resetForm, submission, type FormValues } from "./form-data.ts";
import { imageSize } from "./image-size.ts";
import { readColor, readInlineCss } from "./inline-css.ts";
import { boxSizes, layoutPage } from "./layout-page.ts";
import { pageLimits } from "./page-builder.ts";
import type { Block, Inline, PageDocument } from "./page-model.ts";
import { parseHtml } from "./parse-html.ts";

const never = new AbortController().signal;
const parse = (html: string, address = "https://site.test/dir/page.html") => parseHtml(html, new URL(address), never);
const layOut = (page: PageDocument, width = 328) =>
  layoutPage(page, { width, fontScale: 1, boxSize: boxSizes(new Map(), 1) }, never);
const textOf = (inlines: readonly Inline[]): string =>
  inlines
    .map((inline) => (inline.kind === "text" ? inline.text : inline.kind === "break" ? "\n" : `<${inline.kind}>`))
    .join("");
const outline = (page: PageDocument): string[] =>
  page.blocks.map((block: Block) =>
    block.kind === "rule"
      ? "---"
      : block.kind === "row"
        ? block.cells.map((cell) => `${cell.header ? "*" : ""}${textOf(cell.inlines)}`).join("|")
        : `${" ".repeat(block.indent / 24)}${">".repeat(block.quote)}${block.marker ?? ""}${textOf(block.inlines)}`,
  );

describe("reading a page", () => {
  it("gives headings, paragraphs, lists, quotations, code, rules and tables", async () => {
    const page = await parse(`<!doctype html><title> The  page </title><style>p{}</style><script>alert("<p>")</script>
      <h1>One</h1><p>two   <b>three</b>
      four<br>five</p><ul><li>a<li>b<ol start=3><li>c</ol></ul><blockquote><p>q</blockquote><pre>x
  y</pre><hr><table><tr><th>H<td>1<tr><td>2<td><p>3<p>4</table>six &amp; &#x4e2d;`);
    expect(page.title).toBe("The page");
    expect(outline(page)).toEqual([
      "One",
      "two three four\nfive",
      " •a",
      " •b",
      "  3.c",
      ">q",
      "x\n  y",
      "---",
      "*H|1",
      "2|3\n4",
      "six & 中",
    ]);
  });

  it("resolves links and pictures by the page's base, and keeps those of the web away from the device's files", async () => {
    const html = `<a href="../x?y#z">l</a><img src=p.png width=50><a href="file:///sdcard/secret">s</a><a href="javascript:alert(1)">j</a>`;
    const hrefs = async (address: string) =>
      (await parse(html, address)).blocks.flatMap((block) =>
        block.kind === "text"
          ? block.inlines.flatMap((inline) =>
              inline.kind === "text" ? (inline.style.href ?? "none") : inline.kind === "image" ? inline.image.src : [],
            )
          : [],
      );
    expect(await hrefs("https://site.test/dir/page.html")).toEqual([
      "https://site.test/x?y#z",
      "https://site.test/dir/p.png",
      "none",
      "javascript:alert(1)",
    ]);
    expect(await hrefs("file:///sdcard/a/b.html")).toContain("file:///sdcard/secret");
    const based = await parse(`<base href="https://other.test/deep/"><a href="x">l</a>`);
    expect(JSON.stringify(based.blocks)).toContain("https://other.test/deep/x");
  });

  it("leaves out what is hidden", async () => {
    const page = await parse(
      `<p hidden>a</p><p style="display: none">b</p><template>c</template><svg><text>d</text></svg><p>e</p>`,
    );
    expect(outline(page)).toEqual(["e"]);
  });

  it("stops where a page is nested too deep or too long, and says so", async () => {
    const deep = await parse(`<p>before</p>${"<div>".repeat(100_000)}x`);
    expect([deep.cut, outline(deep)]).toEqual(["deep", ["before"]]);
    const long = await parse("word ".repeat(200_000));
    expect(long.cut).toBe("long");
    const many = await parse("<p>x</p>".repeat(pageLimits.blocks + 10));
    expect([many.cut, many.blocks.length]).toEqual(["long", pageLimits.blocks]);
    const rows = await parse(`<table>${"<tr><td>a<td>b".repeat(pageLimits.blocks + 10)}`);
    expect([rows.cut, rows.blocks.length]).toEqual(["long", pageLimits.blocks]);
    const loose = await parse(`${"<table>".repeat(30)}loose<td>words`);
    expect(outline(loose)).toEqual(["loose words"]);
    const unclosed = await parse(`${"<b><i><table><tr><td>".repeat(50)}deep in tables`);
    expect(JSON.stringify(outline(unclosed))).toContain("deep in tables");
    const attribute = await parse(
      `<p title="${"x".repeat(1_000_000)}">ok</p><a href="${"y".repeat(3_000_000)}">link</a>`,
    );
    expect(outline(attribute)).toEqual(["ok", "link"]);
  });

  it("stops when asked to", async () => {
    const abort = new AbortController();
    const reading = parseHtml("<p>word</p>".repeat(100_000), new URL("about:x"), abort.signal);
    abort.abort(new Error("elsewhere"));
    await expect(reading).rejects.toThrow("elsewhere");
  });
});

describe("laying a page out", () => {
  it("breaks lines between words, and words only where they are wider than the line", async () => {
    const laid = await layOut(await parse(`<p>${"moss and fern ".repeat(20)}</p><p>${"x".repeat(500)}</p>`), 200);
    const lines = laid.flatMap((block) => block.lines);
    expect(lines.every((line) => line.runs.every((run) => run.x + run.width <= 200.5))).toBe(true);
    expect(lines[0]?.text).toMatch(/^moss and fern .*\w$/);
    expect(lines.map((line) => line.text).join("")).toContain("x".repeat(500));
  });

  it("goes through long pages in slices, a long paragraph in pieces", async () => {
    const page = await parse(`<p>${"word ".repeat(60_000)}</p>`);
    let turns = 0;
    const timer = setInterval(() => turns++, 0);
    const laid = await layOut(page);
    clearInterval(timer);
    expect(laid.length).toBeGreaterThan(50);
    expect(Math.max(...laid.map((block) => block.lines.length))).toBeLessThanOrEqual(31);
  });

  it("begins at the right where a text is read from there", async () => {
    const [block] = await layOut(await parse("<p>שלום <b>עולם</b> ירוק</p>"), 300);
    const runs = block?.lines[0]?.runs ?? [];
    expect(runs.map((run) => run.text.trim()).filter((text) => text !== "")).toEqual(["שלום", "עולם", "ירוק"]);
    expect((runs[0]?.x ?? 0) + (runs[0]?.width ?? 0)).toBeCloseTo(300, 0);
    expect(runs.at(-1)?.x).toBeLessThan(runs[0]?.x ?? 0);
  });

  it("puts cells beside each other and knows what each row says", async () => {
    const [row] = await layOut(await parse("<table><tr><td>left<td>right</table>"));
    expect(row?.text).toBe("left | right");
    const [left, right] = row?.lines ?? [];
    expect(right?.runs[0]?.x).toBeGreaterThan((left?.runs[0]?.x ?? 0) + 100);
  });
});

describe("forms", () => {
  const html = `<form action="/find?old=1"><input name=q value="a b"><input type=hidden name=h value=1>
    <input type=checkbox name=c value=yes><input type=radio name=r value=1 checked><input type=radio name=r value=2>
    <select name=s><option value=x>Ex<option selected>Why</select><textarea name=t>
one
two</textarea><button name=go value=now>Go <b>now</b></button></form>
    <form method=post action=/send><input name=p type=password><input type=submit></form>`;
  const byName = (page: PageDocument, name: string) => controlsOf(page).filter((control) => control.name === name);

  it("send what stands in them", async () => {
    const page = await parse(html);
    const [go] = byName(page, "go");
    expect(go?.placeholder).toBe("Go now");
    const sent = submission(page, 0, new Map(), go);
    expect(sent).toEqual({ address: "https://site.test/find?q=a+b&h=1&r=1&s=Why&t=one%0D%0Atwo&go=now" });
    const [password] = byName(page, "p");
    const values: FormValues = new Map([[password?.id ?? 0, { value: "s&e", checked: false }]]);
    expect(submission(page, 1, values, undefined)).toEqual({ address: "https://site.test/send", form: "p=s%26e" });
  });

  it("have boxes to check, one of several to choose, and a way back", async () => {
    const page = await parse(html);
    const [first, second] = byName(page, "r");
    const [box] = byName(page, "c");
    if (!first || !second || !box) throw new Error("controls are missing");
    const chosen = pressChoice(page, box, pressChoice(page, second, new Map()));
    expect(submission(page, 0, chosen, undefined)?.address).toContain("c=yes&r=2");
    expect(submission(page, 0, resetForm(page, 0, chosen), undefined)?.address).toContain("h=1&r=1");
  });
});

it("inline styles are read as far as they mean something for text", () => {
  const style = { size: 16, bold: false, italic: false, underline: false, strikethrough: false, mono: false } as const;
  const current = { ...style, color: undefined, background: undefined, href: undefined };
  const css = readInlineCss("COLOR: #ABC; font-weight:700;text-align:right;font-size:2em; position:fixed; x", current);
  expect(css).toMatchObject({ style: { color: "#aabbcc", bold: true, size: 32 }, align: "end", hidden: false });
  expect(["red", "rgb(1, 2, 3)", "rgba(0,0,0,.5)", "nocolour"].map(readColor)).toEqual([
    "#ff0000",
    "#010203",
    undefined,
    undefined,
  ]);
  expect(readableOn("#333333", "#111111")).toBeUndefined();
  expect(readableOn("#ffffff", "#111111")).toBe("#ffffff");
});

it("a picture's size is read from its first bytes, a broken one has none", () => {
  const png = Buffer.alloc(30);
  png.writeUInt32BE(0x89504e47, 0);
  png.writeUInt32BE(50_000, 16);
  png.writeUInt32BE(40_000, 20);
  expect(imageSize(png)).toEqual({ width: 50_000, height: 40_000 });
  const jpeg = Buffer.from("ffd8ffe000104a46494600010100000100010000ffc00011080064012c03012200021101", "hex");
  expect(imageSize(jpeg)).toEqual({ width: 300, height: 100 });
  expect(imageSize(Buffer.from(`GIF89a\x05\0\x07\0${"\0".repeat(30)}`, "latin1"))).toEqual({ width: 5, height: 7 });
  expect(imageSize(Buffer.from("ffd8ff", "hex"))).toBeUndefined();
  expect(imageSize(Buffer.from(`ffd8${"ff".repeat(40)}`, "hex"))).toBeUndefined();
});
