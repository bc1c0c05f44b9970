import { once } from "node:events";
import { createServer } from "node:http";
import type { Box } from "@terrarium/sdk/box";
import { TerrariumClient } from "@terrarium/sdk/terrarium-client";
import { TerrariumError } from "@terrarium/sdk/terrarium-error";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLinuxMachine } from "../packages/device-providers/src/embedded/linux-machine.ts";
import { describeWhere } from "../packages/platform/src/testing/describe-where.ts";
import { apiKeyOf } from "./support/api.ts";
import { provideServer } from "./support/fixtures.ts";
import { type RecordingProxy, startRecordingProxy } from "./support/recording-proxy.ts";
import { signIn } from "./support/server.ts";

const [missing] = await createLinuxMachine({ log: { warn: () => undefined } }).missingFor("browser", process.execPath);
const GET = "curl -s -w ' %{http_code}' ";

/** Web server whose host names only the user's proxy can resolve. */
async function startPage() {
  const page = createServer((asked, answer) => {
    answer.setHeader("content-type", "text/html");
    answer.end(`<title>${asked.headers.host}</title>`);
  }).listen(0, "127.0.0.1");
  await once(page, "listening");
  const address = page.address();
  return { page, port: typeof address === "object" && address ? address.port : 0 };
}

const refusal = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => (error instanceof TerrariumError ? [error.status, error.code] : error),
  );

describeWhere(missing, "a proxy of a Linux box", () => {
  let page: Awaited<ReturnType<typeof startPage>>;
  let proxy: RecordingProxy;
  let box: Box;
  const server = provideServer({ TERRARIUM_DEVICE_EGRESS: "all" });
  const boxOf = async (origin: string, login: string, templateId: string) => {
    const apiKey = await apiKeyOf(origin, await signIn(origin, login));
    const terrarium = new TerrariumClient({ baseUrl: origin, apiKey });
    return terrarium.boxes.create({ config: { templateId, expiresIn: "30m" }, timeout: "2m" });
  };
  const print = async (command: string, of = box) => (await of.commands.run({ command })).stdout;
  const auth = { username: "ada", password: 'it\'s a "secret"' };

  beforeAll(async () => {
    page = await startPage();
    proxy = await startRecordingProxy(page.port, `${auth.username}:${auth.password}`);
    box = await boxOf(server().origin, "ada", "tpl_browser");
  });
  afterAll(async () => {
    await box?.terminate();
    proxy?.close();
    page?.page.close().closeAllConnections();
  });

  test("serves programs and the browser, and survives a restart", async () => {
    expect(await refusal(box.proxy.get())).toEqual([404, "proxy_not_set"]);
    expect(await print(`${GET} http://inside.test/`)).toContain("unknown-host");
    const { id } = await box.browser.openTab({ url: "about:blank" });
    const set = { host: "10.0.2.2", port: proxy.port, auth, excludes: ["direct.test"] };
    expect(await box.proxy.set(set)).toEqual(set);
    expect(await box.proxy.get()).toEqual(set);
    expect(await print(`${GET} http://inside.test/`)).toBe("<title>inside.test</title> 200");
    expect(await print(`${GET} http://direct.test/`)).toContain("unknown-host");
    expect(await box.browser.updateTab({ tabId: id, url: "http://page.test/" })).toMatchObject({ title: "page.test" });
    const asked = (name: string) => proxy.asked.some((line) => line.startsWith(`GET http://${name}/ Basic `));
    expect(["inside.test", "page.test", "direct.test"].map(asked)).toEqual([true, true, false]);

    await box.stop({ wait: true });
    await box.start({ wait: true });
    expect(await box.proxy.get()).toEqual(set);
    expect((await box.browser.openTab({ url: "http://later.test/" })).title).toBe("later.test");

    await box.proxy.clear();
    expect(await refusal(box.proxy.get())).toEqual([404, "proxy_not_set"]);
    const before = proxy.asked.length;
    expect((await box.browser.openTab({ url: "http://page.test/other" })).title).not.toBe("page.test");
    expect(await print(`${GET} http://inside.test/`)).toContain("unknown-host");
    // The browser may request the icon of the previous page late.
    expect(proxy.asked.slice(before).filter((line) => /page\.test\/other|inside\.test/.test(line))).toEqual([]);
  });
});

describeWhere(missing, "a proxy of a Linux box where the operator allows the public internet alone", () => {
  const server = provideServer({ TERRARIUM_DEVICE_EGRESS: "public" });

  test("rejects internal addresses and cannot bypass the rules", async () => {
    const { page, port } = await startPage();
    const proxy = await startRecordingProxy(port);
    const apiKey = await apiKeyOf(server().origin, await signIn(server().origin, "bob"));
    const terrarium = new TerrariumClient({ baseUrl: server().origin, apiKey });
    const box = await terrarium.boxes.create({ config: { templateId: "tpl_linux", expiresIn: "30m" }, timeout: "2m" });
    for (const host of ["127.0.0.1", "169.254.169.254", "10.0.0.1", "::1", "localhost"])
      expect(await refusal(box.proxy.set({ host, port: proxy.port }))).toEqual([422, "not_possible"]);
    const inside = JSON.stringify({ host: "127.0.0.1", port: proxy.port });
    const { stdout } = await box.commands.run({ command: `proxy set '${inside}'; ${GET} http://inside.test/` });
    expect(stdout).toMatch(/the server's operator does not allow\s+502$/);
    expect(proxy.asked).toEqual([]);
    await box.terminate();
    proxy.close();
    page.close().closeAllConnections();
  });
});

describeWhere(missing, "a proxy of a Linux box that reaches no network", () => {
  const server = provideServer();

  test("is rejected with the setting that would allow it", async () => {
    const apiKey = await apiKeyOf(server().origin, await signIn(server().origin, "cy"));
    const terrarium = new TerrariumClient({ baseUrl: server().origin, apiKey });
    const box = await terrarium.boxes.create({ config: { templateId: "tpl_linux", expiresIn: "30m" }, timeout: "2m" });
    expect(await refusal(box.proxy.set({ host: "a.test", port: 1 }))).toEqual([409, "egress_off"]);
    expect(await refusal(box.proxy.get())).toEqual([404, "proxy_not_set"]);
    await box.terminate();
  });
});
