// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { PlanName } from "@terrarium/contract/pricing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { PlanCard } from "./PlanCard.tsx";
import { plans } from "./plans.ts";

const fetchMock = vi.fn<typeof fetch>();
const leave = vi.spyOn(window.location, "assign").mockReturnValue();
const { page, render } = provideTeamPage();

const show = (current: PlanName) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {plans().map((plan) => (
        <PlanCard key={plan.id} plan={plan} current={current} credits="" />
      ))}
    </QueryClientProvider>,
  );
const buttons = () => [...page().querySelectorAll("button")];

beforeEach(() => void vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  leave.mockClear();
  vi.unstubAllGlobals();
});

test.each([
  ["hobby", "Upgrade to Pro", "/api/v1/billing/upgrade_to_pro"],
  ["pro", "Manage plan", "/api/v1/billing/manage_plan"],
] as const)("a team on %s goes to Stripe with %s only", async (plan, label, path) => {
  fetchMock.mockImplementation(async () => Response.json({ url: "https://stripe.example/1" }));
  await show(plan);
  expect(buttons().map(({ textContent }) => textContent)).toEqual([label]);
  await act(() => buttons()[0]?.click());
  await expect.poll(() => leave.mock.calls).toEqual([["https://stripe.example/1"]]);
  expect(fetchMock.mock.calls.map(([address]) => address)).toEqual([path]);
});

test("shows Stripe's refusal on the card", async () => {
  const error = {
    code: "payments_failed",
    message: "Stripe did not accept the request: no portal",
    requestId: "req_1",
  };
  fetchMock.mockImplementation(async () => Response.json(error, { status: 502 }));
  await show("pro");
  await act(() => buttons()[0]?.click());
  await expect.poll(() => page().querySelector("[role=alert]")?.textContent).toContain("no portal");
  expect(leave).not.toHaveBeenCalled();
});
