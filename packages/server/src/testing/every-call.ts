import type { BoxRight } from "@terrarium/contract/box-rights";
import type { Endpoint } from "@terrarium/contract/endpoint";
import { contractEndpoints } from "@terrarium/contract/reflection/contract-exports";
import type { Scope } from "@terrarium/contract/scope";
import type { AppParts } from "../app-services.ts";
import { startTestApp, type TestAnswer, type TestApp } from "./test-app.ts";

/**
 * Callers of every call of the API, for tests. The foreign ones belong to another team than the owner's. Owners come
 * last.
 */
export const CALLERS = [
  "none",
  "bad",
  "signedOut",
  "foreignKey",
  "foreignMember",
  "readKey",
  "driveKey",
  "viewToken",
  "inputToken",
  "filesToken",
  "browserToken",
  "portsToken",
  "shellToken",
  "key",
  "member",
  "admin",
  "owner",
] as const;
type CallerName = (typeof CALLERS)[number];

/** The row's scope implies the results for keys of lower scopes and for tokens of the sandbox. */
type Expected = Record<Exclude<CallerName, "readKey" | "driveKey" | `${BoxRight}Token`>, number>;
const expected = (
  refused: number,
  foreignKey: number,
  foreignMember: number,
  key: number,
  member: number,
): Expected => ({
  none: refused,
  bad: refused,
  signedOut: refused,
  foreignKey,
  foreignMember,
  key,
  member,
  admin: member,
  owner: member,
});

/** Public; for users, about themselves; for users, about a team; also for programs, about themselves or a team. */
const PUBLIC = (status: number) => expected(status, status, status, status, status);
const OWN_USER = expected(401, 403, 200, 403, 200);
const TEAM_USER = expected(401, 403, 404, 403, 200);
const OWN_ANY = expected(401, 200, 200, 200, 200);
const TEAM_ANY = expected(401, 404, 404, 200, 200);
/** The keys of the table belong to the owner. */
const TEAM_ADMIN_ANY = { ...expected(401, 404, 404, 200, 200), member: 403 };
const TEAM_ADMIN = { ...TEAM_USER, member: 403 };
const TEAM_OWNER = { ...TEAM_USER, member: 403, admin: 403 };

export interface Row {
  /** Scope that an API key needs. Given for all calls that accept an API key, and for those only. */
  scope?: Scope;
  /** Right that a token of the sandbox needs for the call, if not `shell`. */
  right?: BoxRight;
  body?: (world: World) => unknown;
  path?: (world: World, path: string) => string;
  status: Expected;
  /** Whether the call grants access to others. A token of the sandbox can neither read nor create such access. */
  givesAccess?: boolean;
  /** Whether the calls change the team's members. They then use a new team of the same people. */
  ownTeam?: boolean;
  /** Whether the calls end the sessions of their callers. */
  endsSessions?: boolean;
}

const organizationId = (world: World) => ({ organizationId: world.organizationId });
const otherMember = (world: World) => ({ ...organizationId(world), userId: world.otherMemberId });
const webhook = (world: World) => ({ ...organizationId(world), webhookId: world.webhookId });
const boxPath = (world: World, path: string) => path.replace("{boxId}", world.sandboxId);
const sessionPath = (world: World, path: string) =>
  boxPath(world, path).replace("{organizationId}", world.organizationId);
const filePath = (world: World, path: string) => `${boxPath(world, path)}?path=/sdcard`;
const packagePath = (world: World, path: string) => boxPath(world, path).replace("{packageName}", "com.example.app");
const tabPath = (world: World, path: string) => boxPath(world, path).replace("{tabId}", "x");
const snapshotPath = (world: World, path: string) =>
  `${path.replace("{snapshotName}", "none")}?organizationId=${world.organizationId}`;
const albumPath = (world: World, path: string) =>
  boxPath(world, path).replace("{albumName}", "Trip").replace("{mediaName}", "a.png");
/** The fake device does not support ADB, so an accepted call fails there, after authorization. */
const DEVICE_CALL = expected(401, 404, 404, 502, 502);
/** The sandbox is a phone. */
const NO_BROWSER = expected(401, 404, 404, 422, 422);
/** The team has none of this name. */
const NOT_THERE = expected(401, 404, 404, 404, 404);
/** The call expects a form, and the request has none. */
const NO_FORM = expected(401, 404, 404, 400, 400);
const uid = (world: World) => ({ uid: world.sandboxId });
const point = { x: 1, y: 1 };
const line = { startX: 1, startY: 1, endX: 2, endY: 2 };

export const TABLE: Record<string, Row> = {
  githubCallback: { body: () => ({ code: "none" }), status: PUBLIC(400) },
  googleCallback: { body: () => ({ code: "none" }), status: PUBLIC(400) },
  getLoginClientId: { status: PUBLIC(200) },
  getCurrentUserInfo: { status: OWN_USER },
  getDeletionEffects: { status: OWN_USER },
  getMyOrganizationList: { status: OWN_USER },
  updateUserInfo: { body: () => ({ name: "New" }), status: OWN_USER },
  useInviteCode: { body: () => ({ inviteCode: "none" }), status: expected(401, 403, 404, 403, 404) },
  getOrganizationMemberList: { body: organizationId, status: TEAM_USER },
  getFirstSteps: { body: organizationId, status: TEAM_USER },
  updateOrganizationMemberRole: {
    body: (world) => ({ ...otherMember(world), role: "admin" }),
    status: TEAM_OWNER,
    ownTeam: true,
  },
  removeOrganizationMember: { body: otherMember, status: TEAM_OWNER, ownTeam: true },
  transferAnOrganization: { body: otherMember, status: TEAM_OWNER, ownTeam: true },
  deleteAnOrganization: { body: organizationId, status: TEAM_OWNER, ownTeam: true },
  quitOrganization: { body: organizationId, status: { ...TEAM_USER, owner: 409 }, ownTeam: true },
  joinOrganizationByInviteLink: {
    body: async (world) => ({ inviteCode: (await newInviteLink(world)).inviteCode }),
    status: expected(401, 403, 200, 403, 409),
    ownTeam: true,
  },
  createInviteLink: {
    body: (world) => ({ ...organizationId(world), expiresAt: inOneWeek() }),
    status: TEAM_USER,
  },
  getInviteLink: { body: organizationId, status: TEAM_USER },
  deleteInviteLink: {
    body: async (world) => ({ ...organizationId(world), inviteId: (await newInviteLink(world)).id }),
    status: TEAM_USER,
  },
  createAnOrganization: { body: () => ({ name: "New" }), status: OWN_USER },
  getAllApiKey: { body: organizationId, status: TEAM_USER },
  createAnApiKey: { body: (world) => ({ ...organizationId(world), name: "another" }), status: TEAM_USER },
  rotateAnApiKey: {
    body: async (world) => ({ ...organizationId(world), apiKeyId: await world.newApiKeyId() }),
    status: TEAM_USER,
  },
  deleteAnApiKey: {
    body: async (world) => ({ ...organizationId(world), apiKeyId: await world.newApiKeyId() }),
    status: TEAM_USER,
  },
  getWebhooks: { scope: "manage", body: organizationId, status: TEAM_ANY },
  createWebhook: {
    scope: "manage",
    body: (world) => ({ ...organizationId(world), url: "http://127.0.0.1:1/", events: ["box.ready"] }),
    status: TEAM_ADMIN_ANY,
  },
  updateWebhook: { scope: "manage", body: (world) => ({ ...webhook(world), enabled: true }), status: TEAM_ADMIN_ANY },
  rotateWebhookSecret: { scope: "manage", body: webhook, status: TEAM_ADMIN_ANY },
  testWebhook: { scope: "manage", body: webhook, status: TEAM_ADMIN_ANY },
  getWebhookDeliveries: { scope: "manage", body: webhook, status: TEAM_ANY },
  replayWebhookDelivery: {
    scope: "manage",
    body: (world) => ({ ...webhook(world), deliveryId: world.deliveryId }),
    status: TEAM_ADMIN_ANY,
  },
  deleteWebhook: {
    scope: "manage",
    body: (world) => ({ ...organizationId(world), webhookId: "whk_none" }),
    status: { ...TEAM_ADMIN_ANY, key: 404, admin: 404, owner: 404 },
  },
  getUsage: { body: organizationId, status: TEAM_USER },
  getUsageBreakdown: { body: organizationId, status: TEAM_USER },
  exportUsage: { body: organizationId, status: TEAM_USER },
  getSandboxCosts: {
    body: (world) => ({ ...organizationId(world), sandboxIds: [world.sandboxId] }),
    status: TEAM_USER,
  },
  getBudget: { body: organizationId, status: TEAM_USER },
  getTeamLimits: { body: organizationId, status: TEAM_USER },
  updateBudget: {
    body: (world) => ({ ...organizationId(world), limitEnabled: false, limitDollars: 1, alertDollars: 1 }),
    status: TEAM_ADMIN,
  },
  getBilling: { body: organizationId, status: TEAM_USER },
  downloadInvoice: {
    body: (world) => ({ ...organizationId(world), invoiceId: "INV-none" }),
    status: expected(401, 403, 404, 403, 404),
  },
  upgradeToPro: { body: organizationId, status: { ...TEAM_ADMIN, admin: 409, owner: 409 } },
  managePlan: { body: organizationId, status: { ...TEAM_ADMIN, admin: 409, owner: 409 } },
  stripeWebhook: { body: () => ({}), status: PUBLIC(409) },
  getAuditLog: { body: organizationId, status: TEAM_ADMIN },
  exportAuditLog: { body: organizationId, status: TEAM_ADMIN },
  getAllTemplates: { scope: "read", status: OWN_ANY },
  getLegalDocument: { path: (_world, path) => `${path}?document=terms`, status: PUBLIC(200) },
  getSandboxList: { scope: "read", body: organizationId, status: TEAM_ANY },
  getSandbox: {
    scope: "read",
    body: (world) => ({ ...organizationId(world), sandboxId: world.sandboxId }),
    status: TEAM_ANY,
  },
  createBox: { scope: "manage", body: () => ({ type: "android" }), status: OWN_ANY },
  createAndroidBox: { scope: "manage", body: () => ({}), status: OWN_ANY },
  // Reuses one box, because the plan limits their number.
  createLinuxBox: { scope: "manage", body: () => ({ reuse: { labels: { of: "linux" } } }), status: OWN_ANY },
  createSnapshot: { scope: "manage", path: boxPath, body: () => ({ name: "one" }), status: NO_BROWSER },
  listSnapshots: { scope: "read", path: snapshotPath, status: TEAM_ANY },
  getSnapshot: { scope: "read", path: snapshotPath, status: NOT_THERE },
  deleteSnapshot: { scope: "manage", path: snapshotPath, status: NOT_THERE },
  listBoxes: { scope: "read", status: OWN_ANY },
  getBox: { scope: "read", path: boxPath, status: TEAM_ANY },
  getBoxThumbnail: { scope: "read", path: boxPath, status: DEVICE_CALL },
  getBoxMetrics: { scope: "read", path: boxPath, status: TEAM_ANY },
  getBoxLastLines: { scope: "read", path: boxPath, status: TEAM_ANY },
  getBoxLog: { scope: "read", path: boxPath, status: TEAM_ANY },
  getAdbConnectAddress: { scope: "drive", path: boxPath, status: TEAM_ANY },
  createBoxToken: { scope: "drive", givesAccess: true, path: boxPath, status: TEAM_ANY },
  getBoxTokens: { scope: "drive", givesAccess: true, path: boxPath, status: TEAM_ANY },
  revokeBoxToken: {
    scope: "drive",
    givesAccess: true,
    path: (world, path) => boxPath(world, path).replace("{tokenId}", "bxt_none"),
    status: TEAM_ANY,
  },
  createLiveViewUrl: { scope: "drive", givesAccess: true, path: boxPath, status: TEAM_ANY },
  createWebTerminalUrl: { scope: "drive", givesAccess: true, path: boxPath, status: TEAM_ANY },
  getEvents: { scope: "read", path: (_world, path) => `${path}?box=sbx_none`, status: NOT_THERE },
  waitForInBox: {
    scope: "read",
    right: "input",
    path: boxPath,
    body: () => ({ text: "A", timeout: "1s" }),
    status: DEVICE_CALL,
  },
  getBoxPorts: { scope: "read", right: "ports", path: boxPath, status: NO_BROWSER },
  createBoxPortUrl: {
    scope: "drive",
    givesAccess: true,
    path: boxPath,
    body: () => ({ port: 80 }),
    status: NO_BROWSER,
  },
  setBoxPortVisibility: {
    scope: "drive",
    givesAccess: true,
    path: boxPath,
    body: () => ({ port: 80, visibility: "public" }),
    status: NO_BROWSER,
  },
  listRecordings: { scope: "read", path: boxPath, status: TEAM_ANY },
  startRecording: { scope: "drive", path: boxPath, status: DEVICE_CALL },
  stopRecording: { scope: "drive", path: boxPath, status: expected(401, 404, 404, 409, 409) },
  enableRewind: { scope: "drive", path: boxPath, status: DEVICE_CALL },
  disableRewind: { scope: "drive", path: boxPath, status: TEAM_ANY },
  extractRewind: { scope: "drive", path: boxPath, status: expected(401, 404, 404, 409, 409) },
  getPresignedUrl: {
    scope: "read",
    path: boxPath,
    body: () => ({ storageKey: "storage://org_none/sbx_none/obj_none" }),
    status: expected(401, 404, 404, 404, 404),
  },
  readStoredObject: { path: (_world, path) => `${path}?token=none`, status: PUBLIC(403) },
  getBoxActions: { scope: "read", path: boxPath, status: TEAM_ANY },
  executeBoxCommands: { scope: "drive", path: boxPath, body: () => ({ command: "true" }), status: DEVICE_CALL },
  runBoxCode: { scope: "drive", path: boxPath, body: () => ({ code: "true" }), status: DEVICE_CALL },
  getBoxWebSocketUrl: { scope: "drive", path: boxPath, status: TEAM_ANY },
  listBoxFiles: { scope: "read", right: "files", path: filePath, status: DEVICE_CALL },
  getBoxFile: { scope: "read", right: "files", path: filePath, status: DEVICE_CALL },
  getBoxFileExistence: {
    scope: "read",
    right: "files",
    path: boxPath,
    body: () => ({ path: "/sdcard" }),
    status: DEVICE_CALL,
  },
  readBoxFile: { scope: "read", right: "files", path: filePath, status: DEVICE_CALL },
  writeBoxFile: { scope: "drive", right: "files", path: boxPath, status: DEVICE_CALL },
  renameBoxFile: {
    scope: "drive",
    right: "files",
    path: boxPath,
    body: () => ({ oldPath: "/sdcard/a", newPath: "/sdcard/b" }),
    status: DEVICE_CALL,
  },
  removeBoxFile: {
    scope: "drive",
    right: "files",
    path: boxPath,
    body: () => ({ path: "/sdcard/a" }),
    status: DEVICE_CALL,
  },
  listBoxApps: { scope: "read", path: boxPath, status: DEVICE_CALL },
  getBoxApp: { scope: "read", path: packagePath, status: DEVICE_CALL },
  listBoxPackages: { scope: "read", path: boxPath, status: DEVICE_CALL },
  listBoxPackagesSimply: { scope: "read", path: boxPath, status: DEVICE_CALL },
  getBoxPackage: { scope: "read", path: packagePath, status: DEVICE_CALL },
  listBoxActivities: { scope: "read", path: packagePath, status: DEVICE_CALL },
  openBoxApp: { scope: "drive", path: packagePath, body: () => ({}), status: DEVICE_CALL },
  restartBoxApp: { scope: "drive", path: packagePath, body: () => ({}), status: DEVICE_CALL },
  closeBoxApp: { scope: "drive", path: packagePath, status: DEVICE_CALL },
  closeAllBoxApps: { scope: "drive", path: boxPath, status: DEVICE_CALL },
  installBoxPackage: { scope: "drive", path: boxPath, status: DEVICE_CALL },
  uninstallBoxPackage: { scope: "drive", path: packagePath, body: () => ({}), status: DEVICE_CALL },
  getBoxDisplay: { scope: "read", path: boxPath, status: DEVICE_CALL },
  setBoxResolution: {
    scope: "drive",
    path: boxPath,
    body: () => ({ width: 720, height: 1280 }),
    status: DEVICE_CALL,
  },
  createDevToolsUrl: { scope: "drive", right: "browser", path: boxPath, status: NO_BROWSER },
  openBrowser: { scope: "drive", right: "browser", path: boxPath, status: NO_BROWSER },
  closeBrowser: { scope: "drive", right: "browser", path: boxPath, status: NO_BROWSER },
  listBrowserTabs: { scope: "read", right: "browser", path: boxPath, status: NO_BROWSER },
  openBrowserTab: {
    scope: "drive",
    right: "browser",
    path: boxPath,
    body: () => ({ url: "https://a.test/" }),
    status: NO_BROWSER,
  },
  updateBrowserTab: {
    scope: "drive",
    right: "browser",
    path: tabPath,
    body: () => ({ url: "https://a.test/" }),
    status: NO_BROWSER,
  },
  switchBrowserTab: { scope: "drive", right: "browser", path: tabPath, status: NO_BROWSER },
  closeBrowserTab: { scope: "drive", right: "browser", path: tabPath, status: NO_BROWSER },
  getBoxProxy: { scope: "read", path: boxPath, status: DEVICE_CALL },
  setBoxProxy: { scope: "drive", path: boxPath, body: () => ({ host: "a.test", port: 80 }), status: DEVICE_CALL },
  clearBoxProxy: { scope: "drive", path: boxPath, status: DEVICE_CALL },
  getBoxMediaSupport: { scope: "read", right: "files", path: boxPath, status: TEAM_ANY },
  listBoxAlbums: { scope: "read", right: "files", path: boxPath, status: DEVICE_CALL },
  createBoxAlbum: { scope: "drive", right: "files", path: boxPath, status: NO_FORM },
  getBoxAlbum: { scope: "read", right: "files", path: albumPath, status: DEVICE_CALL },
  updateBoxAlbum: { scope: "drive", right: "files", path: albumPath, status: NO_FORM },
  deleteBoxAlbum: { scope: "drive", right: "files", path: albumPath, status: DEVICE_CALL },
  listBoxMedia: { scope: "read", right: "files", path: albumPath, status: DEVICE_CALL },
  getBoxMedia: { scope: "read", right: "files", path: albumPath, status: DEVICE_CALL },
  downloadBoxMedia: { scope: "read", right: "files", path: albumPath, status: DEVICE_CALL },
  deleteBoxMedia: { scope: "drive", right: "files", path: albumPath, status: DEVICE_CALL },
  createAndroid: { scope: "manage", body: () => ({}), status: OWN_ANY },
  screenshot: { scope: "read", body: uid, status: DEVICE_CALL },
  click: { scope: "drive", body: (world) => ({ ...uid(world), ...point }), status: DEVICE_CALL },
  scroll: { scope: "drive", body: (world) => ({ ...uid(world), ...line }), status: DEVICE_CALL },
  drag: { scope: "drive", body: (world) => ({ ...uid(world), ...line }), status: DEVICE_CALL },
  keyPress: { scope: "drive", body: (world) => ({ ...uid(world), key: "home" }), status: DEVICE_CALL },
  type: { scope: "drive", body: (world) => ({ ...uid(world), text: "a" }), status: DEVICE_CALL },
  deviceScreenSize: { scope: "read", body: uid, status: DEVICE_CALL },
  mcp: { scope: "read", body: () => ({ jsonrpc: "2.0", id: 1, method: "tools/list" }), status: OWN_ANY },
  createFleetSession: { scope: "manage", status: OWN_ANY },
  listFleetSessions: { scope: "read", status: OWN_ANY },
  allocateFleetDevice: { scope: "manage", path: sessionPath, body: () => ({ filters: [] }), status: TEAM_ANY },
  tapBox: { scope: "drive", right: "input", path: boxPath, body: () => point, status: DEVICE_CALL },
  clickBox: { scope: "drive", right: "input", path: boxPath, body: () => point, status: DEVICE_CALL },
  longPressBox: { scope: "drive", right: "input", path: boxPath, body: () => point, status: DEVICE_CALL },
  swipeBox: { scope: "drive", right: "input", path: boxPath, body: () => ({ direction: "up" }), status: DEVICE_CALL },
  dragBox: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ path: [point, point] }),
    status: DEVICE_CALL,
  },
  scrollBox: { scope: "drive", right: "input", path: boxPath, body: () => ({ direction: "up" }), status: DEVICE_CALL },
  touchBox: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ points: [{ start: point }] }),
    status: DEVICE_CALL,
  },
  typeInBox: { scope: "drive", right: "input", path: boxPath, body: () => ({ text: "a" }), status: DEVICE_CALL },
  pressBoxKeys: { scope: "drive", right: "input", path: boxPath, body: () => ({ keys: ["a"] }), status: DEVICE_CALL },
  pressBoxButtons: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ buttons: ["home"] }),
    status: DEVICE_CALL,
  },
  moveInBox: { scope: "drive", right: "input", path: boxPath, body: () => point, status: DEVICE_CALL },
  rotateBoxScreen: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ orientation: "portrait" }),
    status: DEVICE_CALL,
  },
  takeBoxScreenshot: { scope: "read", right: "input", path: boxPath, body: () => ({}), status: DEVICE_CALL },
  getBoxScreenLayout: { scope: "read", right: "input", path: boxPath, status: DEVICE_CALL },
  detectBoxElements: { scope: "read", right: "input", path: boxPath, body: () => ({}), status: DEVICE_CALL },
  extractFromBox: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ instruction: "all" }),
    status: DEVICE_CALL,
  },
  getBoxClipboard: { scope: "read", right: "input", path: boxPath, status: DEVICE_CALL },
  setBoxClipboard: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ content: "a" }),
    status: DEVICE_CALL,
  },
  getBoxActionSettings: { scope: "read", right: "input", path: boxPath, status: DEVICE_CALL },
  updateBoxActionSettings: {
    scope: "drive",
    right: "input",
    path: boxPath,
    body: () => ({ scale: 0.5 }),
    status: DEVICE_CALL,
  },
  resetBoxActionSettings: { scope: "drive", right: "input", path: boxPath, status: DEVICE_CALL },
  runCode: { scope: "drive", body: () => ({ code: "1" }), status: OWN_ANY },
  extendBox: { scope: "manage", path: boxPath, body: () => ({ expiresIn: "1m" }), status: TEAM_ANY },
  stopBox: { scope: "manage", path: boxPath, body: () => ({}), status: TEAM_ANY },
  startBox: { scope: "manage", path: boxPath, body: () => ({}), status: TEAM_ANY },
  // These calls end resources that the calls above need, so they come last.
  releaseFleetDevice: { scope: "manage", path: sessionPath, status: TEAM_ANY },
  terminateBox: { scope: "manage", path: boxPath, body: () => ({}), status: TEAM_ANY },
  renameSandbox: {
    scope: "manage",
    body: (world) => ({ ...organizationId(world), sandboxId: world.sandboxId, name: "phone-3" }),
    status: TEAM_ANY,
  },
  deleteSandbox: {
    scope: "manage",
    body: (world) => ({ ...organizationId(world), sandboxId: world.sandboxId }),
    status: { ...TEAM_ANY, member: 404, admin: 404, owner: 404 },
  },
  logout: { status: OWN_USER, endsSessions: true },
  deleteUser: { status: OWN_USER, endsSessions: true },
};

export interface World {
  app: TestApp;
  organizationId: string;
  sandboxId: string;
  /** A plain member who makes no calls. */
  otherMemberId: string;
  sessions: Record<Login, string>;
  tokens: Record<CallerName, string | undefined>;
  webhookId: string;
  deliveryId: string;
  /** The id of an API key made for this call. */
  newApiKeyId(): Promise<string>;
}

const LOGINS = { owner: "ada", admin: "grace", member: "linus", other: "bob", foreignMember: "eve" } as const;
type Login = keyof typeof LOGINS;

const inOneWeek = () => Math.floor(Date.now() / 1000) + 7 * 24 * 60 * 60;

/** Calls as one of the people. Returns the body of a response that must be 200. */
async function must(app: TestApp, token: string | undefined, path: string, body: unknown) {
  const answer = await app.call("POST", `/api/v1/${path}`, { token, body });
  if (answer.status !== 200) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

async function signInAll(app: TestApp): Promise<Record<Login, string>> {
  const tokens: Partial<Record<Login, string>> = {};
  for (const [role, login] of Object.entries(LOGINS)) tokens[role as Login] = await app.signIn(login);
  return tokens as Record<Login, string>;
}

const newInviteLink = ({ app, sessions, organizationId }: World) =>
  must(app, sessions.owner, "invite/create_invite_link", { organizationId, expiresAt: inOneWeek() });

/** Nothing listens at its address, and the tests cause none of its events. */
const newWebhook = ({ app, sessions, organizationId }: Pick<World, "app" | "sessions" | "organizationId">) =>
  must(app, sessions.owner, "webhook/create_webhook", {
    organizationId,
    url: "http://127.0.0.1:1/",
    events: ["box.action_failed"],
  });

/** Creates a team of the people above, each in their role. */
async function makeTeam(app: TestApp, tokens: Record<Login, string>): Promise<string> {
  const { id: organizationId } = await must(app, tokens.owner, "organization/create_an_organization", { name: "Ours" });
  const link = await must(app, tokens.owner, "invite/create_invite_link", { organizationId, expiresAt: inOneWeek() });
  for (const role of ["admin", "member", "other"] as const)
    await must(app, tokens[role], "organization/join_organization_by_invite_link", { inviteCode: link.inviteCode });
  const { id: userId } = (await app.call("GET", "/api/v1/user/get_current_user_info", { token: tokens.admin })).body;
  const promotion = { organizationId, userId, role: "admin" };
  await must(app, tokens.owner, "organization/update_organization_member_role", promotion);
  return organizationId;
}

/** Starts a server with people of every kind, their team and a running sandbox. */
export async function makeWorld(environment: Record<string, string> = {}, parts: AppParts = {}): Promise<World> {
  const app = await startTestApp({ TERRARIUM_WEBHOOK_EGRESS: "all", ...environment }, parts);
  const sessions = await signInAll(app);
  const organizationId = await makeTeam(app, sessions);
  const newKey = (token: string, team: string, scope?: Scope) =>
    must(app, token, "api_key/create_an_api_key", { organizationId: team, name: "key1", scope });
  const foreign = await must(app, sessions.foreignMember, "organization/create_an_organization", { name: "Theirs" });
  const foreignKey = (await newKey(sessions.foreignMember, foreign.id)).key;
  const key = (await newKey(sessions.owner, organizationId)).key;
  const readKey = (await newKey(sessions.owner, organizationId, "read")).key;
  const driveKey = (await newKey(sessions.owner, organizationId, "drive")).key;
  const sandbox = await must(app, key, "boxes", { type: "android" });
  const newToken = async (rights: BoxRight) =>
    String((await must(app, key, `boxes/${sandbox.id}/token`, { rights })).token);
  const { id: webhookId } = await newWebhook({ app, sessions, organizationId });
  const { id: deliveryId } = await must(app, sessions.owner, "webhook/test_webhook", { organizationId, webhookId });
  const signedOut = await app.signIn(LOGINS.owner);
  await app.call("POST", "/api/v1/auth/logout", { token: signedOut });
  const { other, ...people } = sessions;
  return {
    app,
    sessions,
    organizationId,
    sandboxId: sandbox.id,
    webhookId,
    deliveryId,
    otherMemberId: (await app.call("GET", "/api/v1/user/get_current_user_info", { token: other })).body.id,
    tokens: {
      none: undefined,
      bad: "x".repeat(43),
      signedOut,
      foreignKey,
      readKey,
      driveKey,
      viewToken: await newToken("view"),
      inputToken: await newToken("input"),
      filesToken: await newToken("files"),
      browserToken: await newToken("browser"),
      portsToken: await newToken("ports"),
      shellToken: await newToken("shell"),
      key,
      ...people,
    },
    newApiKeyId: async () => (await newKey(sessions.owner, organizationId)).id,
  };
}

/** Creates a separate team or sessions for a row with calls that would affect others. */
export async function prepare(world: World, { ownTeam, endsSessions }: Row): Promise<World> {
  const sessions = endsSessions ? await signInAll(world.app) : world.sessions;
  const organizationId = ownTeam ? await makeTeam(world.app, sessions) : world.organizationId;
  const { other: _, ...people } = sessions;
  return { ...world, sessions, organizationId, tokens: { ...world.tokens, ...people } };
}

/** Returns every call that the contract declares, by its name. */
export async function findEndpoints(): Promise<Map<string, Endpoint>> {
  return new Map((await contractEndpoints()).map((endpoint) => [endpoint.name, endpoint]));
}

/** Makes a row's call as one of the callers. */
export async function callAs(world: World, caller: CallerName, endpoint: Endpoint, row: Row): Promise<TestAnswer> {
  const path = row.path?.(world, endpoint.path) ?? endpoint.path;
  return world.app.call(endpoint.method, path, { token: world.tokens[caller], body: await row.body?.(world) });
}
