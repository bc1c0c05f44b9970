import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { CookieJar } from "./cookie-jar.ts";

let folder: string;
let jar: CookieJar;
const logged: string[] = [];
const open = (): CookieJar => new CookieJar(folder, (message) => logged.push(message));
const sent = (address: string): string | undefined => jar.header(new URL(address));
const store = (address: string, ...lines: string[]): void => jar.store(new URL(address), lines);

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "terrarium-cookies-"));
  jar = open();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("goes back to its host and path, the more exact first, until it has run out", () => {
  store(
    "https://a.test/shop/cart",
    "cart=1",
    "all=2; Path=/",
    "gone=3; Max-Age=0",
    "late=4; Path=/; Expires=Wed, 01 Jan 2020 00:00:00 GMT",
  );
  expect(sent("https://a.test/shop/pay")).toBe("cart=1; all=2");
  expect(sent("https://a.test/shopping")).toBe("all=2");
  expect([sent("https://b.test/shop/"), sent("https://sub.a.test/shop/")]).toEqual([undefined, undefined]);
  store("https://a.test/", "all=5");
  expect(sent("https://a.test/")).toBe("all=5");
  store("https://a.test/", "all=; Max-Age=-1");
  expect(sent("https://a.test/")).toBeUndefined();
});

it("is for a whole domain where that is one site's, never for another's", () => {
  store("https://www.shop.test/", "wide=1; Domain=shop.test", "other=2; Domain=bank.test", "top=3; Domain=test");
  expect(sent("https://api.shop.test/")).toBe("wide=1");
  expect(sent("https://www.shop.test/")).toBe("wide=1; top=3");
  expect([sent("https://bank.test/"), sent("https://evil.test/")]).toEqual([undefined, undefined]);
  store("https://www.co.uk/", "country=1; Domain=co.uk");
  expect(sent("https://other.co.uk/")).toBeUndefined();
  store("http://10.0.0.1/", "number=1; Domain=0.0.1");
  expect(sent("http://20.0.0.1/")).toBeUndefined();
});

it("that is secure is neither taken nor sent in the open", () => {
  store("http://a.test/", "open=1; Secure", "__Secure-a=1", "__Host-b=1; Path=/");
  expect(sent("http://a.test/")).toBeUndefined();
  store("https://a.test/", "safe=1; Secure", "__Host-c=1; Secure; Path=/", "__Host-d=1; Secure; Path=/; Domain=a.test");
  expect(sent("https://a.test/")).toBe("safe=1; __Host-c=1");
  expect(sent("http://a.test/")).toBeUndefined();
});

it("is kept over a restart, as many as there may be, and is deleted with its site's others", () => {
  store(
    "https://a.test/",
    ...Array.from({ length: 80 }, (_, index) => `c${index}=x`),
    `long=${"x".repeat(5000)}`,
    "bad\u0001=1",
  );
  store("https://b.test/", "b=1");
  jar = open();
  expect([jar.count("a.test"), jar.count("b.test")]).toEqual([50, 1]);
  expect(sent("https://a.test/")).toContain("c79=x");
  jar.clear("a.test");
  expect([jar.count("a.test"), open().count("b.test")]).toEqual([0, 1]);
  jar.clear();
  expect(open().count("b.test")).toBe(0);
  expect(logged).toEqual([]);
});
