// @vitest-environment happy-dom
import { QueryClientProvider } from "@tanstack/react-query";
import { getDeletionEffects, type TeamAfterDeletion } from "@terrarium/contract/user";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../../api/query-client.ts";
import { forgetSession, setUser, signIn, useSession } from "../../../session/store.ts";
import { act } from "../../../testing/act.ts";
import { typeInto } from "../../../testing/type-into.ts";
import { RADIX } from "../../../ui/late-radix.ts";
import { toast } from "../../../ui/toast.ts";
import { readScripts, saveScript } from "../playground/scripts.ts";
import { DeleteAccountDialog } from "./DeleteAccountDialog.tsx";

const success = vi.spyOn(toast, "success").mockReturnValue();
const failure = vi.spyOn(toast, "error").mockReturnValue();
const TEAMS: TeamAfterDeletion[] = [
  { id: "org_1", name: "Ada's Team", outcome: "deleted", newOwner: null, sandboxes: 2 },
];
const button = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Delete Account");
let answer: PromiseWithResolvers<Response>;
let root: Root;

beforeEach(async () => {
  vi.spyOn(console, "error").mockReturnValue();
  answer = Promise.withResolvers();
  vi.stubGlobal("fetch", async (address: string) =>
    address.endsWith(getDeletionEffects.path) ? Response.json(TEAMS) : answer.promise,
  );
  signIn("secret");
  setUser({ id: "usr_1", name: "Ada", avatar: null, inviteCode: null });
  saveScript("usr_1", { id: "script", name: "Script", code: "1" });
  queryClient.setQueryData(["sandboxes"], "Ada's");
  await RADIX.fetch();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  await act(() =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <DeleteAccountDialog isOpen onClose={() => undefined} />
      </QueryClientProvider>,
    ),
  );
  await vi.waitFor(() => {
    if (document.querySelector("section") === null) throw new Error("the teams are still loading");
  });
  await typeInto(document.querySelector("input"), "Ada");
  await act(() => button()?.click());
  // The server revokes the sessions first, so a call from any tab can get a 401 before the account is deleted.
  await act(() => forgetSession("unauthorized"));
  await act(() => root.render(null));
});
afterEach(async () => {
  await act(() => root.unmount());
  document.body.replaceChildren();
  forgetSession("logout");
  queryClient.clear();
  for (const mock of [success, failure]) mock.mockClear();
  vi.unstubAllGlobals();
});

test("a deletion is reported and clears local data, even after a 401", async () => {
  answer.resolve(Response.json({}));
  await expect.poll(() => success.mock.calls).toEqual([["Account successfully deleted"]]);
  expect(readScripts("usr_1")).toEqual([]);
  expect(useSession.getState()).toMatchObject({ token: null, hasLoggedOut: true });
  expect(queryClient.getQueryCache().getAll()).toEqual([]);
});

test("a failed deletion is reported and keeps local data, even after a 401", async () => {
  answer.resolve(Response.json({ code: "internal", message: "No", requestId: "req_1" }, { status: 500 }));
  await expect.poll(() => failure.mock.calls.length).toBe(1);
  expect(readScripts("usr_1")).toHaveLength(1);
});

test("keeps the session of another user who signed in meanwhile", async () => {
  signIn("another one's");
  answer.resolve(Response.json({}));
  await expect.poll(() => success.mock.calls.length).toBe(1);
  expect(useSession.getState().token).toBe("another one's");
});
