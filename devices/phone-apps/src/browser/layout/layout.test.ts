import { describe, expect, it } from "vitest";
import { parseSheet } from "../css/parse-sheet.ts";
import { parseHtml } from "../document/parse-html.ts";
import { layOutPage, type LaidPage } from "./lay-out-page.ts";

const never = new AbortController().signal;
const screen = { widthDp: 360, heightDp: 640, dark: false, fontScale: 1 };

async function layOut(
  html: string,
  options: Partial<typeof screen> = {},
  sizes: Record<string, [number, number]> = {},
): Promise<LaidPage> {
  const page = await parseHtml(html, new URL("https://site.test/"), never);
  const sheets = await Promise.all(
    page.sheets.map(async (sheet) => ({
      media: sheet.media,
      sheet: await parseSheet(sheet.kind === "text" ? sheet.text : ""),
    })),
  );
  const pictures = new Map(
    Object.entries(sizes).map(([name, [width, height]]) => [`https://site.test/${name}`, { width, height }]),
  );
  return await layOutPage(page, sheets, { ...screen, ...options, pictures }, never);
}

const reset = "<style>body, p, div { margin: 0 }</style>";
/** Where the paragraph that begins with these words stands. */
function place({ list }: LaidPage, text: string) {
  const found = list.paragraphs.find((each) => each.text.startsWith(text));
  if (!found) throw new Error(`there is no ${text} among ${list.paragraphs.map((each) => each.text).join("; ")}`);
  return found;
}

describe("lines", () => {
  it("break between words, and within words only where they are wider than the line", async () => {
    const { list } = await layOut(`<p>${"moss and fern ".repeat(20)}</p><p>${"x".repeat(500)}</p>`);
    expect(list.lines.every((line) => line.runs.every((run) => run.x >= 15.5 && run.x + run.width <= 344.5))).toBe(
      true,
    );
    expect(list.lines[0]?.text).toMatch(/^moss and fern .*\w$/);
    expect(list.lines.map((line) => line.text).join("")).toContain("x".repeat(500));
  });

  it("begin at the right where a text is read from there", async () => {
    const { list } = await layOut("<p>שלום <b>עולם</b> ירוק</p>");
    const runs = list.lines[0]?.runs ?? [];
    expect(runs.map((run) => run.text.trim()).filter((text) => text !== "")).toEqual(["שלום", "עולם", "ירוק"]);
    expect((runs[0]?.x ?? 0) + (runs[0]?.width ?? 0)).toBeCloseTo(344, 0);
    expect(runs.at(-1)?.x).toBeLessThan(runs[0]?.x ?? 0);
  });

  it("keep spaces and breaks where the page says so, and are aligned as it says", async () => {
    const { list } = await layOut(
      `${reset}<pre>a  b\n c</pre><p style="text-align:right">end</p><p style="text-transform:uppercase">loud<br>er</p>`,
    );
    expect(list.lines.map(({ text }) => text)).toEqual(["a  b", " c", "end", "LOUD", "ER"]);
    const end = list.lines[2]?.runs[0];
    expect((end?.x ?? 0) + (end?.width ?? 0)).toBeCloseTo(360, 0);
  });

  it("say what a touch on them does", async () => {
    const { list } = await layOut(
      `<p>go <a href=/x>one <b>way</b></a> <label for=c>agree</label> <input type=checkbox id=c></p>`,
    );
    expect(list.touches.map(({ label, action }) => [label.trim(), action.kind])).toEqual([
      ["one way", "link"],
      ["agree", "label"],
    ]);
    expect(list.atoms).toHaveLength(1);
  });
});

describe("boxes", () => {
  it("stand below each other, with margins that are one where they touch", async () => {
    const laid = await layOut(
      `${reset}<div style="padding: 10px; border: 2px solid red; margin: 5px"><p style="margin-bottom: 20px">one<p style="margin-top: 8px">two</div><p>three`,
    );
    const [one, two, three] = ["one", "two", "three"].map((text) => place(laid, text));
    expect(one).toMatchObject({ x: 17, y: 17 });
    expect((two?.y ?? 0) - (one?.y ?? 0) - (one?.height ?? 0)).toBeCloseTo(20);
    expect((three?.y ?? 0) - (two?.y ?? 0) - (two?.height ?? 0)).toBeCloseTo(17);
    expect(laid.list.boxes[0]).toMatchObject({
      x: 5,
      y: 5,
      width: 350,
      border: { top: { width: 2, color: "#ff0000" } },
    });
  });

  it("are as wide as the page says, and never wider than the screen", async () => {
    const laid = await layOut(`${reset}<div style="width: 50%; margin: auto; background: red">half</div>
      <div style="max-width: 200px; margin: 0 auto; background: blue">most</div><div style="width: 2000px; background: lime">far</div>
      <span style="display: inline-block; padding: 5px; background: navy">tight</span>`);
    expect(laid.list.boxes.map(({ x, width }) => [Math.round(x), Math.round(width)]).slice(0, 3)).toEqual([
      [90, 180],
      [80, 200],
      [0, 360],
    ]);
    expect(laid.list.boxes[3]?.width).toBeLessThan(60);
  });

  it("number and mark the items of lists", async () => {
    const { list } = await layOut(
      "<ol start=3><li>a<li>b<ul><li>c</ul></ol><ol style='list-style: upper-roman'><li value=9>d</ol><ul style='list-style: none'><li>e</ul>",
    );
    const marks = list.lines.filter(({ text }) => text === "").map(({ runs }) => runs[0]?.text);
    expect(marks).toEqual(["3.", "4.", "•", "IX."]);
  });

  it("that are not to be seen are left out", async () => {
    const { list } = await layOut(
      `<p hidden>a</p><p style="display: none">b</p><p style="visibility: hidden">c</p><p>d</p>`,
    );
    expect(list.paragraphs.map(({ text }) => text)).toEqual(["d"]);
  });
});

describe("flex containers", () => {
  it("share the room by their factors, and give up what is missing", async () => {
    const laid = await layOut(
      `${reset}<div style="display: flex; gap: 10px"><p style="flex: 1">a</p><p style="flex: 2">b</p><p style="width: 50px">c</p></div>`,
    );
    expect(["a", "b", "c"].map((text) => Math.round(place(laid, text).x))).toEqual([0, 107, 310]);
    const narrow = await layOut(
      `${reset}<div style="display: flex"><p style="width: 300px">a</p><p style="width: 300px">b</p></div>`,
    );
    expect(place(narrow, "b").x).toBeCloseTo(180);
  });

  it("wrap, spread and align", async () => {
    const laid =
      await layOut(`${reset}<div style="display: flex; justify-content: space-between; align-items: center"><p>left</p><p style="height: 100px">tall</p><p>right</p></div>
      <div style="display: flex; flex-wrap: wrap">${"<p style='width: 150px'>w</p>".repeat(3)}</div>
      <div style="display: flex; flex-direction: column; align-items: flex-end"><p>down</p><p>there</p></div>
      <div style="display: flex"><p>first</p><p style="margin-left: auto">last</p></div>`);
    expect(place(laid, "left").x).toBe(0);
    expect(place(laid, "left").y).toBeCloseTo(50 - place(laid, "left").height / 2);
    const right = place(laid, "right");
    expect(right.x + right.width).toBeCloseTo(360, 0);
    const rows = laid.list.paragraphs.filter(({ text }) => text === "w").map(({ x, y }) => [x, y]);
    expect(rows.map(([x]) => x)).toEqual([0, 150, 0]);
    expect(rows[2]?.[1]).toBeGreaterThan(rows[0]?.[1] ?? 0);
    expect(place(laid, "down").x).toBeGreaterThan(300);
    expect(place(laid, "last").x).toBeGreaterThan(300);
  });
});

describe("tables", () => {
  it("put cells beside each other, as wide as what is in them", async () => {
    const laid = await layOut(`<table><tr><th>Name<th>n<tr><td>A rather long name<td>1<tr><td colspan=2>both</table>`);
    const [name, long, one] = ["Name", "A rather", "1"].map((text) => place(laid, text));
    expect(one?.y).toBe(long?.y);
    expect((one?.x ?? 0) - (long?.x ?? 0)).toBeGreaterThan(100);
    expect(long?.y).toBeGreaterThan(name?.y ?? 0);
  });

  it("let cells reach over rows, and fit the screen", async () => {
    const laid =
      await layOut(`${reset}<table style="width: 100%; border-collapse: collapse" cellpadding=0><tr><td rowspan=2>tall<td>up<tr><td>down</table>
      <table><tr>${"<td>many words in a cell</td>".repeat(8)}</tr></table>`);
    expect(place(laid, "up").x).toBe(place(laid, "down").x);
    expect(place(laid, "down").y).toBeGreaterThan(place(laid, "up").y);
    expect(laid.list.lines.every(({ runs }) => runs.every(({ x, width }) => x + width <= 361))).toBe(true);
  });

  it("keep what stands loose in them", async () => {
    const laid = await layOut(`${"<table>".repeat(30)}loose<td>words`);
    expect([place(laid, "loose"), place(laid, "words")]).toHaveLength(2);
    const deep = await layOut(`${"<b><i><table><tr><td>".repeat(50)}deep in tables`);
    expect(
      deep.list.lines
        .map(({ text }) => text)
        .join("")
        .replaceAll(" ", ""),
    ).toContain("deepintables");
  });
});

it("pictures are as large as the page says or as they are, and no wider than the line", async () => {
  const html = `${reset}<img src=a.png><br><img src=a.png width=100><br><img src=b.png style="width: 50%"><br><img src=none.png alt="what it was">`;
  const { list } = await layOut(html, {}, { "a.png": [800, 400], "b.png": [10, 20] });
  expect(list.atoms.map(({ width, height }) => [width, height]).slice(0, 3)).toEqual([
    [360, 180],
    [100, 50],
    [180, 360],
  ]);
  expect(list.atoms).toHaveLength(4);
});

it("colours of the page make its paper light, whatever the theme; pages without any follow it", async () => {
  expect((await layOut("<p>x", { dark: true })).dark).toBe(true);
  expect(await layOut("<style>body { background: #fff8e7 }</style><p>x", { dark: true })).toMatchObject({
    dark: false,
    background: "#fff8e7",
  });
  expect(
    (await layOut("<meta name=color-scheme content=dark><style>p { color: teal }</style><p>x", { dark: true })).dark,
  ).toBe(true);
});

it("the page is cut into tiles between its lines, each thing in those that it reaches into", async () => {
  const { tiles, list } = await layOut(`<div style="background: red">${"<p>some words</p>".repeat(300)}</div>`);
  expect(tiles.length).toBeGreaterThan(10);
  expect(tiles.reduce((sum, { height }) => sum + height, 0)).toBeCloseTo(list.height);
  expect(tiles.every(({ boxes }) => boxes.length === 1)).toBe(true);
  expect(tiles.flatMap(({ paragraphs }) => paragraphs)).toHaveLength(300);
  const cut = list.lines.filter((line) =>
    tiles.some(({ top }) => line.y < top - 0.5 && line.y + line.height > top + 0.5),
  );
  expect(cut).toEqual([]);
});

it("long pages and paragraphs are laid out in slices, and it stops when asked to", async () => {
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  const { list } = await layOut(
    `<table>${`<tr>${"<td>cell</td>".repeat(10)}</tr>`.repeat(500)}</table><p>${"word ".repeat(20_000)}</p>`,
  );
  clearInterval(timer);
  expect(turns).toBeGreaterThan(5);
  expect(list.paragraphs.length).toBeGreaterThan(5000);
  const page = await parseHtml("<p>x</p>".repeat(5000), new URL("about:x"), never);
  const abort = new AbortController();
  const laying = layOutPage(page, [], { ...screen, pictures: new Map() }, abort.signal);
  abort.abort(new Error("elsewhere"));
  await expect(laying).rejects.toThrow("elsewhere");
});
