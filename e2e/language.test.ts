import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGE_CHOICES } from "../apps/web/src/language/language.ts";
import { createBox, firstTeam } from "./support/api.ts";
import { allowAxe, expectNoProblems } from "./support/axe.ts";
import { atRest, openBrowser, type TestBrowser } from "./support/browser.ts";
import { provideServer } from "./support/fixtures.ts";
import { TEAM_SCREENS } from "./support/screens.ts";
import { post, signIn } from "./support/server.ts";
import { resizeForTest } from "./support/viewport.ts";

const server = provideServer();
let token = "";
let teamId = "";

beforeAll(async () => {
  token = await signIn(server().origin, "ada");
  teamId = (await firstTeam(server().origin, token)).id;
  await post(server().origin, "/api/v1/api_key/create_an_api_key", { organizationId: teamId, name: "key1" }, token);
  const expiresAt = Math.floor(Date.now() / 1_000) + 86_400;
  await post(server().origin, "/api/v1/invite/create_invite_link", { organizationId: teamId, expiresAt }, token);
});

/** Opens a path in a language, signed in or not. */
async function open(page: Page, path: string, language: "en" | "zh", isSignedIn = true): Promise<void> {
  await page.goto(`${server().origin}/healthz`);
  await page.evaluate(
    ([held, chosen]) => {
      localStorage.clear();
      localStorage.setItem("language", chosen);
      if (held !== "") localStorage.setItem("token", held);
    },
    [isSignedIn ? token : "", language] as const,
  );
  await page.goto(`${server().origin}${path}`);
}

const language = (page: Page) => page.evaluate(() => document.documentElement.lang);

/** Texts that are the same in every language: names, ids, units, keys and user content. */
const SAME =
  /^(Terrarium|embedded|docker|kubernetes|adb|GitHub|Google|MCP|Android\/iOS|Shell|SDK|CLI|Claude Code|Cursor|VS Code|curl|ID|CPU( ·)?|Ctrl|Ctrl K|Enter|Esc|Tab|MB|UTC|A|AD|ada|First|key1|Phone( \(tpl_phone\))?|(Large|Short|Small) phone|Tablet|Linux|Browser|Desktop|fps|[\d.]+ (h|GB h|GB|MB|kbit\/s|Mbit\/s)|US\$[\d.,]+|\$[\d.,K]+|box\.\w+|(sbx|tpl|org|key|inv|usr|trm|req)_\S*|[0-9A-Z]{4}(-[0-9A-Z]{4}){3}|127\.0\.0\.1|node|data|local|tmp|[a-z]+([A-Z][a-z]+)+|\/\S*|https:\S*|npm install \S*|github\.com\S*)$/;

/** Names of the languages, each in itself. */
const LANGUAGE_NAMES = new Set(LANGUAGE_CHOICES.map(({ label }) => label));

/** Returns the visible and audible texts on the page, except code. */
const texts = (page: Page) =>
  page.evaluate(() => {
    const found = new Set<string>();
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement;
      if (element === null || element.closest("pre, code, script, style, .monaco-editor, [data-sonner-toaster]"))
        continue;
      if (node instanceof Element)
        for (const name of ["aria-label", "title", "placeholder", "alt"]) found.add(node.getAttribute(name) ?? "");
      else found.add(node.textContent ?? "");
    }
    return [...found].map((text) => text.trim()).filter((text) => text !== "");
  });

/** Returns texts without a Chinese character, except those that are the same in every language. */
const untranslated = (found: readonly string[]) =>
  found.filter(
    (text) =>
      /[A-Za-z]{2}/.test(text) && !/\p{Script=Han}/u.test(text) && !SAME.test(text) && !LANGUAGE_NAMES.has(text),
  );

/**
 * Ignores texts that change during reading: seconds and countdowns. Ignores the message area, which exists only after
 * its first use.
 */
const still = (found: readonly string[]) =>
  found
    .filter((text) => !text.endsWith("alt+T"))
    .map((text) => text.replaceAll(/\d+/g, "0"))
    .toSorted();

const INSIDE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(TEAM_SCREENS).map(([path, { chinese }]) => [path, chinese])),
  "/usage?view=table": "合计",
};
const OUTSIDE = {
  "/login": "您的名字",
  "/register": "电子邮箱",
  "/terms": "此服务器的运营者尚未发布服务条款",
  "/guides/browser": "快速开始",
  "/guides/sandbox": "不留痕迹",
  "/no-such-page": "哎呀！页面不存在",
};

describe("Chinese pages have no English text and pass axe", () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
    await allowAxe(browser);
  });
  afterAll(() => browser.close());

  test.for(Object.entries({ ...INSIDE, ...OUTSIDE }))("on %s", async ([path, text]) => {
    const { page } = browser;
    await open(page, path, "zh", path in INSIDE);
    await page.getByText(text).first().waitFor();
    expect(await language(page)).toBe("zh-CN");
    await expect.poll(() => page.title()).toMatch(/\p{Script=Han}/u);
    expect(untranslated(await texts(page))).toEqual([]);
    await expectNoProblems(page);
  });

  test("in a terminal's accessible text", async () => {
    const { page } = browser;
    // The terminal of a shell that cannot be opened is the same as any other.
    await page.routeWebSocket(/action=shell/, () => undefined);
    await open(page, "/api/v1/proxy/sbx_00000000000000000000/#!action=shell", "zh");
    await page.getByRole("textbox", { name: "终端输入" }).waitFor({ state: "attached" });
    expect(untranslated(await texts(page))).toEqual([]);
  });

  test("on the page of an unavailable device", async () => {
    const { page } = browser;
    await open(page, "/api/v1/proxy/sbx_00000000000000000000/#!action=list-files&path=/sdcard", "zh");
    await page.getByRole("heading", { name: "沙箱不存在" }).waitFor();
    expect(untranslated(await texts(page))).toEqual([]);
    await expect.poll(() => page.title()).toContain("文件");
    await expectNoProblems(page);
  });
});

describe("changing the language", () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test.for(Object.entries(INSIDE))("%s changes at once to what a reload shows", async ([path, text]) => {
    const { page } = browser;
    await open(page, path, "en");
    await page.getByRole("button", { name: "User menu" }).waitFor();
    // Loading texts would differ from the reloaded page.
    await atRest(page);
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText(text).first().waitFor();
    await expect.poll(() => language(page)).toBe("zh-CN");
    const changed = await texts(page);
    await page.reload();
    await page.getByText(text).first().waitFor();
    await expect.poll(async () => still(await texts(page))).toEqual(still(changed));
  });

  test("newcomers see English and switch to Chinese with one click", async () => {
    const { page } = browser;
    await page.goto(`${server().origin}/healthz`);
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${server().origin}/login`);
    await page.getByText("Warning: Alpha test only, no SLA guarantee.").waitFor();
    expect(await language(page)).toBe("en-US");
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByText("注意：仅供 Alpha 测试，不提供 SLA 保证。").waitFor();
    expect(await page.evaluate(() => localStorage.getItem("language"))).toBe("zh");
    await page.getByRole("button", { name: "English" }).click();
    await page.getByText("Warning: Alpha test only, no SLA guarantee.").waitFor();
  });

  test("palette and account page switch it in all tabs", async () => {
    const { page, context } = browser;
    await open(page, "/account", "en");
    const other = await context.newPage();
    await other.goto(`${server().origin}/templates`);
    await other.getByRole("heading", { name: "TEMPLATES" }).waitFor();
    await page.getByRole("radio", { name: "中文" }).click();
    await page.getByRole("heading", { name: "个人资料" }).waitFor();
    await other.getByRole("heading", { name: "模板" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "命令面板" }).waitFor();
    await page.keyboard.type("English");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Profile Information" }).waitFor();
    await other.getByRole("heading", { name: "TEMPLATES" }).waitFor();
    await other.close();
  });

  test("preserves a draft", async () => {
    const { page } = browser;
    await open(page, "/account", "en");
    await page.getByRole("button", { name: "Edit" }).click();
    await page.getByLabel("Name", { exact: true }).fill("Ada L.");
    await page.getByRole("radio", { name: "中文" }).click();
    await page.getByRole("button", { name: "保存" }).waitFor();
    expect(await page.getByLabel("名称", { exact: true }).inputValue()).toBe("Ada L.");
  });
});

describe("in Chinese", () => {
  let browser: TestBrowser;
  beforeAll(async () => {
    browser = await openBrowser();
  });
  afterAll(() => browser.close());

  test("reports invalid input", async () => {
    const { page } = browser;
    await open(page, "/api-keys", "zh");
    await page.getByRole("button", { name: "新建 API 密钥" }).click();
    const dialog = page.getByRole("dialog", { name: "新建 API 密钥" });
    const name = dialog.getByLabel("名称");
    await name.fill("a");
    await dialog.getByText("名称长度须为 3 至 50 个字符").waitFor();
    await name.fill("");
    await dialog.getByText("名称不能为空").waitFor();
    await name.fill("a b c");
    await dialog.getByText("名称只能包含字母、数字、下划线和连字符").waitFor();
  });

  test("reports server errors with their values", async () => {
    const { page } = browser;
    await open(page, "/team", "zh");
    await page.getByLabel("邀请码").last().fill("no-such-code");
    await page.getByRole("button", { name: "加入", exact: true }).click();
    await page.getByText("加入团队失败").waitFor();
    await page.getByText("没有团队使用此邀请码：请检查是否输入有误，或索取新的邀请码").waitFor();
  });

  test("reports success", async () => {
    const { page } = browser;
    await open(page, "/sandboxes", "zh");
    await page.getByRole("button", { name: "用户菜单" }).click();
    await page.getByRole("menuitem", { name: "创建团队" }).click();
    await page.getByLabel("团队名称").fill("测试团队");
    await page.getByRole("button", { name: "创建", exact: true }).click();
    await page.getByText("团队创建成功").waitFor();
    await page.getByText("测试团队").first().waitFor();
  });

  test("formats dates and money as in China", async () => {
    const { page } = browser;
    await open(page, "/templates", "zh");
    await page
      .getByText(/^\d{4}年\d{1,2}月\d{1,2}日$/)
      .first()
      .waitFor();
    await page.goto(`${server().origin}/budget`);
    await page.getByText("US$100.00").waitFor();
  });

  test("sandbox page and create dialog have no English text", async () => {
    const { page } = browser;
    const { id } = await createBox(server().origin, token, { labels: { 任务: "结账" } });
    // A small height hides the log, which the device writes in English, next to other panels.
    await resizeForTest(page, { width: 1440, height: 600 });
    for (const [panel, text] of Object.entries({
      connect: "安装 SDK",
      timeline: "毫秒后就绪",
      "list-files": "此文件夹为空",
      recordings: "您或您的代码录制的屏幕会显示在这里。",
      details: "CPU 核数",
    })) {
      await open(page, `/sandboxes/${id}#!action=${panel}`, "zh");
      await page.getByText(text).or(page.getByLabel(text)).first().waitFor();
      expect(untranslated(await texts(page)), `the panel ${panel}`).toEqual([]);
    }
    await open(page, "/sandboxes", "zh");
    await page.getByText(id).first().waitFor();
    await page.getByRole("button", { name: "新建沙箱" }).click();
    await page.getByRole("dialog").getByText("Tablet").waitFor();
    await page.getByRole("dialog").getByText("用代码创建").click();
    expect(untranslated(await texts(page))).toEqual([]);
  });
});
