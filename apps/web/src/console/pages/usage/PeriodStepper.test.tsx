// @vitest-environment happy-dom
import type { Usage } from "@terrarium/contract/usage";
import { useState } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test } from "vitest";
import { act } from "../../../testing/act.ts";
import { PeriodStepper } from "./PeriodStepper.tsx";

const NOW = new Date(2026, 10, 21, 12);
const NOVEMBER: Usage = {
  period: "monthly",
  timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  from: new Date(2026, 10, 1).toISOString(),
  to: new Date(2026, 11, 1).toISOString(),
  buckets: [],
  totals: { sandboxesStarted: 0, costMicroDollars: 0, vcpuHours: 0, ramHours: 0 },
  forecastMicroDollars: null,
};
let host: HTMLElement;
let root: Root;

/** Keeps November on display, whatever period is requested. */
function Probe() {
  const [at, setAt] = useState<string>();
  return (
    <>
      <PeriodStepper usage={NOVEMBER} period="monthly" at={at} nowMs={NOW.getTime()} onChange={setAt} />
      <p id="asked">{at}</p>
    </>
  );
}

const button = (label: string) => host.querySelector<HTMLButtonElement>(`[aria-label="${label}"]`);
const asked = () => host.querySelector("#asked")?.textContent;
const press = (label: string) => act(() => button(label)?.click());

beforeEach(async () => {
  host = document.createElement("div");
  root = createRoot(host);
  await act(() => root.render(<Probe />));
});
afterEach(() => act(() => root.unmount()));

test("each press moves one period, even while loading, and never into the future", async () => {
  expect(button("Next period")?.disabled).toBe(true);
  await press("Previous period");
  await press("Previous period");
  expect(asked()).toBe(new Date(2026, 8, 1).toISOString());
  await press("Next period");
  expect(asked()).toBe(new Date(2026, 9, 1).toISOString());
  await press("Next period");
  expect(button("Next period")?.disabled).toBe(true);
});
