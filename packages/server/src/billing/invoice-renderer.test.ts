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

test("renders in other threads, with limits per team and total", async () => {
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
  // This thread stayed free: its event loop ran several turns during the rendering.
  expect(delay.count).toBeGreaterThan(10);
});

test("limits a person's renderings over many teams", async () => {
  const render = createInvoiceRenderer();
  const ask = (userId: string, team: string) => render(userId, invoice, { id: team, name: "Team" }, "");
  const asked = await Promise.allSettled([
    ...Array.from({ length: 16 }, (_, n) => ask("usr_1", `org_${n}`)),
    ask("usr_2", "org_of_other"),
  ]);
  const isServed = asked.map(({ status }) => status === "fulfilled");
  expect(isServed).toEqual([...Array(4).fill(true), ...Array(12).fill(false), true]);
});
