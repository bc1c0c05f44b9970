// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forgetSession, signIn } from "../session/store.ts";
import { toast } from "../ui/toast.ts";
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
  ["the server is gone", () => Promise.reject(new TypeError("fetch failed")), "初始化用户数据失败"],
  ["the server fails", async () => answer(500, { code: "internal", message: "Oops" }), "初始化用户数据失败"],
  [
    "the session is over",
    async () => answer(401, { code: "unauthorized", message: "Sign in again" }),
    "Your session has ended. Sign in again.",
  ],
  [
    "there is no team and none can be made",
    async (url: unknown) =>
      String(url).endsWith("get_current_user_info")
        ? answer(200, { id: "usr_1", name: "Ada", avatar: null, inviteCode: null })
        : String(url).endsWith("get_my_organization_list")
          ? answer(200, [])
          : answer(500, { code: "internal", message: "Oops" }),
    "创建团队失败",
  ],
])("when %s, one message says so, however many ask", async (_, respond, message) => {
  fetchMock.mockImplementation(respond);
  const query = sessionQuery("secret");
  await Promise.all([queryClient.prefetchQuery(query), queryClient.prefetchQuery(query), reloadSession()]);
  expect(told.mock.calls.map(([text]) => text)).toEqual([message]);
});
