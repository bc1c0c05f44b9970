// @vitest-environment happy-dom
import { getLoginClientId } from "@terrarium/contract/auth";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { authorizeRequest } from "../../../api/auth.ts";
import { provideTeamPage } from "../../../testing/team-page.ts";
import { RegisterPage } from "../register/RegisterPage.tsx";
import { LoginPage } from "./LoginPage.tsx";

const { page, render } = provideTeamPage();
const buttons = () =>
  [...page().querySelectorAll("button")].filter(({ textContent }) => /GitHub$|Google$/.test(textContent));

/** Mocks a server with these OAuth client ids. */
function serve(githubClientId: string, googleClientId: string | null): void {
  const answer = {
    githubClientId,
    githubAuthorizeUrl: "https://github.com/login/oauth/authorize",
    githubScope: "",
    googleClientId,
    googleAuthorizeUrl: googleClientId && "https://accounts.google.com/o/oauth2/v2/auth",
    googleScope: "",
    localIdentityProvider: false,
    alphaHost: null,
  };
  vi.stubGlobal("fetch", async (address: string) => {
    if (!address.endsWith(getLoginClientId.path)) throw new Error(`${address} was asked for`);
    return Response.json(answer);
  });
}
afterEach(() => void vi.unstubAllGlobals());

test.each([
  ["only GitHub", "Iv1", null, ["GitHub"]],
  ["only Google", "", "123.apps", ["Google"]],
  ["both", "Iv1", "123.apps", ["GitHub", "Google"]],
])("with %s configured, offers only the working sign-in buttons", async (_name, github, google, offered) => {
  serve(github, google);
  await render(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
  );
  const names = () => buttons().map(({ textContent }) => textContent.replace("Continue with ", ""));
  await vi.waitFor(() => expect(names()).toEqual(offered));
  await render(
    <MemoryRouter>
      <RegisterPage />
    </MemoryRouter>,
  );
  const enabled = () => buttons().filter(({ disabled }) => !disabled);
  await vi.waitFor(() =>
    expect(
      enabled()
        .map(({ textContent }) => textContent)
        .toSorted(),
    ).toEqual(offered),
  );
});

test("an unconfigured sign-in stays on the page and shows the reason", async () => {
  serve("", "123.apps");
  await expect(authorizeRequest("github", "https://devices.example")).rejects.toThrow(
    "sign-in with GitHub is not set up on this server",
  );
});
