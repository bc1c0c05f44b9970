import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Invoice } from "@terrarium/contract/billing";
import { expect, test } from "vitest";
import { createInvoiceRenderer } from "./invoice-renderer.ts";

const invoice: Invoice = {
  id: "INV-202603-TEST",
  date: "2026-04-01T00:00:00.000Z",
  amount: 0,
  status: "paid",
  description: "",
  part: 1,
  from: "2026-03-01T00:00:00.000Z",
  to: "2026-04-01T00:00:00.000Z",
  vcpuHours: 1,
  ramHours: 1,
  usageMicroDollars: 1,
  creditsMicroDollars: 1,
};

test("invoices are rendered aside, a few of a team and not too many of all at once", async () => {
  const render = createInvoiceRenderer();
  const ask = (team: string) => render("usr_1", invoice, { id: team, name: "漢字 ب ก 한" }, "");
  const refused = { code: "rate_limited" };
  const two = [ask("a"), ask("a")];
  await expect(ask("a")).rejects.toMatchObject(refused);
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  for (const document of [...(await Promise.all(two)), await ask("a")])
    expect(document.subarray(0, 5).toString()).toBe("%PDF-");
  delay.disable();
  // What it takes is not taken from here: some turns of this loop came while the documents were made.
  expect(delay.count).toBeGreaterThan(10);
});

test("a person with many teams has a few places, and leaves others theirs", async () => {
  const render = createInvoiceRenderer();
  const ask = (userId: string, team: string) => render(userId, invoice, { id: team, name: "Team" }, "");
  const asked = await Promise.allSettled([
    ...Array.from({ length: 16 }, (_, n) => ask("usr_1", `org_${n}`)),
    ask("usr_2", "org_of_other"),
  ]);
  const isServed = asked.map(({ status }) => status === "fulfilled");
  expect(isServed).toEqual([...Array(4).fill(true), ...Array(12).fill(false), true]);
});
