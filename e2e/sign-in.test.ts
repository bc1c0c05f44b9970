import { expect, test } from "vitest";
import { atRest, openBrowser, pickName, signInAs } from "./support/browser.ts";
import { providePerson, provideServer } from "./support/fixtures.ts";
import { post } from "./support/server.ts";

const server = provideServer();
const ada = providePerson("ada", server);

/** Opens a browser without a session. */
async function asStranger(
  work: (page: Awaited<ReturnType<typeof openBrowser>>["page"]) => Promise<void>,
): Promise<void> {
  const browser = await openBrowser();
  try {
    await work(browser.page);
  } finally {
    await browser.close();
  }
}

test("/ redirects to the sign-in with its warning and providers", () =>
  asStranger(async (page) => {
    await page.goto(server().origin);
    await page.waitForURL("**/login");
    await page.getByText("Warning: Alpha test only, no SLA guarantee.").waitFor();
    const cards = page.getByRole("region", { name: "Products" }).or(page.getByLabel("Products"));
    for (const name of ["Sandbox", "Browser", "Desktop", "Android/iOS", "MCP", "Learn More"])
      expect(await cards.getByRole("link", { name: new RegExp(`^${name}`) }).getAttribute("href")).toMatch(/^https:/);
    await page.getByText(/Terms of Service and the Privacy Policy/).waitFor();
    await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
  }));

test("the Use Cases film plays in a dialog and pauses", () =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/login`);
    await page.getByRole("button", { name: /^Use Cases/ }).click();
    const video = await page.getByRole("dialog", { name: "Use Cases" }).locator("video").elementHandle();
    if (video === null) throw new Error("the dialog has no video");
    const isPlaying = () =>
      video.evaluate((film) => film instanceof HTMLVideoElement && !film.paused && film.currentTime > 0);
    await expect.poll(isPlaying).toBe(true);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
    expect(await isPlaying()).toBe(false);
  }));

test("signing in returns to the requested page", () =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/templates?q=phone`);
    await page.waitForURL("**/login");
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await page.getByRole("heading", { name: "Who are you?" }).waitFor();
    await pickName(page, "grace");
    await page.waitForURL("**/templates?q=phone");
    await page.getByText("Login successful").waitFor();
    await page.getByText("grace's Team").waitFor();
    const stored = await page.evaluate(() => ({
      token: localStorage.getItem("token"),
      session: localStorage.getItem("auth-storage"),
    }));
    expect(stored.token).toMatch(/^[\w-]{43}$/);
    expect(JSON.parse(stored.session ?? "{}").state).toMatchObject({
      isAuthenticated: true,
      team: { name: "grace's Team", role: "owner" },
    });
  }));

test("the sign-up preserves the redirect target", () =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/templates?q=phone`);
    await page.getByRole("link", { name: "Create your account" }).click();
    await page.waitForURL("**/register");
    await page.getByRole("link", { name: "Sign in" }).click();
    await page.waitForURL("**/login");
    await page.getByRole("link", { name: "Create your account" }).click();
    await page.getByRole("button", { name: "GitHub" }).click();
    await pickName(page, "grace");
    await page.waitForURL("**/templates?q=phone");
  }));

test("Google's button signs in too", () =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/register`);
    await page.getByRole("button", { name: "Google" }).click();
    await pickName(page, "lin");
    await page.waitForURL("**/sandboxes");
  }));

test("accepts and remembers visible names, rejects invisible ones", () =>
  asStranger(async (page) => {
    const asksForName = () => page.getByRole("heading", { name: "Who are you?" }).waitFor();
    const begin = async () => {
      await page.goto(`${server().origin}/login`);
      await page.getByRole("button", { name: "Continue with GitHub" }).click();
      await asksForName();
    };
    await begin();
    await pickName(page, "ad\u202Eada");
    await page
      .getByRole("alert")
      .getByText("A name has no control characters, and none that cannot be seen.")
      .waitFor();
    for (const name of ["Ann Archer", "王小明"]) {
      await pickName(page, name);
      await page.getByText(`${name}'s Team`).waitFor();
      await page.evaluate(() => localStorage.clear());
      await begin();
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
  }));

test.for(["not-a-code", ""])("the code %j returns to the sign-in without a request", (code) =>
  asStranger(async (page) => {
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
    await page.goto(`${server().origin}/logining/github?code=${code}&state=forged`);
    await page.waitForURL("**/login");
    expect(calls).toEqual([]);
    expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  }),
);

test("the specified sign-up links to the sign-in without a request", () =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/register`);
    const calls: string[] = [];
    page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
    await page.getByRole("heading", { name: "Create your account" }).waitFor();
    for (const provider of ["Google", "GitHub"]) await page.getByRole("button", { name: provider }).waitFor();
    const isRefused = (label: string) =>
      page.getByLabel(label).evaluate((field) => field instanceof HTMLInputElement && !field.validity.valid);
    for (const label of ["Full name", "Email address", "Password"]) expect(await isRefused(label)).toBe(true);
    await page.getByLabel("Email address").fill("no address");
    expect(await isRefused("Email address")).toBe(true);
    await page.getByRole("button", { name: "Create account" }).click();
    expect(new URL(page.url()).pathname).toBe("/register");
    expect(await page.getByRole("link", { name: "Sign in" }).getAttribute("href")).toBe("/login");
    await page.getByLabel("Full name").fill("Ada");
    await page.getByLabel("Email address").fill("ada@example.com");
    await page.getByLabel("Password").fill("secret");
    await page.getByRole("button", { name: "Create account" }).click();
    await page.waitForURL("**/login");
    expect(calls).toEqual([]);
  }));

test.each(["/sandboxes/sbx_1/x", "/Sandboxes", "/LOGIN", "/logining/gitlab?code=x"])(
  "%s is not a page for any user",
  (address) =>
    asStranger(async (page) => {
      await page.goto(`${server().origin}${address}`);
      await page.getByText("Oops! Page not found").waitFor();
      expect(page.url()).toBe(`${server().origin}${address}`);
    }),
);

test("an unknown address says so and links home", () =>
  asStranger(async (page) => {
    const logged: string[] = [];
    page.on("console", (message) => logged.push(message.text()));
    await page.goto(`${server().origin}/no-such-page`);
    await page.getByText("Oops! Page not found").waitFor();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await page.waitForURL("**/login");
    expect(logged.join("\n")).toContain("/no-such-page");
  }));

const PROTECTED = [
  "sandboxes",
  "sandboxes/sbx_0000000000000000000000",
  "templates",
  "snapshots",
  "webhooks",
  "usage",
  "team",
  "api-keys",
  "billing",
  "budget",
  "account",
  "playground",
  "audit",
  "invite-code",
];

test.for(PROTECTED)("/%s asks strangers to sign in", (path) =>
  asStranger(async (page) => {
    await page.goto(`${server().origin}/${path}`);
    await page.waitForURL("**/login");
  }),
);

test.for(["login", "register"])("/%s redirects signed-in users", async (path) => {
  const { page } = ada();
  await page.goto(`${server().origin}/${path}`);
  await page.waitForURL("**/sandboxes");
});

test("an unknown token redirects to the sign-in", async () => {
  const browser = await openBrowser();
  await signInAs(browser.page, server().origin, "edsger");
  await browser.page.getByText("No sandboxes found").waitFor();
  await atRest(browser.page);
  const token = await browser.page.evaluate(() => localStorage.getItem("token"));
  expect((await post(server().origin, "/api/v1/auth/logout", undefined, token ?? "")).ok).toBe(true);
  const signedOut = browser.page.waitForURL("**/login");
  // The list refreshes itself and may learn of the ended session before the click.
  const link = browser.page.getByRole("link", { name: "Templates" });
  await Promise.race([signedOut, link.click().catch(() => undefined)]);
  await signedOut;
  expect(await browser.page.evaluate(() => localStorage.getItem("token"))).toBeNull();
  await browser.close();
});

test("signing out asks, clears data and revokes the token", async () => {
  const browser = await openBrowser();
  const { page } = browser;
  await signInAs(page, server().origin, "barbara");
  const token = await page.evaluate(() => localStorage.getItem("token"));
  await page.getByRole("button", { name: /User menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign Out" }).click();
  const dialog = page.getByRole("dialog", { name: "Confirm Logout" });
  await dialog
    .getByText("Are you sure you want to log out? You'll need to sign in again to access your account.")
    .waitFor();
  await dialog.getByRole("button", { name: "Logout" }).click();
  await page.waitForURL("**/login");
  await page.getByText("Logged out successfully").waitFor();
  await expect
    .poll(async () => {
      const headers = { authorization: `Bearer ${token}` };
      return (await fetch(`${server().origin}/api/v1/user/get_current_user_info`, { headers })).status;
    })
    .toBe(401);
  await browser.close();
});
