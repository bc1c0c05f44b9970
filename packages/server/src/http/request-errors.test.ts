import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

let app: TestApp;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  token = await app.signIn("newcomer");
});
afterAll(() => app.remove());

const BOX = "/api/v1/boxes/sbx_1";

test.each([
  [
    "/api/v1/boxes",
    { type: "browser" },
    'type: must be "android" or "linux"; a browser or a desktop is of type "linux"',
  ],
  ["/api/v1/boxes", { config: { expiresIn: 5 } }, "config.expiresIn: Use a whole number and a unit"],
  ["/api/v1/boxes?status=wrong", undefined, 'status: must be "pending", "running",'],
  ["/api/v1/boxes?labels=a", undefined, "labels: must be written as labels[name]=value"],
  [`${BOX}/actions/click`, {}, "the body: needs target, or x and y"],
  [`${BOX}/actions/click`, { x: 1 }, "the body: needs y, or target"],
  [`${BOX}/actions/click`, { x: "1", y: 1 }, "the body: x must be a number"],
  [`${BOX}/actions/click`, { target: {} }, "the body: needs target.selector, or target.id, target.label,"],
  [
    `${BOX}/actions/click`,
    { target: { text: "Send" } },
    'Unknown field "target.text". Did you mean "target.selector.text"?',
  ],
  [`${BOX}/actions/click`, { x: 1, y: 1, target: "Send" }, "the body: cannot combine target with the other fields"],
  ["/api/v1/boxes", { template: "tpl_linux" }, 'Unknown field "template". Did you mean "config.templateId"?'],
  [
    "/api/v1/boxes",
    { config: { template: "tpl_linux" } },
    'Unknown field "config.template". Did you mean "config.templateId"?',
  ],
  ["/api/v1/boxes/linux", { config: { labels: {}, snapshot: "s" } }, 'Did you mean "config.snapshotName"?'],
  ["/api/v1/boxes?page_size=5", undefined, 'Unknown field "page_size". Did you mean "pageSize"?'],
  [`${BOX}?verbose=1`, undefined, 'Unknown field "verbose".'],
  ["/api/v1/auth/logout", { all: true }, 'Unknown field "all".'],
  ["/api/v1/gbox/android/create", { arch: "arm64" }, 'Unknown field "arch". Did you mean "architecture"?'],
  [`${BOX}/actions/swipe`, {}, "the body: needs direction, or start and end"],
  [`${BOX}/actions/swipe`, { direction: "sideways" }, 'the body: direction must be "up", "down"'],
  [`${BOX}/actions/touch`, { points: [{ start: { x: 1, y: 1 }, actions: [{ type: "wiggle" }] }] }, 'type: must be "'],
  ["/api/v1/webhook/create_webhook", {}, "url: is missing; events: is missing"],
  // A caller may believe that a key expires, so its expiry must not be ignored.
  [
    "/api/v1/api_key/create_an_api_key",
    { organizationId: "org_1", name: "key1", expiresAt: "2030-01-01T00:00:00Z" },
    'expiresAt: is not taken here: say after how long by expiresIn, for example "720h"',
  ],
  [
    "/api/v1/webhook/create_webhook",
    { organizationId: "org_1", url: "ftp://x", events: "box.ready" },
    "url: must be an http or https address; events: must be a list",
  ],
])("%s with %j reports the accepted fields", async (path, body, sentence) => {
  const answer = await app.call(body === undefined ? "GET" : "POST", path, { token, body });
  expect(answer).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  expect(answer.body.message).toContain(sentence);
});
