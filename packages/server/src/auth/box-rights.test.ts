import { once } from "node:events";
import { devToolsPath } from "@terrarium/contract/box-browser";
import { commandSocketPath } from "@terrarium/contract/box-commands";
import { adbSocketPath } from "@terrarium/contract/box-links";
import { BOX_RIGHTS, type BoxRight, readRights } from "@terrarium/contract/box-rights";
import {
  BEARER_PROTOCOL_PREFIX,
  CLOSE_CODES,
  fileContentPath,
  filesPath,
  logSocketPath,
  PROXY_PROTOCOL,
  screenSocketPath,
  shellSocketPath,
} from "@terrarium/contract/proxy";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { WebSocket } from "ws";
import { makeWorld, type World } from "../testing/every-call.ts";

/** Rights of tokens that allow an address, without rights that imply them. */
const REQUESTS: readonly [method: string, path: (id: string) => string, rights: readonly BoxRight[]][] = [
  ["GET", (id) => filesPath(id, "/sdcard"), ["files", "shell"]],
  ["GET", (id) => fileContentPath(id, "/sdcard/a"), ["files", "shell"]],
  ["PUT", (id) => fileContentPath(id, "/sdcard/a"), ["files", "shell"]],
  ["GET", adbSocketPath, ["shell"]],
  ["GET", (id) => commandSocketPath(id, "command"), ["shell"]],
  ["GET", (id) => commandSocketPath(id, "runCode"), ["shell"]],
  ["GET", (id) => `${devToolsPath(id)}/json/version`, ["browser", "shell"]],
];
const SOCKETS: readonly [path: (id: string) => string, rights: readonly BoxRight[]][] = [
  [(id) => screenSocketPath(id), ["view", "input", "shell"]],
  [(id) => shellSocketPath(id), ["shell"]],
  [logSocketPath, ["shell"]],
];

describe("a token of a sandbox", () => {
  let world: World;
  beforeAll(async () => {
    world = await makeWorld();
  });
  afterAll(() => world.app.remove());
  const tokenOf = (right: BoxRight) => world.tokens[`${right}Token`];

  test.each(REQUESTS)("without the right, is rejected by %s %s", async (method, path, rights) => {
    const refused: BoxRight[] = [];
    for (const right of BOX_RIGHTS) {
      const { status } = await world.app.call(method, path(world.sandboxId), { token: tokenOf(right) });
      if (status === 403) refused.push(right);
    }
    expect(refused).toEqual(BOX_RIGHTS.filter((right) => !rights.includes(right)));
  });

  test.each(SOCKETS)("without the right, is rejected by the socket %s", async (path, rights) => {
    const refused: BoxRight[] = [];
    for (const right of BOX_RIGHTS) {
      const protocols = [PROXY_PROTOCOL, `${BEARER_PROTOCOL_PREFIX}${tokenOf(right)}`];
      const socket = new WebSocket(world.app.origin.replace(/^http/, "ws") + path(world.sandboxId), protocols);
      const [code] = await once(socket, "close");
      if (code === CLOSE_CODES.unauthorized) refused.push(right);
    }
    expect(refused).toEqual(BOX_RIGHTS.filter((right) => !rights.includes(right)));
  });

  test.each([
    ["token", {}, "view", { rights: ["view"] }],
    ["token", { rights: "input" }, "view,input", { rights: ["view", "input"] }],
    ["token", { rights: ["files"] }, "files", { rights: ["files"] }],
    ["token", { rights: "shell" }, "view,input,files,browser,ports,shell", { rights: [...BOX_RIGHTS] }],
    ["live-view-url", {}, "view", { url: expect.stringContaining("&rights=view&") }],
    ["live-view-url", { rights: ["files"] }, "view,files", { url: expect.stringContaining("&rights=view,files&") }],
    [
      "web-terminal-url",
      {},
      "view,input,files,browser,ports,shell",
      { url: expect.stringContaining("&rights=view,input,") },
    ],
  ])("from %s %j gets the rights %s", async (call, body, rights, answer) => {
    const { sandboxId, tokens, app } = world;
    const made = await app.call("POST", `/api/v1/boxes/${sandboxId}/${call}`, { token: tokens.key, body });
    expect(made).toMatchObject({ status: 200, body: answer });
    const listed = await app.call("GET", `/api/v1/boxes/${sandboxId}/token`, { token: tokens.key });
    expect(listed.body.data[0].rights).toEqual(readRights(rights));
  });

  test.each(["drive", [], ["view", "root"]])("is not created with the rights %j", async (rights) => {
    const { sandboxId, tokens, app } = world;
    const made = await app.call("POST", `/api/v1/boxes/${sandboxId}/token`, { token: tokens.key, body: { rights } });
    expect(made).toMatchObject({ status: 400, body: { code: "invalid_request" } });
  });
});
