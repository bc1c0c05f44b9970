// @vitest-environment happy-dom
import type { AuditEntry } from "@terrarium/contract/audit";
import { ERRORS } from "@terrarium/contract/errors";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { chooseLanguage } from "../../../language/language.ts";
import { outcomeWords } from "../../parts/outcome-words.ts";
import { actionWords, actorWords, allMoreWords, idWords, moreWords, targetWords, TEAM_ACTIONS } from "./audit-words.ts";

const ENTRY: AuditEntry = {
  id: "aud_1",
  at: "2026-11-21T09:00:00.000Z",
  actorKind: "user",
  actorId: "usr_1",
  actorName: "Ada",
  action: "createBox",
  targets: {},
  targetNames: {},
  ip: "203.0.113.7",
  userAgent: null,
  outcome: "ok",
  requestId: "req_1",
  more: 0,
};

beforeEach(() => chooseLanguage("en"));
afterAll(() => chooseLanguage("en"));

test.each([
  ["createAndroid", "Created a phone (alpha SDK)", "创建手机（alpha SDK）"],
  ["createAnOrganization", "Created the team", "创建团队"],
  ["rotateAnApiKey", "Rotated an API key", "更换 API 密钥"],
  ["createLiveViewUrl", "Shared a link to the screen", "分享屏幕链接"],
  ["launchRocket", "launchRocket", "launchRocket"],
])("describes %s in plain words", async (call, en, zh) => {
  expect(actionWords(call)).toBe(en);
  await chooseLanguage("zh");
  expect(actionWords(call)).toBe(zh);
});

test("all filter choices have different names", async () => {
  expect(new Set(TEAM_ACTIONS.map(actionWords)).size).toBe(TEAM_ACTIONS.length);
  await chooseLanguage("zh");
  expect(new Set(TEAM_ACTIONS.map(actionWords)).size).toBe(TEAM_ACTIONS.length);
});

const organizationId = "org_1";
const TEMPLATE = { templateId: "Small phone" };
const TARGETS: [about: string, AuditEntry["targets"], AuditEntry["targetNames"], en: string, zh: string][] = [
  ["a key", { organizationId, apiKeyId: "key_1" }, { apiKeyId: "ci" }, 'API key "ci"', "API 密钥“ci”"],
  ["a key without a name", { apiKeyId: "key_1" }, {}, "API key", "API 密钥"],
  ["a sandbox", { sandboxId: "sbx_1" }, { sandboxId: "a{b}", ...TEMPLATE }, 'Sandbox "a{b}"', "沙箱“a{b}”"],
  ["a nameless sandbox", { sandboxId: "sbx_1" }, TEMPLATE, "Small phone sandbox", "Small phone 沙箱"],
  ["an unknown sandbox", { sandboxId: "sbx_1" }, {}, "Sandbox", "沙箱"],
  ["a sandbox of a template", { templateId: "t", sandboxId: "s" }, TEMPLATE, "Small phone sandbox", "Small phone 沙箱"],
  ["a snapshot", { snapshotName: "tools" }, {}, 'Snapshot "tools"', "快照“tools”"],
  ["a template", { templateId: "tpl_1" }, TEMPLATE, 'Template "Small phone"', "模板“Small phone”"],
  ["a deleted template", { templateId: "tpl_1" }, {}, "Template", "模板"],
  [
    "an invite link",
    { organizationId, inviteId: "inv_1" },
    { inviteId: "2026-11-28T12:00:00.000Z" },
    "Invite link until Nov 28, 2026",
    "有效期至 2026年11月28日 的邀请链接",
  ],
  ["a deleted invite link", { inviteId: "inv_1" }, {}, "Invite link", "邀请链接"],
  ["a member", { organizationId, userId: "usr_2" }, { userId: "Ann" }, "Member Ann", "成员 Ann"],
  ["a user outside the team", { organizationId, userId: "usr_2" }, {}, "User outside this team", "不在此团队的用户"],
  [
    "two targets",
    { userId: "u", apiKeyId: "k" },
    { userId: "Ann", apiKeyId: "ci" },
    'Member Ann, API key "ci"',
    "成员 Ann、API 密钥“ci”",
  ],
  ["the team", { organizationId }, {}, "This team", "此团队"],
  ["no target", {}, {}, "This team", "此团队"],
  ["an unknown field", { constructor: "x", rocketId: "rkt_1" }, {}, "This team", "此团队"],
];

test.each(TARGETS)("describes the target %s", async (_about, targets, targetNames, en, zh) => {
  expect(targetWords({ targets, targetNames })).toBe(en);
  await chooseLanguage("zh");
  expect(targetWords({ targets, targetNames })).toBe(zh);
});

test("labels the ids in the details", () => {
  expect(["organizationId", "apiKeyId", "rocketId"].map(idWords)).toEqual(["Team", "API key", "rocketId"]);
});

test.each([
  [{}, "Ada", "Ada"],
  [{ actorName: null }, "Former member", "已离开的成员"],
  [{ actorKind: "api_key", actorName: "ci" }, "ci", "ci"],
  [{ actorKind: "api_key", actorName: null }, "A deleted API key", "已删除的 API 密钥"],
  [{ actorKind: "anonymous", actorId: null, actorName: null }, "Anonymous", "匿名"],
] as const)("names the actor: %j", async (overrides, en, zh) => {
  expect(actorWords({ ...ENTRY, ...overrides })).toBe(en);
  await chooseLanguage("zh");
  expect(actorWords({ ...ENTRY, ...overrides })).toBe(zh);
});

test("describes the number of similar calls", async () => {
  expect(moreWords(4312)).toBe("and 4,312 more");
  expect(allMoreWords(1)).toBe("1 within the hour; only the count is kept");
  await chooseLanguage("zh");
  expect(moreWords(4312)).toBe("及另外 4,312 次");
});

describe.each(["en", "zh"] as const)("describes outcomes in the language %s", (language) => {
  beforeEach(() => chooseLanguage(language));

  test("each error code has its own words and none shows the code", () => {
    const codes = Object.keys(ERRORS);
    const words = codes.map(outcomeWords);
    expect(new Set(words).size).toBe(codes.length);
    expect(words.filter((text) => text.includes("_"))).toEqual([]);
    expect(words.filter((text) => /\p{Script=Han}/u.test(text))).toHaveLength(language === "zh" ? codes.length : 0);
  });

  test("an unknown error code is shown as a refusal", () => {
    const refused = { en: "Refused", zh: "被拒绝" }[language];
    expect(["rocket_exploded", "toString", ""].map(outcomeWords)).toEqual([refused, refused, refused]);
  });
});

test("describes success and the most common refusals", () => {
  expect(["ok", "budget_exceeded", "sandbox_limit", "api_key_not_found"].map(outcomeWords)).toEqual([
    "Done",
    "Budget reached",
    "Sandbox limit reached",
    "No such API key",
  ]);
});
