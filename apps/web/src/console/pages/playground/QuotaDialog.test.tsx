// @vitest-environment happy-dom
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { useSession } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { QuotaDialog } from "./QuotaDialog.tsx";

const OLDEST = { id: "sbx_oldest", status: "Running", startedAt: "2026-11-21T10:00:00Z" };
const NEXT = { id: "sbx_next", status: "Running", startedAt: "2026-11-21T11:00:00Z" };
const fetchMock = vi.fn<typeof fetch>();
const onRetry = vi.fn<() => void>();
let ended: unknown[];
/** Resolves when the server responds to the end of a sandbox. */
let answering: Promise<void>;
/** Responses of the sandbox list, in order. */
let lists: Promise<Response>[];
let root: Root;

const list = (...data: object[]) => Promise.resolve(Response.json({ data, total: data.length }));
const button = (name: string) => {
  const found = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name);
  if (!found) throw new Error(`there is no button ${name}`);
  return found;
};
const shows = (text: string) =>
  vi.waitFor(() => expect(document.querySelector("[role=dialog]")?.textContent).toContain(text));
async function open(): Promise<void> {
  const none = () => undefined;
  await act(() => root.render(<QuotaDialog isOpen onClose={none} onStop={none} onRetry={onRetry} />));
  await shows("The earlier box must be terminated");
}
async function confirm(): Promise<void> {
  await act(() => button("Confirm").click());
  await vi.waitFor(() => expect(button("Confirm").disabled).toBe(false));
}

beforeEach(() => {
  ended = [];
  answering = Promise.resolve();
  lists = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fetchMock.mockImplementation(async (_address, options) => {
    const body: unknown = JSON.parse(String(options?.body));
    if (typeof body !== "object" || body === null || !("sandboxId" in body))
      return lists.shift() ?? Promise.reject(new Error("not expected"));
    ended.push(body.sandboxId);
    await answering;
    return Response.json({});
  });
  vi.stubGlobal("fetch", fetchMock);
  useSession.setState({ team: { id: "org_1", name: "Team", role: "owner" } });
  root = createRoot(document.createElement("div"));
});
afterEach(async () => {
  await act(() => root.unmount());
  useSession.setState({ team: null });
  onRetry.mockReset();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("disables Confirm until the oldest sandbox is named, and shows progress while it ends", async () => {
  const naming = Promise.withResolvers<Response>();
  lists = [naming.promise, list(OLDEST, NEXT)];
  await open();
  expect(button("Confirm").disabled).toBe(true);
  await act(async () => naming.resolve(await list(OLDEST, NEXT)));
  await shows(OLDEST.id);
  const answer = Promise.withResolvers<void>();
  answering = answer.promise;
  await act(() => button("Confirm").click());
  await shows("Terminating...");
  await act(() => answer.resolve());
  await vi.waitFor(() => expect(button("Confirm").disabled).toBe(false));
  expect(ended).toEqual([OLDEST.id]);
  expect(onRetry).toHaveBeenCalledOnce();
});

test("starts no script for a user who left while the sandbox ends", async () => {
  lists = [list(OLDEST), list(OLDEST)];
  await open();
  await shows(OLDEST.id);
  const answer = Promise.withResolvers<void>();
  answering = answer.promise;
  await act(() => button("Confirm").click());
  await shows("Terminating...");
  await vi.waitFor(() => expect(ended).toEqual([OLDEST.id]));
  await act(() => button("Cancel").click());
  await act(() => answer.resolve());
  expect(onRetry).not.toHaveBeenCalled();
});

test("after a failed load, names the sandbox first and ends it once confirmed", async () => {
  lists = [Promise.reject(new TypeError("fetch failed")), list(OLDEST), list(OLDEST)];
  await open();
  await shows("Failed to find the oldest sandbox");
  await confirm();
  expect(ended).toEqual([]);
  await shows(OLDEST.id);
  await confirm();
  expect(ended).toEqual([OLDEST.id]);
});

test("never ends another sandbox than the named one", async () => {
  lists = [list(OLDEST, NEXT), list(NEXT), list(NEXT)];
  await open();
  await shows(OLDEST.id);
  await confirm();
  expect(ended).toEqual([]);
  await shows(NEXT.id);
});
