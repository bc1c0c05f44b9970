import type { Page, Route } from "playwright-core";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { beforeRequest, clearCache, openBrowser, pickName, toast } from "./support/browser.ts";
import { provideBrowser, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const browser = provideBrowser();
const CALLBACK = "*/api/v1/auth/*/callback";

/** Signs in up to the call that exchanges the provider's code, which is then dealt with in another way. */
async function signInUntil(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.route(`*${CALLBACK}`, answer, { times: 1 });
  await pickName(page, "ada");
}

/** Every failure leads to the sign-in, with nothing kept of a session. */
async function expectRefused(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
}

beforeEach(() => browser().page.unrouteAll());

test("while the code is being exchanged the page says so, and it is exchanged once", async () => {
  const { page } = browser();
  const exchanged: string[] = [];
  page.on("request", (request) => request.url().endsWith("/callback") && exchanged.push(request.url()));
  await signInUntil(page, async (route) => {
    await page.getByText("Logging you in...").waitFor();
    await route.continue();
  });
  await toast(page, "Login successful").waitFor();
  await page.waitForURL("**/sandboxes");
  expect(exchanged).toHaveLength(1);
  await page.evaluate(() => localStorage.clear());
});

test("the code that leads to the provider cannot be fetched: it says so, and the button can be pressed again", async () => {
  const { context, page } = await openBrowser();
  onTestFinished(() => context.close());
  const code = "**/assets/calls-*.js";
  await page.route(code, (route) => route.abort());
  await page.goto(`${server().origin}/login`);
  const github = page.getByRole("button", { name: "Continue with GitHub" });
  await github.click();
  await toast(page, "The server could not be reached").waitFor();
  await expect.poll(() => github.isEnabled()).toBe(true);
});

test("an answer without a token", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ json: {} }));
  await expectRefused(page, "Login failed: No token received");
});

test("who is refused once comes, signed in the second time, to the page that was asked for", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/usage?granularity=month`);
  await page.waitForURL("**/login");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.route(`*${CALLBACK}`, (route) => route.fulfill({ json: {} }), { times: 1 });
  await pickName(page, "ada");
  await expectRefused(page, "Login failed: No token received");
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await pickName(page, "ada");
  await page.waitForURL("**/usage?granularity=month");
  await page.evaluate(() => localStorage.clear());
});

test("an error 500", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 500, json: { code: "internal", message: "Oops" } }));
  await expectRefused(page, "Internal server error, please contact administrator");
});

test("the server is gone when the provider sends the person back", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await beforeRequest(page, CALLBACK, () => server().kill());
  await pickName(page, "ada");
  const message = "Unable to connect to server, please check if server is running";
  await expectRefused(page, message).finally(() => server().restart());
});

test("the server is gone when the button is pressed; the button works when it is back", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with Google" }).waitFor();
  await server().whileDown(async () => {
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await toast(page, "Unable to connect to server, please check if server is running").waitFor();
  });
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
});

test("the computer goes offline, with nothing kept that it fetched before", async () => {
  const another = await openBrowser();
  onTestFinished(() => another.close());
  const { page, context } = another;
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await beforeRequest(page, CALLBACK, async () => {
    await clearCache(page);
    await context.setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
  });
  await pickName(page, "ada");
  await expectRefused(page, "Network error, please check your connection");
  await page.getByRole("button", { name: "Continue with GitHub" }).waitFor();
});

test("the server says why: a code that is not good", async () => {
  const { page } = browser();
  await signInUntil(page, (route) =>
    route.continue({ postData: JSON.stringify({ code: "not-a-code", codeVerifier: "x".repeat(43) }) }),
  );
  await page.getByText(/^Login failed: The sign-in was not accepted by GitHub/i).waitFor();
  await page.waitForURL("**/login");
});

test("an error that says nothing of its own", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
  await expectRefused(page, "Login failed: The server returned status 502 Bad Gateway");
});

test("what is no error of HTTP", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 200, body: "<h1>Welcome to the hotel's network</h1>" }));
  await expectRefused(page, "Login failed: Unknown error");
});

test("the provider refuses, or sends back a person who began elsewhere", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/logining/google?error=access_denied&state=forged`);
  await expectRefused(page, "Login failed: access_denied");
  await page.goto(`${server().origin}/logining/github?code=stolen&state=forged`);
  await expectRefused(page, "Login failed: the sign-in was not started in this tab; please try again");
});

test("a path that ends in no provider's name calls nothing", async () => {
  const { page } = browser();
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.goto(`${server().origin}/logining/gitlab?code=1`);
  await page.getByText("Oops! Page not found").waitFor();
  expect(calls).toEqual([]);
});

test("the user's data cannot be loaded: it says so, once, and Try Again loads them", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await beforeRequest(page, "*/get_current_user_info", async () => {
    await clearCache(page);
    await server().kill();
  });
  await pickName(page, "ada");
  await toast(page, "初始化用户数据失败").waitFor();
  const alert = page.getByRole("alert").filter({ hasText: "初始化用户数据失败" });
  await alert.getByText("The server could not be reached").waitFor();
  const messages = page.locator("[data-sonner-toast]");
  expect(await messages.getByText("初始化用户数据失败").count()).toBe(1);
  expect(await messages.count()).toBe(1);
  await server().restart();
  await alert.getByRole("button", { name: "Try Again" }).click();
  await page.getByText("ada's Team").waitFor();
});

test("an old return address leads signed-in users to their sandboxes", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/logining/github?code=used&state=old`);
  await page.waitForURL("**/sandboxes");
  await page.getByText("ada's Team").waitFor();
  expect(await page.getByText(/Login failed/).count()).toBe(0);
});
