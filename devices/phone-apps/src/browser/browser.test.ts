import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { createCanvas } from "@napi-rs/canvas";
import type { Egress } from "@terrarium/egress/egress";
import { httpFetch } from "@terrarium/phone-system/network/http-fetch";
import { afterEach, expect, test } from "vitest";
import { DeviceDriver } from "../testing/device-driver.ts";
import { addressOf, shortAddress } from "./address.ts";

const BACK = 4;
const waits = { timeout: 90_000 };
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
  // The phone's address for the test's host.
  return `http://10.0.2.2:${(server.address() as AddressInfo).port}`;
}

function view(device: DeviceDriver, dataUri: string): void {
  // Without a package, other apps would open the device's files and pictures.
  const packageName = dataUri.startsWith("file:") ? { packageName: "com.terrarium.browser" } : {};
  device.ui.activities.startIntent({ ...packageName, action: "android.intent.action.VIEW", dataUri });
}

const browser = (egress: Egress) => DeviceDriver.start({ egress });
const shows = (device: DeviceDriver, text: string) =>
  expect.poll(() => device.texts().join("\n"), waits).toContain(text);
const html = (title: string, body: string): string => `<!doctype html><title>${title}</title>${body}`;

test("without egress sends no request and says that it has no internet", async () => {
  let requests = 0;
  const origin = await serve((_request, response) => response.end(String(++requests)));
  await using device = await browser("off");
  device.tap("Browser");
  expect(device.has("No internet access")).toBe(true);
  view(device, origin);
  await shows(device, "Internet access is not allowed");
  await shows(device, "This phone cannot reach the internet");
  expect(requests).toBe(0);
});

test("public egress reaches no private address, not even through an image", async () => {
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

test("sends no request in airplane mode", async () => {
  await using device = await browser("all");
  device.ui.settings.put("global", "airplane_mode_on", "1");
  view(device, "http://127.0.0.1:1/");
  await shows(device, "You are offline");
  expect(device.has("Try again")).toBe(true);
});

test("follows links back and forward, and restores pages and bookmarks after a restart", async () => {
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
  device.press(BACK);
  await shows(device, "go onward");
  device.ui.activities.forceStop("com.terrarium.browser");

  const restarted = await DeviceDriver.start({ dataDir: device.dataDir, egress: "all" });
  restarted.tap("Browser");
  await shows(restarted, "go onward");
  restarted.tap("Home page");
  expect(restarted.texts()).toEqual(expect.arrayContaining(["Second", "First 页"]));
  restarted.tap("Second");
  await shows(restarted, "the second page");
  restarted.ui.dispose();
});

test("opens a typed address, and fills in and sends a form", async () => {
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
  device.press(BACK);
  device.tap("Send it");
  await shows(device, "thank you");
  expect(seen).toEqual(["GET /form ", "POST /send user=Ada+%26+co"]);
});

test("matches on the page are counted and scrolled to", async () => {
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

test("shows folders and pictures of the device", async () => {
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
  await shows(device, "ERR_FILE_NOT_FOUND");
});

test("hostile responses end in a clear message, and the browser continues", async () => {
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
    ["/loop", "ERR_TOO_MANY_REDIRECTS"],
    ["/line", "The page is too large"],
    ["/deep", "This page is nested too deeply"],
    ["/file", "This type of address is not supported"],
    ["/page", "a huge picture"],
    ["/fine", "still here"],
  ] as const) {
    view(device, `${origin}${path}`);
    await shows(device, message);
  }
  expect(device.logged).toEqual([]);
});

test("ignores style sheets and does not load them", async () => {
  const asked: string[] = [];
  const origin = await serve((request, response) => {
    asked.push(request.url ?? "");
    response.setHeader("content-type", "text/html");
    response.end(
      `<link rel=stylesheet href=a.css><style>p { display: none }</style><p style="color: red">plain words</p>`,
    );
  });
  await using device = await browser("all");
  view(device, origin);
  await shows(device, "plain words");
  expect(asked).toEqual(["/"]);
});

test("exposes a page's texts and links as accessible nodes", async () => {
  await using device = await browser("off");
  const body = `<h1>A title</h1><p>Read <a href="b.html">the long story of how moss came to grow on every stone</a> now.</p>
    <ul><li>an item</ul><table><tr><td>left<td>right</table><img alt="a leaf" src="none.png">`;
  await device.files.write("/sdcard/Download/a.html", Buffer.from(html("Tree", body)), "replace");
  view(device, "file:///sdcard/Download/a.html");
  await shows(device, "A title");
  const nodes = device.ui.nodes();
  const links = nodes.filter(({ clickable, label }) => clickable && /story|stone/.test(label));
  // One node per line, so that the center of each node is touchable.
  expect(links.map(({ label }) => label).join(" ")).toBe("the long story of how moss came to grow on every stone");
  expect(links.length).toBeGreaterThan(1);
  expect(links[0]?.bounds.bottom).toBeLessThanOrEqual(links[1]?.bounds.top ?? 0);
  for (const name of ["an item", "left", "right", "a leaf"]) expect(device.has(name)).toBe(true);
  expect(device.find("left").bounds.right).toBeLessThanOrEqual(device.find("right").bounds.left);
});

test("draws Japanese glyphs by language attribute or kana", async () => {
  const origin = await serve((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    const language = request.url === "/ja" ? " lang=ja" : "";
    const kana = request.url === "/kana" ? "<p>の" : "";
    response.end(`<html${language}><h1>直角</h1><p>page ${request.url}${kana}`);
  });
  await using device = await browser("all");
  const drawn = async (path: string): Promise<string> => {
    view(device, `${origin}${path}`);
    await shows(device, `page ${path}`);
    const { left, top, right, bottom } = device.find("直角").bounds;
    const pixels = device.ui.display.picture(720, 1280).data();
    const rows = Array.from({ length: bottom - top }, (_, row) => (top + row) * 720);
    return Buffer.concat(rows.map((row) => pixels.subarray((row + left) * 4, (row + right) * 4))).toString("base64");
  };
  const chinese = await drawn("/zh");
  const japanese = await drawn("/ja");
  expect(japanese).not.toEqual(chinese);
  expect(await drawn("/kana")).toEqual(japanese);
});

test("cookies return only to their site, also after a restart, until deleted", async () => {
  const seen: string[] = [];
  const origin = await serve((request, response) => {
    seen.push(`${request.url} ${request.headers.cookie ?? "none"}`);
    response.setHeader("content-type", "text/html");
    if (request.url === "/in")
      response.writeHead(302, {
        location: "/page",
        "set-cookie": ["id=42; HttpOnly; Max-Age=3600", "old=1; Max-Age=0"],
      });
    response.end(`<p>hello</p>${request.url === "/page" ? `<img src="${other}/x.png">` : ""}`);
  });
  const other = await serve((request, response) => {
    seen.push(`other ${request.headers.cookie ?? "none"}`);
    response.end();
  });
  await using device = await browser("all");
  view(device, `${origin}/in`);
  await shows(device, "hello");
  await expect.poll(() => seen, waits).toEqual(["/in none", "/page id=42", "other none"]);
  device.ui.activities.forceStop("com.terrarium.browser");
  await using restarted = await DeviceDriver.start({ dataDir: device.dataDir, egress: "all" });
  view(restarted, `${origin}/again`);
  await expect.poll(() => seen.at(-1), waits).toBe("/again id=42");
  await shows(restarted, "Not secure");
  restarted.tap("Not secure");
  await shows(restarted, "1 cookie stored");
  restarted.tap("Delete cookies");
  restarted.tap("Reload");
  await expect.poll(() => seen.at(-1), waits).toBe("/again none");
});

test("tabs keep their pages, can be switched and closed, and survive a restart", async () => {
  const origin = await serve((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(html(`Page ${request.url}`, `<p>this is ${request.url}</p><a href=/two>next</a>`));
  });
  await using device = await browser("all");
  view(device, `${origin}/one`);
  await shows(device, "this is /one");
  device.tap("More options", "New tab");
  expect(device.has("2 tabs")).toBe(true);
  view(device, `${origin}/three`);
  await shows(device, "this is /three");
  device.tap("2 tabs", "Page /one");
  await shows(device, "this is /one");
  device.ui.activities.forceStop("com.terrarium.browser");
  await using restarted = await DeviceDriver.start({ dataDir: device.dataDir, egress: "all" });
  restarted.tap("Browser");
  await shows(restarted, "this is /one");
  restarted.tap("2 tabs", "Close Page /one");
  expect(restarted.has("1 tab")).toBe(true);
  restarted.tap("Page /three");
  await shows(restarted, "this is /three");
  restarted.tap("1 tab", "Close all tabs");
  expect(restarted.has("Search DuckDuckGo or type an address")).toBe(true);
});

test("other files are downloaded under a free, safe name", async () => {
  const origin = await serve((request, response) => {
    if (request.url === "/start")
      return void response.writeHead(200, { "content-type": "text/html" }).end(`<p>begin</p><a href=/get>get it</a>`);
    response
      .writeHead(200, { "content-type": "text/plain", "content-disposition": `attachment; filename="../../evil.txt"` })
      .end("the content");
  });
  await using device = await browser("all");
  view(device, `${origin}/start`);
  await shows(device, "get it");
  for (const name of ["evil.txt", "evil (1).txt"]) {
    device.tap("get it");
    await expect
      .poll(async () => (await device.files.list("/sdcard/Download")).map((entry) => entry.name), waits)
      .toContain(name);
    expect((await device.files.readAll(`/sdcard/Download/${name}`, 100)).toString()).toBe("the content");
    await shows(device, "begin");
  }
  await expect
    .poll(() => device.ui.notifications.list().map((each) => each.title), waits)
    .toContain("Download complete");
});

test.each([
  ["gbk", [0xcc, 0xa6, 0xde, 0xba], "苔藓"],
  ["shift_jis", [0x93, 0xfa, 0x96, 0x7b], "日本"],
  ["windows-1252", [0x93, 0xe9, 0x94], "“é”"],
])("decodes a page in %s", async (charset, bytes, expected) => {
  const origin = await serve((_request, response) => {
    response.setHeader("content-type", "text/html");
    response.end(Buffer.concat([Buffer.from(`<meta charset=${charset}><p>`), Buffer.from(bytes)]));
  });
  await using device = await browser("all");
  view(device, origin);
  await expect.poll(() => device.texts(), waits).toContain(expected);
});

/** Opens pages of a server one by one, and waits until each shows its words. */
async function showEach(device: DeviceDriver, origin: string, pages: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, words] of Object.entries(pages)) {
    view(device, `${origin}${path}`);
    await shows(device, words);
  }
}

/** Responses of a hostile server. */
const hostile: RequestListener = (request, response) => {
  response.setHeader("content-type", "text/html");
  switch (request.url) {
    case "/refresh":
      return void response.end(`<meta http-equiv=refresh content="0; url=/there"><p>going`);
    case "/circle":
      return void response.end(`<meta http-equiv=refresh content="0; url=/circle"><p>round and round`);
    case "/endless": {
      const more = (): void => {
        while (response.write("<p>again and again and again".repeat(1000)));
      };
      response.on("drain", more);
      return more();
    }
    case "/bomb":
      return void response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(64 * 1024 ** 2, "<b>")));
    case "/nested":
      return void response.end(html("A deep page", "<table><tr><td>".repeat(300_000)));
    case "/cells":
      return void response.end(`<table>${`<tr>${"<td>a cell</td>".repeat(10)}</tr>`.repeat(10_000)}</table>`);
    case "/selectors":
      return void response.end(
        `<style>${`${"div ".repeat(11)}p,`.repeat(3000)}p{color:red}</style>${"<div>".repeat(300)}<p>deep words`,
      );
    case "/boxes":
      return void response.end(`<p>many boxes${"<div><figure>".repeat(190)}${"<p>x</p>".repeat(2000)}`);
    case "/empty":
      return void response.writeHead(404).end();
    default:
      return void response.end("<p>arrived</p>");
  }
};

test("refresh loops and endless bodies end safely", async () => {
  const origin = await serve(hostile);
  await using device = await browser("all");
  await showEach(device, origin, {
    "/refresh": "arrived",
    "/circle": "round and round",
    "/endless": "ERR_FILE_TOO_BIG",
    "/bomb": "ERR_FILE_TOO_BIG",
    "/empty": "HTTP ERROR 404",
    "/fine": "arrived",
  });
  expect(device.logged).toEqual([]);
});

test("huge tables, boxes and style sheets show as far as the limits", async () => {
  const origin = await serve(hostile);
  await using device = await browser("all");
  await showEach(device, origin, {
    "/nested": "A deep page",
    "/cells": "a cell",
    "/selectors": "deep words",
    "/boxes": "many boxes",
    "/fine": "arrived",
  });
  expect(device.logged).toEqual([]);
});

test("public egress rejects requests to a cloud's metadata address", async () => {
  const jar = { header: () => undefined, store: () => undefined };
  const resolve = async (): Promise<string[]> => ["93.184.216.34"];
  const address = "http://169.254.169.254/latest/meta-data/";
  const request = { url: new URL(address), accept: "*/*", maxBytes: 100, timeoutMs: 5000, cookies: jar };
  await expect(httpFetch(request, { egress: "public", resolve })).rejects.toMatchObject({
    problem: "address-not-allowed",
  });
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
])("the input %j means %s", (typed, address) => {
  expect(addressOf(typed)).toBe(address);
});

test("shortens an address to its host or path", () => {
  expect(shortAddress("https://www.example.com:8443/x")).toBe("example.com:8443");
  expect(shortAddress("file:///sdcard/a%20b")).toBe("/sdcard/a b");
  expect(shortAddress("about:home")).toBe("");
});
