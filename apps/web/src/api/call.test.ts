// @vitest-environment happy-dom
import { deleteAnApiKey } from "@terrarium/contract/api-key";
import { githubCallback } from "@terrarium/contract/auth";
import { createBox, getBox, listBoxes, terminateBox } from "@terrarium/contract/boxes";
import { DEVICE_START_TIMEOUT_MS } from "@terrarium/contract/limits";
import { deleteAnOrganization } from "@terrarium/contract/organization";
import { deleteSandbox } from "@terrarium/contract/sandbox";
import { deleteUser, getCurrentUserInfo } from "@terrarium/contract/user";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { forgetSession, signIn, useSession } from "../session/store.ts";
import { ApiError, ConnectionError } from "./api-error.ts";
import { call } from "./call.ts";

const fetchMock = vi.fn<typeof fetch>();
const answer = (status: number, body: unknown, headers = {}) =>
  fetchMock.mockResolvedValueOnce(new Response(JSON.stringify(body), { status, headers }));
const user = { id: "usr_1", name: "Ada", avatar: null, inviteCode: null };

beforeEach(() => {
  vi.stubGlobal("fetch", fetchMock);
  signIn("secret");
});
afterEach(() => {
  forgetSession("unauthorized");
  vi.unstubAllGlobals();
  fetchMock.mockReset();
});

test("a call sends the token and parses the response", async () => {
  answer(200, user);
  expect(await call(getCurrentUserInfo)).toEqual(user);
  expect(fetchMock.mock.calls[0]).toMatchObject([
    "/api/v1/user/get_current_user_info",
    { method: "GET", headers: { authorization: "Bearer secret" } },
  ]);
});

test("parameters, query and body go to their places in the request", async () => {
  answer(200, {});
  await call(deleteAnApiKey, { body: { organizationId: "org_1", apiKeyId: "key_1" } });
  expect(fetchMock.mock.calls[0]?.[1]).toMatchObject({
    method: "POST",
    headers: { "content-type": "application/json" },
    body: '{"organizationId":"org_1","apiKeyId":"key_1"}',
  });
  answer(404, {});
  await expect(call(getBox, { params: { boxId: "a/b" } })).rejects.toThrow(ApiError);
  expect(fetchMock.mock.calls[1]?.[0]).toBe("/api/v1/boxes/a%2Fb");
  answer(200, { data: [], page: 2, pageSize: 10, total: 0 });
  await call(listBoxes, { query: { page: 2, pageSize: undefined } });
  expect(fetchMock.mock.calls[2]?.[0]).toBe("/api/v1/boxes?page=2");
});

test("an error response becomes an ApiError with the server's message", async () => {
  answer(429, { code: "sandbox_limit", message: "Sandbox number limit reached" }, { "x-request-id": "req_7" });
  await expect(call(getCurrentUserInfo)).rejects.toMatchObject({
    status: 429,
    code: "sandbox_limit",
    message: "Sandbox number limit reached",
    requestId: "req_7",
  });
  fetchMock.mockResolvedValueOnce(new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  await expect(call(getCurrentUserInfo)).rejects.toMatchObject({
    code: "unknown",
    message: "The server returned status 502 Bad Gateway",
  });
});

test("rejects a response that is not JSON", async () => {
  fetchMock.mockResolvedValueOnce(new Response("<html>"));
  await expect(call(getCurrentUserInfo)).rejects.toThrow(SyntaxError);
});

test("a 401 ends the session, except for a failed sign-in or a newer session", async () => {
  answer(401, { code: "unauthorized", message: "no" });
  await expect(call(githubCallback, { body: { code: "x" } })).rejects.toThrow(ApiError);
  expect(useSession.getState().token).toBe("secret");

  fetchMock.mockImplementationOnce(async () => {
    signIn("newer");
    return new Response("{}", { status: 401 });
  });
  await expect(call(getCurrentUserInfo)).rejects.toThrow(ApiError);
  expect(useSession.getState().token).toBe("newer");

  answer(401, {});
  await expect(call(getCurrentUserInfo)).rejects.toThrow(ApiError);
  expect(useSession.getState()).toMatchObject({ token: null, hasLoggedOut: false });
});

test("distinguishes an unreachable server, a timeout and a missing network", async () => {
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(call(getCurrentUserInfo)).rejects.toMatchObject({ failure: "refused" });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  fetchMock.mockRejectedValueOnce(new TypeError("Failed to fetch"));
  await expect(call(getCurrentUserInfo)).rejects.toThrow(ConnectionError);
});

test("a call times out after the contract's limit", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  fetchMock.mockImplementation(
    (_, request) =>
      new Promise((_resolve, reject) => {
        request?.signal?.addEventListener("abort", () => reject(new DOMException("given up", "AbortError")));
      }),
  );
  const failed = vi.fn<(error: unknown) => void>();
  const create = call(createBox, { body: { type: "android" } }).catch(failed);
  const read = call(getCurrentUserInfo).catch(failed);
  await vi.advanceTimersByTimeAsync(9_999);
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  await read;
  expect(failed).toHaveBeenLastCalledWith(
    expect.objectContaining({ failure: "timeout", message: "The server did not answer within 10 s" }),
  );
  await vi.advanceTimersByTimeAsync(DEVICE_START_TIMEOUT_MS - 10_001);
  expect(failed).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1);
  await create;
  expect(failed).toHaveBeenLastCalledWith(
    expect.objectContaining({ failure: "timeout", message: "The server did not answer within 310 s" }),
  );
});

test.each([deleteSandbox, deleteAnOrganization, deleteUser])(
  "$name, which ends devices, times out after a minute, the limit for ending one device, and its dialog stays open",
  ({ timeoutMs }) => expect([timeoutMs, terminateBox.timeoutMs]).toEqual([60_000, 60_000]),
);

test("an aborted call rejects with the caller's reason, not as a network failure", async () => {
  fetchMock.mockImplementation(async (_, request) => {
    request?.signal?.throwIfAborted();
    return new Promise((_resolve, reject) => {
      request?.signal?.addEventListener("abort", () => reject(request.signal?.reason));
    });
  });
  const caller = new AbortController();
  const read = call(getCurrentUserInfo, { signal: caller.signal });
  caller.abort(new Error("another page"));
  await expect(read).rejects.toThrow("another page");
  await expect(call(getCurrentUserInfo, { signal: caller.signal })).rejects.toThrow("another page");
});
