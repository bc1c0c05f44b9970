// @vitest-environment happy-dom
import { getMyOrganizationList } from "@terrarium/contract/organization";
import { getCurrentUserInfo } from "@terrarium/contract/user";
import { createRoot, type Root } from "react-dom/client";
import { createMemoryRouter, type DataRouter, RouterProvider } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { forgetSession, signIn } from "../../session/store.ts";
import { act } from "../../testing/act.ts";
import { ConsoleLayout } from "./ConsoleLayout.tsx";

const REFUSED = { code: "invite_required", message: "A code is needed", requestId: "req_1" };
const team = { id: "org_1", name: "Team", role: "owner" };
const user = { id: "usr_1", name: "Ada", avatar: null };
const answers: Record<string, () => Response> = {};
let host: HTMLElement;
let root: Root;
let router: DataRouter;

/** Opens a console page as a user with or without an invite code, with a server that rejects the request for teams. */
async function open(inviteCode: string | null) {
  answers[getCurrentUserInfo.path] = () => Response.json({ ...user, inviteCode });
  answers[getMyOrganizationList.path] = () => Response.json(REFUSED, { status: 403 });
  router = createMemoryRouter([
    { path: "/", element: <ConsoleLayout />, children: [{ index: true, element: <p>The page</p> }] },
    { path: "/invite-code", element: <p>A code, please</p> },
  ]);
  await act(() => root.render(<RouterProvider router={router} />));
}

beforeEach(() => {
  signIn("secret");
  vi.stubGlobal("fetch", (address: string) => {
    const answer = answers[address];
    return answer === undefined ? new Promise<Response>(() => undefined) : Promise.resolve(answer());
  });
  host = document.createElement("div");
  root = createRoot(host);
});
afterEach(async () => {
  await act(() => root.unmount());
  forgetSession("logout");
  queryClient.clear();
  vi.unstubAllGlobals();
});

test("asks for a required invite code even if the alpha host could not be fetched", async () => {
  await open(null);
  await expect.poll(() => router.state.location.pathname).toBe("/invite-code");
  expect(host.textContent).toBe("A code, please");
});

test("reloads the teams without a redirect when the user has a code by then", async () => {
  await open("CODE");
  const tryAgain = () => [...host.querySelectorAll("button")].find(({ textContent }) => textContent === "Try Again");
  await expect.poll(tryAgain).toBeDefined();
  expect(router.state.location.pathname).toBe("/");
  answers[getMyOrganizationList.path] = () => Response.json([team]);
  await act(() => tryAgain()?.click());
  await expect.poll(() => host.textContent).toContain("The page");
});
