// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { Budget } from "@terrarium/contract/budget";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { act } from "../../../testing/act.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { typeInto } from "../../../testing/type-into.ts";
import { toast } from "../../../ui/toast.ts";
import { LimitCard } from "./LimitCard.tsx";
import { BUDGET } from "./testing/budget.ts";

const fetchMock = vi.fn<typeof fetch>();
const queries = new QueryClient();
const { page, render } = provideTeamPage();

const show = (budget: Budget) =>
  render(
    <QueryClientProvider client={queries}>
      <LimitCard budget={budget} canEdit />
    </QueryClientProvider>,
  );
const input = () => page().querySelector("input");
const toggle = () => page().querySelector<HTMLElement>("[role=switch]");
const state = () => ({
  amount: input()?.value,
  isOn: toggle()?.getAttribute("aria-checked"),
  isUnsaved: page().textContent.includes("Not saved yet"),
});
const type = (text: string) => typeInto(input(), text);

beforeEach(() => void vi.stubGlobal("fetch", fetchMock));
afterEach(() => {
  fetchMock.mockReset();
  vi.unstubAllGlobals();
});

test("shows another member's limit as saved, not as an unsaved change", async () => {
  await show(BUDGET);
  expect(state()).toEqual({ amount: "100", isOn: "true", isUnsaved: false });
  await show({ ...BUDGET, limitDollars: 250 });
  expect(state()).toEqual({ amount: "250", isOn: "true", isUnsaved: false });
  await show({ ...BUDGET, limitEnabled: false });
  expect(state()).toEqual({ amount: "100", isOn: "false", isUnsaved: false });
});

test("keeps typed and switched values until saved, then follows other members again", async () => {
  await show({ ...BUDGET, limitEnabled: false });
  await act(() => toggle()?.click());
  await type("300");
  await show({ ...BUDGET, limitEnabled: false, limitDollars: 250 });
  expect(state()).toEqual({ amount: "300", isOn: "true", isUnsaved: true });
  const saved = { ...BUDGET, limitDollars: 300 };
  fetchMock.mockImplementationOnce(async () => Response.json(saved));
  await act(() => page().querySelector("form")?.requestSubmit());
  await vi.waitFor(() => expect(fetchMock).toHaveBeenCalledOnce());
  await vi.waitFor(async () => {
    await show({ ...BUDGET, limitEnabled: false, limitDollars: 40 });
    expect(state()).toEqual({ amount: "40", isOn: "false", isUnsaved: false });
  });
});

const submit = () => act(() => page().querySelector("form")?.requestSubmit());
const sent = () => fetchMock.mock.calls.map(([, request]) => JSON.parse(String(request?.body)));

test("sends only changed fields, since another member may have changed the rest", async () => {
  fetchMock.mockImplementation(async () => Response.json(BUDGET));
  await show({ ...BUDGET, limitEnabled: false });
  await act(() => toggle()?.click());
  await submit();
  await expect.poll(sent).toEqual([{ organizationId: "org_1", limitEnabled: true }]);
  await show(BUDGET);
  await expect.poll(state).toEqual({ amount: "100", isOn: "true", isUnsaved: false });
  await type("300");
  await submit();
  await expect.poll(sent).toHaveLength(2);
  expect(sent()[1]).toEqual({ organizationId: "org_1", limitDollars: 300 });
});

test("switches a limit off without sending the typed amount", async () => {
  fetchMock.mockImplementation(async () => Response.json({ ...BUDGET, limitEnabled: false }));
  await show(BUDGET);
  await type("1.005");
  await act(() => toggle()?.click());
  await submit();
  await expect.poll(sent).toEqual([{ organizationId: "org_1", limitEnabled: false }]);
  await vi.waitFor(async () => {
    await show({ ...BUDGET, limitEnabled: false });
    expect(state()).toEqual({ amount: "100", isOn: "false", isUnsaved: false });
  });
});

test("keeps values typed and switched during a save", async () => {
  const answer = Promise.withResolvers<Response>();
  const success = vi.spyOn(toast, "success").mockReturnValue();
  fetchMock.mockReturnValueOnce(answer.promise);
  await show(BUDGET);
  await type("300");
  await submit();
  await type("350");
  await act(() => toggle()?.click());
  await act(() => answer.resolve(Response.json({ ...BUDGET, limitDollars: 300 })));
  await expect.poll(() => success.mock.calls).toEqual([["Budget limit saved"]]);
  await show({ ...BUDGET, limitDollars: 300 });
  expect(state()).toEqual({ amount: "350", isOn: "false", isUnsaved: true });
});

test("reports a failed save to a user who left the page", async () => {
  vi.spyOn(console, "error").mockReturnValue();
  const failure = vi.spyOn(toast, "error").mockReturnValue();
  const answer = Promise.withResolvers<Response>();
  fetchMock.mockReturnValueOnce(answer.promise);
  await show(BUDGET);
  await type("300");
  await act(() => page().querySelector("form")?.requestSubmit());
  await render(null);
  answer.resolve(
    Response.json({ code: "role_required", message: "Owners and admins only", requestId: "req_1" }, { status: 403 }),
  );
  await expect
    .poll(() => failure.mock.calls)
    .toEqual([["Failed to save budget limit", { description: "Owners and admins only" }]]);
});
