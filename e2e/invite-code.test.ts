import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeInviteCode } from "../packages/server/src/make-invite-code.ts";
import { openBrowser, pickName, signInAs, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";

describe("on the alpha host", () => {
  const server = provideServer({ ALPHA_HOST: "localhost" });
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  const verify = () => browser.page.getByRole("button", { name: "Verify" });
  const field = () => browser.page.getByLabel("Invite code", { exact: true });
  const signIn = async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/login`);
    await page.getByRole("button", { name: "Continue with GitHub" }).click();
    await pickName(page, "ada");
    await page.waitForURL("**/invite-code");
  };

  test("signing in without an invite asks for the code", async () => {
    await signIn();
    const { page } = browser;
    await page.getByRole("heading", { name: "Enter Invite Code" }).waitFor();
    await page.getByText("Contact us for an invite code").waitFor();
    await page.getByRole("img", { name: /QR code/ }).waitFor();
    expect(await page.getByText("初始化用户数据失败").count()).toBe(0);
  });

  test.for(["sandboxes", "team", "usage", "billing"])("/%s redirects there too", async (screen) => {
    await browser.page.goto(`${server().origin}/${screen}`);
    await browser.page.waitForURL("**/invite-code");
  });

  test.for(["", "AAAA-BBBB-CCCC-DDDD"])("rejects %j with the server's message", async (code) => {
    await field().fill(code);
    await verify().click();
    await browser.page.getByRole("alert").getByText("This invite code is not valid. Check it for a typo").waitFor();
  });

  test("Logout opens the sign-in", async () => {
    await browser.page.getByRole("button", { name: "Logout" }).click();
    await browser.page.waitForURL("**/login");
    await browser.page.getByText("Successfully logged out").waitFor();
    await signIn();
  });

  test("an operator's code opens the console permanently", async () => {
    const { page } = browser;
    const [code] = (await makeInviteCode([], { TERRARIUM_DATA_DIR: server().dataDir })).split("\n");
    await field().fill(code ?? "");
    await verify().click();
    await page.waitForURL("**/sandboxes");
    await page.getByText("Invite code verified successfully").waitFor();
    await page
      .getByRole("button", { name: /User menu/ })
      .getByText("ada's Team")
      .waitFor();
    expect(await page.evaluate(() => localStorage.getItem("inviteVerified"))).toBe("true");
    await page.goto(`${server().origin}/invite-code`);
    await page.waitForURL("**/sandboxes");
  });
});

describe("on any other host", () => {
  const server = provideServer({ ALPHA_HOST: "alpha.example" });

  test("does not ask, and still accepts a code", async () => {
    const browser = await openBrowser();
    const { page } = browser;
    await signInAs(page, server().origin, "grace");
    await page.goto(`${server().origin}/invite-code`);
    await page.getByText("No code is needed on this server. If you have one, you can still redeem it.").waitFor();
    await page.getByRole("link", { name: "See your sandboxes" }).click();
    await page.waitForURL("**/sandboxes");
    await page.goto(`${server().origin}/invite-code`);
    const [code] = (await makeInviteCode([], { TERRARIUM_DATA_DIR: server().dataDir })).split("\n");
    await page.getByLabel("Invite code", { exact: true }).fill(code ?? "");
    await page.getByRole("button", { name: "Verify" }).click();
    await page.waitForURL("**/sandboxes");
    await page.getByText("Invite code verified successfully").waitFor();
    await browser.close();
  });
});
