import { InviteLink } from "@terrarium/contract/invite";
import type { Page } from "playwright-core";
import { z } from "zod";
import { createBox, firstTeam } from "./api.ts";
import { addPastInvoice, addPastSnapshots } from "./past.ts";
import { post, signIn, type TestServer } from "./server.ts";

/** Fills a team with one object of each kind. Returns the id of a running sandbox. */
export async function furnish(server: TestServer, login: string): Promise<string> {
  const { origin } = server;
  const token = await signIn(origin, login);
  const { id: organizationId } = await firstTeam(origin, token);
  const { id } = await createBox(origin, token, { expiresIn: "30m", labels: { task: "checkout", run: "4812" } });
  const expiresAt = Math.floor(Date.now() / 1_000) + 5 * 86_400;
  const link = await post(origin, "/api/v1/invite/create_invite_link", { organizationId, expiresAt }, token);
  const { inviteCode } = InviteLink.parse(await link.json());
  const other = await signIn(origin, "grace");
  await post(origin, "/api/v1/organization/join_organization_by_invite_link", { inviteCode }, other);
  const key = await post(origin, "/api/v1/api_key/create_an_api_key", { organizationId, name: "key1" }, token);
  z.looseObject({ name: z.literal("key1") }).parse(await key.json());
  const webhook = { organizationId, url: "https://hooks.example/terrarium", events: ["box.ready", "box.ended"] };
  await post(origin, "/api/v1/webhook/create_webhook", webhook, token);
  addPastInvoice(server, organizationId);
  addPastSnapshots(server, organizationId);
  return id;
}

type Step = (page: Page) => Promise<unknown>;

/** A screen of the console whose page belongs to a team. */
interface TeamScreen {
  /** Waits until it has loaded. */
  loaded: Step;
  /** Text that a new team sees in Chinese. */
  chinese: string;
  /** End of the path that its first request has, or null without a request. */
  call: string | null;
}

/** The screen of each page of a team. */
export const TEAM_SCREENS: Readonly<Record<string, TeamScreen>> = {
  "/sandboxes": {
    loaded: (page) => page.getByText("Running", { exact: true }).first().waitFor(),
    chinese: "没有沙箱",
    call: "get_sandbox_list",
  },
  "/templates": {
    loaded: (page) => page.getByText("tpl_phone").first().waitFor(),
    chinese: "Small phone",
    call: "get_all_templates",
  },
  "/snapshots": {
    loaded: (page) => page.getByText("checkout-tools").waitFor(),
    chinese: "没有快照",
    call: "v1/snapshots*",
  },
  "/api-keys": {
    loaded: (page) => page.getByText("key1").first().waitFor(),
    chinese: "key1",
    call: "get_all_api_key",
  },
  "/webhooks": {
    loaded: (page) => page.getByText("https://hooks.example/terrarium").waitFor(),
    chinese: "没有网络钩子",
    call: "get_webhooks",
  },
  "/playground": {
    loaded: (page) => page.locator(".monaco-editor .view-line").first().waitFor(),
    chinese: "等待沙箱启动…",
    call: null,
  },
  "/team": {
    loaded: (page) => page.getByRole("row").filter({ hasText: "grace" }).waitFor(),
    chinese: "所有者",
    call: "get_organization_member_list",
  },
  "/audit": {
    loaded: (page) => page.getByText("Done").first().waitFor(),
    chinese: "创建团队",
    call: "get_audit_log",
  },
  "/usage": {
    loaded: (page) => page.locator("svg text").first().waitFor(),
    chinese: "使用费用",
    call: "get_usage",
  },
  "/budget": {
    loaded: (page) => page.getByText("used this month").waitFor(),
    chinese: "本月已用",
    call: "get_budget",
  },
  "/billing": {
    loaded: (page) => page.getByText("INV-202603-TEST").waitFor(),
    chinese: "当前套餐",
    call: "get_billing",
  },
  "/account": {
    loaded: (page) => page.getByText("Profile Information").waitFor(),
    chinese: "个人资料",
    call: null,
  },
};

/** Every screen of the console, and the check that it has loaded. */
export const SCREENS: Readonly<Record<string, Step>> = {
  ...Object.fromEntries(Object.entries(TEAM_SCREENS).map(([path, { loaded }]) => [path, loaded])),
  "/sandboxes?view=wall": (page) =>
    page
      .getByRole("img", { name: /^Screen of|的屏幕$/ })
      .first()
      .waitFor(),
  "/sandboxes?q=nothing": (page) => page.getByText("No matching sandboxes found").waitFor(),
  "/usage?view=table": (page) => page.getByText("Total").waitFor(),
  "/usage?by=label": (page) => page.getByRole("cell", { name: "4812" }).waitFor(),
  "/invite-code": (page) => page.getByRole("button", { name: "Verify" }).waitFor(),
  "/no-such-page": (page) => page.getByText("Oops! Page not found").waitFor(),
};

const press =
  (name: string | RegExp): Step =>
  (page) =>
    page.getByRole("button", { name }).first().click();
/** Selects an action of a sandbox's page that has no button of its own. */
export async function chooseAction(page: Page, name: string): Promise<void> {
  await press("More actions")(page);
  await page.getByRole("menuitem", { name }).click();
}
const isNarrow = (page: Page) => (page.viewportSize()?.width ?? 0) < 1024;
const hasCards = (page: Page) => (page.viewportSize()?.width ?? 0) < 640;
const fromUserMenu =
  (entry: string): Step =>
  async (page) => {
    if (isNarrow(page)) await press("Open navigation")(page);
    await press(/User menu/)(page);
    await page.getByRole("menuitem", { name: entry }).click();
  };

/** Every dialog and menu: its screen, and how to open it. */
export const OVERLAYS: Readonly<Record<string, readonly [screen: string, open: Step]>> = {
  "New Sandbox": [
    "/sandboxes",
    async (page) => {
      await press("New Sandbox")(page);
      await page.getByRole("dialog").getByText("Tablet").waitFor();
      await page.getByRole("dialog").getByText("Create with code").click();
    },
  ],
  "a sandbox's menu": ["/sandboxes", press(/^Actions for /)],
  "Confirm Delete": [
    "/sandboxes",
    async (page) => {
      await press(/^Actions for /)(page);
      await page.getByRole("menuitem", { name: "Delete" }).click();
    },
  ],
  "the bar of what is selected": [
    "/sandboxes",
    (page) => page.getByRole("checkbox", { name: "Select all on this page" }).check(),
  ],
  "Filters of sandboxes": ["/sandboxes", press("Filters")],
  "the refresh menu": ["/sandboxes", press(/^Auto/)],
  "the columns, or the sort order of cards": ["/sandboxes", (page) => press(hasCards(page) ? "Sort" : "Columns")(page)],
  "Filters of templates": ["/templates", press("Filters")],
  "Toggle theme": ["/templates", press("Toggle theme")],
  "Create New Team": ["/templates", fromUserMenu("Create Team")],
  "Get Invite Code": ["/templates", fromUserMenu("Get Invite Code")],
  "Confirm Logout": ["/templates", fromUserMenu("Sign Out")],
  "the command palette": [
    "/templates",
    async (page) => {
      await page.keyboard.press("Control+k");
      await page.getByRole("option").first().waitFor();
    },
  ],
  "New Sandbox with a snapshot": [
    "/snapshots",
    async (page) => {
      await press("New Sandbox from checkout-tools")(page);
      await page
        .getByRole("dialog")
        .getByRole("radio", { name: /checkout-tools/, checked: true })
        .waitFor();
    },
  ],
  "Remove Snapshot": ["/snapshots", press("Remove checkout-tools")],
  "New API Key": [
    "/api-keys",
    async (page) => {
      await press("New API Key")(page);
      await page.getByRole("dialog").getByLabel("Name").fill("a b");
    },
  ],
  "Delete API Key": [
    "/api-keys",
    (page) => page.getByRole("table").getByRole("button", { name: "Delete" }).first().click(),
  ],
  "Details of an API key": ["/api-keys", press(/^Details of/)],
  "New Webhook": ["/webhooks", press("New Webhook")],
  "Edit Webhook": ["/webhooks", press("Edit")],
  "the deliveries of a webhook": ["/webhooks", press("Deliveries")],
  "the details of an entry": ["/audit", press(/^Details of/)],
  "Filters of the audit log": ["/audit", press("Filters")],
  "Create Invite Link": ["/team", press("Create Invite Link")],
  "Transfer Organization": ["/team", press("Transfer Organization")],
  "Remove Member": ["/team", press("Remove")],
  "Disband Team": [
    "/team",
    async (page) => {
      await press("Disband Team")(page);
      await page.getByRole("dialog").getByRole("textbox").fill("Not it");
    },
  ],
  "the menu of roles": ["/team", press(/^Role of grace/)],
  "Confirm Account Deletion?": ["/account", press("Delete Account")],
};

/** Opens a screen or an overlay on it, and waits until it is loaded. */
export async function show(page: Page, origin: string, name: string): Promise<void> {
  const [path, open] = OVERLAYS[name] ?? [name, undefined];
  await page.goto(`${origin}${path}`);
  await SCREENS[path]?.(page);
  await open?.(page);
}
