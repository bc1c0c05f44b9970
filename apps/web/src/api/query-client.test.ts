// @vitest-environment happy-dom
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetSession, signIn } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
import { ConnectionError } from "./api-error.ts";
import { queryClient, sessionQuery } from "./query-client.ts";
import { reloadSession } from "./reload-session.ts";

const answer = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });
const fetchMock = vi.fn<typeof fetch>();
const told = vi.spyOn(toast, "error").mockImplementation(() => undefined);

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  signIn("secret");
});
afterEach(() => {
  forgetSession("logout");
  queryClient.clear();
  fetchMock.mockReset();
  told.mockClear();
  vi.unstubAllGlobals();
});

test.each([
  ["the server is unreachable", () => Promise.reject(new TypeError("fetch failed")), "初始化用户数据失败"],
  ["the server fails", async () => answer(500, { code: "internal", message: "Oops" }), "初始化用户数据失败"],
  [
    "the session has ended",
    async () => answer(401, { code: "unauthorized", message: "Sign in again" }),
    "Your session has ended. Sign in again.",
  ],
  [
    "the first team cannot be created",
    async (url: unknown) =>
      String(url).endsWith("get_current_user_info")
        ? answer(200, { id: "usr_1", name: "Ada", avatar: null, inviteCode: null })
        : String(url).endsWith("get_my_organization_list")
          ? answer(200, [])
          : answer(500, { code: "internal", message: "Oops" }),
    "创建团队失败",
  ],
])("when %s, shows one message for all failed queries", async (_, respond, message) => {
  fetchMock.mockImplementation(respond);
  const query = sessionQuery("secret");
  await Promise.all([queryClient.prefetchQuery(query), queryClient.prefetchQuery(query), reloadSession()]);
  expect(told.mock.calls.map(([text]) => text)).toEqual([message]);
});

/** Observes a query that fails with an error until the server is back. */
function observe(failure: Error) {
  const queryFn = vi.fn<() => Promise<string>>().mockRejectedValue(failure);
  const observer = new QueryObserver(queryClient, { queryKey: ["list", failure.message], queryFn });
  onTestFinished(observer.subscribe(() => undefined));
  return { queryFn, state: () => observer.getCurrentResult() };
}

test("reports a timed-out request at once and repeats it until it succeeds", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { queryFn, state } = observe(new ConnectionError("timeout", "late"));
  await vi.advanceTimersByTimeAsync(0);
  expect(state().status).toBe("error");
  expect(queryFn).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(queryFn.mock.calls.length).toBeGreaterThan(1);
  queryFn.mockResolvedValue("loaded");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(state().data).toBe("loaded");
  const calls = queryFn.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(queryFn).toHaveBeenCalledTimes(calls);
});

test("retries a query that fails while another one recovers", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const first = observe(new ConnectionError("timeout", "first"));
  await vi.advanceTimersByTimeAsync(0);
  first.queryFn.mockImplementation(() => new Promise((resolve) => setTimeout(resolve, 1_000, "loaded")));
  await vi.advanceTimersByTimeAsync(2_500);
  const second = observe(new ConnectionError("timeout", "second"));
  await vi.advanceTimersByTimeAsync(0);
  expect(first.state().data).toBeUndefined();
  expect(second.state().status).toBe("error");
  second.queryFn.mockResolvedValue("loaded");
  await vi.advanceTimersByTimeAsync(10_000);
  expect(first.state().data).toBe("loaded");
  expect(second.state().data).toBe("loaded");
});
