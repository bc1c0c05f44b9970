import { readFile } from "node:fs/promises";
import type { Invoice } from "@terrarium/contract/billing";
import { MICRO_DOLLARS_PER_DOLLAR, PRICE } from "@terrarium/contract/pricing";
import { fontPart, ROBOTO } from "@terrarium/fonts/font-parts";
// oxlint-disable-next-line import/no-named-as-default -- its types know only the default export
import PDFDocument from "pdfkit";
import { writeMixedText } from "./mixed-text.ts";

const MARGIN_PT = 56;
const COLUMN_PT = 150;
const TEXT_PT = 10;
/** Ascent of Roboto. */
const ASCENT_EM = 0.928;
const HOURS_DIGITS = 4;

/** Embedded, because readers replace missing fonts, and columns then lose their alignment. */
const readFont = (weight: number) => readFile(fontPart(ROBOTO, "latin").path(`${weight}-normal.woff`));

/** Renders an invoice as a PDF document of one page. `howToPay` is a sentence for unpaid invoices. */
export async function renderInvoice(
  invoice: Invoice,
  team: { id: string; name: string },
  howToPay: string,
): Promise<Buffer> {
  const document = new PDFDocument({
    size: "A4",
    margin: MARGIN_PT,
    lang: "en",
    info: { Title: `Invoice ${invoice.id}`, Author: "Terrarium", CreationDate: new Date(invoice.date) },
  });
  const done = collect(document);
  const [regular, bold] = await Promise.all([readFont(400), readFont(700)]);
  document.registerFont("Regular", regular).registerFont("Bold", bold);
  const row = (label: string, value: string, font = "Regular") => {
    const { y } = document;
    const rightPt = document.page.width - MARGIN_PT - COLUMN_PT;
    document.font(font).text(label, MARGIN_PT, y, { width: rightPt - MARGIN_PT });
    const bottom = document.y;
    document.text(value, rightPt, y, { width: COLUMN_PT, align: "right" });
    document.y = Math.max(bottom, document.y) + 4;
  };
  const line = () => {
    document.moveDown(0.5);
    document
      .moveTo(MARGIN_PT, document.y)
      .lineTo(document.page.width - MARGIN_PT, document.y)
      .lineWidth(0.5)
      .stroke();
    document.moveDown(0.5);
  };

  document.font("Bold").fontSize(22).text("Terrarium").fontSize(13).text("Invoice").moveDown();
  document.fontSize(TEXT_PT);
  row("Invoice number", invoice.id);
  row("Date", day(invoice.date));
  row("Period (UTC)", `${day(invoice.from)} to ${lastDay(invoice.to)}`);
  const teamAt = document.y;
  row("Team", "");
  const lineHeightPt = document.currentLineHeight(true);
  const column = {
    rightPt: document.page.width - MARGIN_PT,
    baselinePt: teamAt + ASCENT_EM * TEXT_PT,
    widthPt: COLUMN_PT,
    lineHeightPt,
    sizePt: TEXT_PT,
  };
  const lines = await writeMixedText(document, team.name, column, "Regular");
  document.y = teamAt + lines * lineHeightPt + 4;
  row("Team id", team.id);
  line();
  row(`vCPU hours: ${hours(invoice.vcpuHours)}, $${dollars(PRICE.microDollarsPerVcpuHour, 3)} each`, "");
  row(`RAM hours (GB): ${hours(invoice.ramHours)}, $${dollars(PRICE.microDollarsPerGbHour, 3)} each`, "");
  line();
  row("Usage", `$${dollars(invoice.usageMicroDollars, 6)}`);
  row("Covered by credits", `-$${dollars(invoice.creditsMicroDollars, 6)}`);
  row("Amount due", `$${invoice.amount.toFixed(2)}`, "Bold");
  row("Status", { paid: "Paid", due: "Due", failed: "Payment failed" }[invoice.status]);
  if (invoice.status !== "paid") document.moveDown(0.5).text(howToPay, MARGIN_PT, document.y);
  document.end();
  return done;
}

async function collect(document: PDFKit.PDFDocument): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of document as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}

const day = (timestamp: string): string => timestamp.slice(0, 10);
const lastDay = (end: string): string => day(new Date(Date.parse(end) - 1).toISOString());
const hours = (value: number): string => value.toFixed(HOURS_DIGITS);
const dollars = (microDollars: number, digits: number): string =>
  (microDollars / MICRO_DOLLARS_PER_DOLLAR).toFixed(digits);
