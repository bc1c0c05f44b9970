import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { createCanvas } from "@napi-rs/canvas";
import { afterEach, expect, test } from "vitest";
import type { Egress } from "../../system/network/egress.ts";
import { DeviceDriver } from "../../ui/testing/device-driver.ts";
import { addressOf, shortAddress } from "./address.ts";

const back = 4;
const waits = { timeout: 15_000 };
const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, "127.0.0.1");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function view(device: DeviceDriver, dataUri: string): void {
  // Files and pictures of the device have apps of their own.
  const packageName = dataUri.startsWith("file:") ? { packageName: "com.terrarium.browser" } : {};
  device.ui.activities.startIntent({ ...packageName, action: "android.intent.action.VIEW", dataUri });
}

const browser = (egress: Egress) => DeviceDriver.start({ egress });
const shows = (device: DeviceDriver, text: string) =>
  expect.poll(() => device.texts().some((each) => each.includes(text)), waits).toBe(true);
const html = (title: string, body: string): string => `<!doctype html><title>${title}</title>${body}`;

test("without egress nothing is asked for, and the page says who decides", async () => {
  let requests = 0;
  const origin = await serve((_request, response) => response.end(String(++requests)));
  await using device = await browser("off");
  device.tap("Browser");
  expect(device.has("No internet on this device")).toBe(true);
  view(device, origin);
  await shows(device, "The operator has not allowed internet access");
  await shows(device, "--egress public");
  expect(requests).toBe(0);
});

test("with public egress this machine is not reached, neither directly nor through a picture", async () => {
  let requests = 0;
  const origin = await serve((_request, response) => response.end(String(++requests)));
  await using device = await browser("public");
  view(device, origin);
  await shows(device, "This address is not public");
  await device.files.write(
    "/sdcard/Download/a.html",
    Buffer.from(`<p>words</p><img alt=inside src="${origin}">`),
    "replace",
  );
  view(device, "file:///sdcard/Download/a.html");
  await shows(device, "words");
  await shows(device, "inside");
  expect(requests).toBe(0);
});

test("in airplane mode nothing is asked for either", async () => {
  await using device = await browser("all");
  device.ui.settings.put("global", "airplane_mode_on", "1");
  view(device, "http://127.0.0.1:1/");
  await shows(device, "You are offline");
  expect(device.has("Try again")).toBe(true);
});

test("links are followed, back and forward; pages are bookmarked and remembered after a restart", async () => {
  const origin = await serve((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    response.end(
      request.url === "/two"
        ? html("Second", "<p>the second page</p>")
        : html("First 页", `<p>go <a href="/two">onward</a></p>`),
    );
  });
  await using device = await browser("all");
  view(device, origin);
  await shows(device, "go onward");
  device.tap("onward");
  await shows(device, "the second page");
  device.tap("Add bookmark", "Back");
  await shows(device, "go onward");
  device.tap("Forward");
  await shows(device, "the second page");
  device.press(back);
  await shows(device, "go onward");
  device.ui.activities.forceStop("com.terrarium.browser");

  const restarted = await DeviceDriver.start({ dataDir: device.dataDir, egress: "all" });
  restarted.tap("Browser");
  expect(restarted.texts()).toEqual(expect.arrayContaining(["Second", "First 页"]));
  restarted.tap("Second");
  await shows(restarted, "the second page");
  restarted.ui.dispose();
});

test("an address is typed, a form is filled in and sent", async () => {
  const seen: string[] = [];
  const origin = await serve(async (request, response) => {
    seen.push(`${request.method} ${request.url} ${await text(request)}`);
    response.setHeader("content-type", "text/html");
    response.end(
      request.method === "POST"
        ? html("Sent", "<p>thank you</p>")
        : html(
            "Form",
            `<form method=post action=/send><input name=user placeholder="Your name"><button>Send it</button></form>`,
          ),
    );
  });
  await using device = await browser("all");
  device.tap("Browser", "Search DuckDuckGo or type an address");
  device.ui.input.text(`${origin}/form`);
  device.press(66);
  await shows(device, "Send it");
  device.tap("Your name");
  device.ui.input.text("Ada & co");
  device.press(back);
  device.tap("Send it");
  await shows(device, "thank you");
  expect(seen).toEqual(["GET /form ", "POST /send user=Ada+%26+co"]);
});

test("what is looked for is counted and scrolled to", async () => {
  const body = Array.from(
    { length: 200 },
    (_, index) => `<p>line ${index}${index % 50 === 49 ? " needle" : ""}</p>`,
  ).join("");
  await using device = await browser("off");
  await device.files.write("/sdcard/Download/a.html", Buffer.from(html("Long", body)), "replace");
  view(device, "file:///sdcard/Download/a.html");
  await shows(device, "line 0");
  device.tap("More options", "Find in page");
  device.ui.input.text("NEEDLE");
  await shows(device, "1 of 4");
  await shows(device, "line 49 needle");
  device.tap("Next match", "Next match");
  await shows(device, "3 of 4");
  await shows(device, "line 149 needle");
  expect(device.has("line 49 needle")).toBe(false);
});

test("folders and pictures of the device are shown", async () => {
  await using device = await browser("off");
  const canvas = createCanvas(40, 30);
  await device.files.write("/sdcard/Pictures/leaf.png", canvas.toBuffer("image/png"), "replace");
  view(device, "file:///sdcard/");
  await shows(device, "Pictures/");
  device.tap("Pictures/");
  await shows(device, "leaf.png");
  device.tap("leaf.png");
  await expect.poll(() => device.has("leaf.png"), waits).toBe(true);
  view(device, "file:///sdcard/none.html");
  await shows(device, "No such file");
});

test("hostile answers end with a clear message, and the browser goes on", async () => {
  const origin = await serve((request, response) => {
    response.setHeader("content-type", "text/html");
    switch (request.url) {
      case "/loop":
        return void response.writeHead(302, { location: "/loop" }).end();
      case "/line":
        return void response.end("x".repeat(10 * 1024 ** 2));
      case "/deep":
        return void response.end(`<p>top</p>${"<div>".repeat(100_000)}`);
      case "/file":
        return void response.writeHead(302, { location: "file:///sdcard/" }).end();
      case "/app":
        return void response.writeHead(200, { "content-type": "application/zip" }).end("PK");
      case "/image": {
        const png = Buffer.alloc(64);
        png.writeUInt32BE(0x89504e47, 0);
        png.writeUInt32BE(60_000, 16);
        png.writeUInt32BE(60_000, 20);
        return void response.writeHead(200, { "content-type": "image/png" }).end(png);
      }
      case "/page":
        return void response.end(`<p>words</p><img alt="a huge picture" src="/image">`);
      default:
        return void response.end("<p>still here</p>");
    }
  });
  await using device = await browser("all");
  for (const [path, message] of [
    ["/loop", "The page leads in circles"],
    ["/line", "The page is too large"],
    ["/deep", "nested deeper than this browser follows"],
    ["/file", "This kind of address is not supported"],
    ["/app", "This cannot be shown here"],
    ["/page", "a huge picture"],
    ["/fine", "still here"],
  ] as const) {
    view(device, `${origin}${path}`);
    await shows(device, message);
  }
  expect(device.logged).toEqual([]);
});

test.each([
  ["example.com", "https://example.com/"],
  ["example.com/a?b#c", "https://example.com/a?b#c"],
  ["http://x", "http://x/"],
  ["10.0.0.1:8080", "http://10.0.0.1:8080/"],
  ["localhost:3000/x", "http://localhost:3000/x"],
  ["苔藓.中国", "https://xn--ji1a84d.xn--fiqs8s/"],
  ["/sdcard/a b.html", "file:///sdcard/a%20b.html"],
  ["how to water moss", "https://html.duckduckgo.com/html/?q=how%20to%20water%20moss"],
  ["node.js tutorial", "https://html.duckduckgo.com/html/?q=node.js%20tutorial"],
  ["about:home", "about:home"],
])("who types %j means %s", (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});

test("an address is shown by its host or path", () => {
  expect(shortAddress("https://www.example.com:8443/x")).toBe("example.com:8443");
  expect(shortAddress("file:///sdcard/a%20b")).toBe("/sdcard/a b");
  expect(shortAddress("about:home")).toBe("");
});
