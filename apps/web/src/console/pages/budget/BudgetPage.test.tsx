// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { getBudget } from "@terrarium/contract/budget";
import { MemoryRouter } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { typeInto } from "../../../testing/type-into.ts";
import { BudgetPage } from "./BudgetPage.tsx";
import { BUDGET } from "./testing/budget.ts";

const answerBudget = vi.fn<() => Promise<Response>>();
const { page, render } = provideTeamPage();

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "setInterval", "Date"] });
  vi.spyOn(console, "error").mockReturnValue();
  const unanswered = new Promise<Response>(() => undefined);
  vi.stubGlobal("fetch", (address: string) => (address.endsWith(getBudget.path) ? answerBudget() : unanswered));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("refreshes spending and other members' changes, and keeps typed values, also while the server is unreachable", async () => {
  answerBudget.mockImplementation(async () => Response.json(BUDGET));
  await render(
    <MemoryRouter>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <BudgetPage />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  const later = (byMs: number) => act(() => vi.advanceTimersByTimeAsync(byMs));
  const amounts = async () => {
    await later(1);
    return [...page().querySelectorAll("input")].map(({ value }) => value);
  };
  await expect.poll(amounts).toEqual(["100", "0"]);
  await typeInto(page().querySelector("input"), "300");
  answerBudget.mockImplementation(async () =>
    Response.json({ ...BUDGET, usedMicroDollars: 7_000_000, alertDollars: 5 }),
  );
  await later(15_000);
  await expect.poll(amounts).toEqual(["300", "5"]);
  expect(page().textContent).toContain("$7.00");
  answerBudget.mockClear();
  answerBudget.mockRejectedValue(new TypeError("away"));
  await later(15_000);
  expect(answerBudget).toHaveBeenCalled();
  expect(await amounts()).toEqual(["300", "5"]);
});
