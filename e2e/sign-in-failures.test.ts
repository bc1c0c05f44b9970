import type { Page, Route } from "playwright-core";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { beforeRequest, clearCache, openBrowser, pickName, toast } from "./support/browser.ts";
import { provideBrowser, provideServer } from "./support/fixtures.ts";

const server = provideServer();
const browser = provideBrowser();
const CALLBACK = "*/api/v1/auth/*/callback";

/** Signs in up to the request that exchanges the provider's code, and handles it with `answer`. */
async function signInUntil(page: Page, answer: (route: Route) => Promise<void>): Promise<void> {
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.route(`*${CALLBACK}`, answer, { times: 1 });
  await pickName(page, "ada");
}

/** Expects the sign-in page with a message, and no stored session. */
async function expectRefused(page: Page, message: string): Promise<void> {
  await toast(page, message).waitFor();
  await page.waitForURL("**/login");
  expect(await page.evaluate(() => localStorage.getItem("token"))).toBeNull();
}

beforeEach(() => browser().page.unrouteAll());

test("shows progress and exchanges the code once", async () => {
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

test("reports a failed start and allows a retry", async () => {
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

test("rejects a response without a token", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ json: {} }));
  await expectRefused(page, "Login failed: No token received");
});

test("a second attempt after a refusal opens the requested page", async () => {
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

test("reports an error 500", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 500, json: { code: "internal", message: "Oops" } }));
  await expectRefused(page, "Internal server error, please contact administrator");
});

test("reports an outage after the provider's redirect", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await beforeRequest(page, CALLBACK, () => server().kill());
  await pickName(page, "ada");
  const message = "Unable to connect to server, please check if server is running";
  await expectRefused(page, message).finally(() => server().restart());
});

test("reports an outage at the button press and recovers", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/login`);
  await page.getByLabel("Your name").waitFor();
  await server().whileDown(async () => {
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await toast(page, "Unable to connect to server, please check if server is running").waitFor();
  });
  await page.getByRole("button", { name: "Continue with GitHub" }).click();
  await page.getByRole("heading", { name: "Who are you?" }).waitFor();
});

test("reports an offline computer with an empty cache", async () => {
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

test("reports an invalid code with the server's reason", async () => {
  const { page } = browser();
  await signInUntil(page, (route) =>
    route.continue({ postData: JSON.stringify({ code: "not-a-code", codeVerifier: "x".repeat(43) }) }),
  );
  await page.getByText(/^Login failed: GitHub did not accept the sign-in/i).waitFor();
  await page.waitForURL("**/login");
});

test("reports an error without a message", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 502, body: "<h1>Bad gateway</h1>" }));
  await expectRefused(page, "Login failed: The server returned status 502 Bad Gateway");
});

test("reports an error that is not HTTP", async () => {
  const { page } = browser();
  await signInUntil(page, (route) => route.fulfill({ status: 200, body: "<h1>Welcome to the hotel's network</h1>" }));
  await expectRefused(page, "Login failed: Unknown error");
});

test("rejects a provider's refusal and a foreign sign-in", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/logining/google?error=access_denied&state=forged`);
  await expectRefused(page, "Login failed: access_denied");
  await page.goto(`${server().origin}/logining/github?code=stolen&state=forged`);
  await expectRefused(page, "Login failed: the sign-in was not started in this tab; please try again");
});

test("a path without a provider sends no request", async () => {
  const { page } = browser();
  const calls: string[] = [];
  page.on("request", (request) => request.method() === "POST" && calls.push(request.url()));
  await page.goto(`${server().origin}/logining/gitlab?code=1`);
  await page.getByText("Oops! Page not found").waitFor();
  expect(calls).toEqual([]);
});

test("a failed user request is reported once; Try Again recovers", async () => {
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

test("an old return address redirects signed-in users to sandboxes", async () => {
  const { page } = browser();
  await page.goto(`${server().origin}/logining/github?code=used&state=old`);
  await page.waitForURL("**/sandboxes");
  await page.getByText("ada's Team").waitFor();
  expect(await page.getByText(/Login failed/).count()).toBe(0);
});
