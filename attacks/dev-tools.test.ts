import { once } from "node:events";
import { createDevToolsUrl } from "@terrarium/contract/box-browser";
import { getBoxTokens } from "@terrarium/contract/box-links";
import { BROWSER_LIMITS } from "@terrarium/contract/limits";
import { CLOSE_CODES } from "@terrarium/contract/proxy";
import { beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { z } from "zod";
import { createBox, screenshot } from "../e2e/support/api.ts";
import { provideServer } from "../e2e/support/fixtures.ts";
import { post, signIn } from "../e2e/support/server.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { whyNoLinux } from "./support/linux.ts";
import { readMetric } from "./support/metrics.ts";

const MEBIBYTE = 1_048_576;
const CROWD = 1_000;
/** Clients that send requests and read no response. */
const DEAF = 8;

describeWhere(await whyNoLinux("browser"), "connections to a browser's DevTools", () => {
  const server = provideServer();
  let hostile = "";
  let boxId = "";
  let token = "";
  /** A phone of another team, which must stay unaffected. */
  let bystander = "";

  beforeAll(async () => {
    const { origin } = server();
    hostile = await signIn(origin, "mallory");
    token = await signIn(origin, "ada");
    boxId = (await createBox(origin, hostile, { templateId: "tpl_browser" })).id;
    bystander = (await createBox(origin, token)).id;
  });

  const expectBystanderWorks = async () =>
    expect((await screenshot(server().origin, token, bystander)).width).toBe(720);

  const makeAddress = async () =>
    createDevToolsUrl.response.parse(
      await (
        await post(server().origin, createDevToolsUrl.path.replace("{boxId}", boxId), { expiresIn: "30m" }, hostile)
      ).json(),
    );

  /** Resolves with the open socket, or with the status of the refusal. */
  const open = (address: string) =>
    new Promise<WebSocket | number>((resolve, reject) => {
      const socket = new WebSocket(address);
      socket.once("open", () => resolve(socket));
      socket.once("unexpected-response", (request, { statusCode = 0 }) => {
        request.destroy();
        resolve(statusCode);
      });
      socket.once("error", reject);
    });

  async function mustOpen(address: string): Promise<WebSocket> {
    const socket = await open(address);
    if (typeof socket === "number") throw new Error(`refused with ${socket}`);
    return socket;
  }

  async function close(sockets: readonly WebSocket[]): Promise<void> {
    const closed = sockets.map((socket) => once(socket, "close"));
    for (const socket of sockets) socket.close();
    await Promise.all(closed);
  }

  async function ask(socket: WebSocket, method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    socket.send(JSON.stringify({ id: 1, method, params, sessionId }));
    for (;;) {
      const [message]: unknown[] = await once(socket, "message");
      const told = z.looseObject({ id: z.number().optional() }).parse(JSON.parse(String(message)));
      if (told.id === 1) return told["result"];
    }
  }

  test("a crowd of clients fills the limit and harms no others", async () => {
    const address = await makeAddress();
    // The browser has started by now.
    await close([await mustOpen(address)]);
    const answers = await Promise.all(Array.from({ length: CROWD }, () => open(address)));
    const sockets = answers.filter((answer) => typeof answer !== "number");
    onTestFinished(() => sockets.forEach((socket) => socket.terminate()));
    expect(new Set(answers.filter((answer) => typeof answer === "number"))).toEqual(new Set([429]));
    expect(sockets.length).toBe(BROWSER_LIMITS.connections.perSandbox);
    await expectBystanderWorks();
    await close(sockets);
    // Connections still count until the server has noticed their end.
    await close([await vi.waitFor(() => mustOpen(address), { timeout: 90_000 })]);
  });

  test("messages of many megabytes pass; unread ones stay in the sandbox", async () => {
    const address = await makeAddress();
    const socket = await mustOpen(address);
    const { targetInfos } = z
      .object({ targetInfos: z.array(z.object({ targetId: z.string(), type: z.string() })) })
      .parse(await ask(socket, "Target.getTargets"));
    const targetId = targetInfos.find(({ type }) => type === "page")?.targetId;
    const page = await mustOpen(address.replace("/cdp", `/cdp/devtools/page/${targetId}`));
    const letters = 8 * MEBIBYTE;
    const evaluate = (expression: string) => ask(page, "Runtime.evaluate", { expression, returnByValue: true });
    expect(await evaluate(`"${"x".repeat(letters)}".length`)).toMatchObject({ result: { value: letters } });
    expect(await evaluate(`"x".repeat(${letters}).slice(1)`)).toMatchObject({
      result: { value: expect.stringMatching(/^x+$/) },
    });
    await expectBystanderWorks();

    const before = await readMetric(server().origin, "process_resident_memory_bytes");
    const idle = await Promise.all(
      Array.from({ length: DEAF }, () => mustOpen(address.replace("/cdp", `/cdp/devtools/page/${targetId}`))),
    );
    for (const deaf of idle) {
      deaf.pause();
      const params = { expression: `"y".repeat(${letters})`, returnByValue: true };
      deaf.send(JSON.stringify({ id: 1, method: "Runtime.evaluate", params }));
    }
    // When the page responds again, all earlier requests have been sent.
    expect(await evaluate("1 + 1")).toMatchObject({ result: { value: 2 } });
    await expectBystanderWorks();
    const grownBytes = (await readMetric(server().origin, "process_resident_memory_bytes")) - before;
    expect(grownBytes).toBeLessThan((DEAF * letters) / 2);
    for (const deaf of idle) deaf.terminate();
    await close([socket, page]);
  });

  test("a revoked token closes only its own connections", async () => {
    const { origin } = server();
    const [kept, ended] = [await makeAddress(), await makeAddress()];
    const path = getBoxTokens.path.replace("{boxId}", boxId);
    const headers = { authorization: `Bearer ${hostile}` };
    const [{ id: newest } = { id: "" }] = getBoxTokens.response.parse(
      await (await fetch(origin + path, { headers })).json(),
    ).data;
    const sockets = { kept: await mustOpen(kept), ended: await mustOpen(ended) };
    const closed = once(sockets.ended, "close");
    expect((await fetch(`${origin}${path}/${newest}`, { method: "DELETE", headers })).status).toBe(200);
    expect(await closed).toEqual([CLOSE_CODES.unauthorized, expect.anything()]);
    expect(await open(ended)).toBe(401);
    expect(await ask(sockets.kept, "Browser.getVersion")).toMatchObject({ product: expect.stringContaining("Chrome") });
    await close([sockets.kept]);
  });
});
