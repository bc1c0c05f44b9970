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

const show = (plan: PlanName, paymentsConfigured = true) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      {plans().map((each) => (
        <PlanCard key={each.id} plan={each} billing={{ plan, paymentsConfigured }} credits="" />
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

test.each([
  ["hobby", "Payments are not configured on this server"],
  ["pro", "This server is not connected to Stripe"],
] as const)("without payments, a team on %s reads why the button is disabled", async (plan, reason) => {
  await show(plan, false);
  const [button] = buttons();
  expect(button?.disabled).toBe(true);
  const description = document.querySelector(`[id="${button?.getAttribute("aria-describedby")}"]`);
  expect(description?.textContent).toContain(reason);
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
