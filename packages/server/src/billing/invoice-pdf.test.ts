import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { renderInvoice } from "./invoice-pdf.ts";

const invoice = {
  id: "INV-202611-4F9K20ZB",
  date: "2026-12-01T01:00:00.000Z",
  amount: 12.5,
  status: "due" as const,
  description: "Sandbox usage, November 2026",
  part: 1,
  from: "2026-11-01T00:00:00.000Z",
  to: "2026-12-01T00:00:00.000Z",
  vcpuHours: 1,
  ramHours: 2,
  usageMicroDollars: 12_500_000,
  creditsMicroDollars: 0,
};

/** Returns the inflated streams of the document: pages, fonts, and the fonts' glyph-to-character maps. */
async function streamsOf(teamName: string): Promise<Buffer[]> {
  const document = await renderInvoice(invoice, { id: "org_1", name: teamName }, "Ask the operator.");
  const streams = document.toString("latin1").matchAll(/FlateDecode\n>>\nstream\n([^]*?)\nendstream/g);
  return Array.from(streams, ([, bytes = ""]) => inflateSync(Buffer.from(bytes, "latin1")));
}

const codesOf = (text: string) => Array.from(text, (it) => it.codePointAt(0)?.toString(16).padStart(4, "0"));
const isTrueType = (stream: Buffer) => stream.toString("latin1", 0, 4) === "true";

/** Returns the size of a TrueType font's outlines (its table directory: OpenType specification, "otff"). */
function outlineBytes(font: Buffer): number {
  const entry = font.indexOf("glyf", 12, "latin1");
  return font.readUInt32BE(entry + 12);
}

test.each(["测试团队", "Ωmega", "Ünïcode", "Привет", "한국어", "שלום", "हिन्दी", "Ελλάδα"])(
  "a team's name is on its invoice: %s",
  async (name) => {
    const streams = await streamsOf(name);
    const maps = streams.map(String).filter((text) => text.includes("beginbfrange") || text.includes("beginbfchar"));
    for (const code of codesOf(name.replaceAll(/\p{M}/gu, ""))) expect(maps.join()).toContain(code);
    const fonts = streams.filter(isTrueType).map(outlineBytes);
    expect(fonts.length).toBeGreaterThanOrEqual(2);
    for (const bytes of fonts) expect(bytes).toBeGreaterThan(100);
  },
);

test("prints a question mark for unsupported characters without a font", async () => {
  expect((await streamsOf("\u{1f600}")).filter(isTrueType)).toHaveLength(2);
});
