import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
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
afterEach(() => {
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

it("a cookie returns to its host and path until it expires", () => {
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

it("a cookie may cover its own site's domain, but no other site's", () => {
  store("https://www.shop.test/", "wide=1; Domain=shop.test", "other=2; Domain=bank.test", "top=3; Domain=test");
  expect(sent("https://api.shop.test/")).toBe("wide=1");
  expect(sent("https://www.shop.test/")).toBe("wide=1");
  expect([sent("https://bank.test/"), sent("https://evil.test/")]).toEqual([undefined, undefined]);
  store("http://10.0.0.1/", "number=1; Domain=0.0.1");
  expect(sent("http://20.0.0.1/")).toBeUndefined();
});

it.each([
  ["co.uk", "https://www.shop.co.uk/", "https://api.shop.co.uk/", "shop.co.uk"],
  ["herokuapp.com", "https://www.one.herokuapp.com/", "https://api.one.herokuapp.com/", "one.herokuapp.com"],
  ["github.io", "https://www.one.github.io/", "https://api.one.github.io/", "one.github.io"],
  ["com.au", "https://www.shop.com.au/", "https://api.shop.com.au/", "shop.com.au"],
  ["com", "https://www.shop.com/", "https://api.shop.com/", "shop.com"],
])("rejects a cookie for all of %s, a public suffix", (suffix, site, sameSite, domain) => {
  store(site, `everybody=1; Domain=${suffix}`, `dot=2; Domain=.${suffix}`, `ours=3; Domain=${domain}`);
  expect(sent(`https://other.${suffix}/`)).toBeUndefined();
  expect([sent(site), sent(sameSite)]).toEqual(["ours=3", "ours=3"]);
});

it.each(["localhost", "a.localhost", "test", "example", "10.0.0.1:8080", "[::1]:8080", "herokuapp.com", "intranet"])(
  "a cookie returns to %s, a host without a domain",
  (host) => {
    store(`https://${host}/`, "here=1", "wrong=1; Domain=..", "empty=2; Domain=", "=3");
    expect(sent(`https://${host}/`)).toBe("here=1; empty=2; 3");
    expect(jar.count(new URL(`https://${host}/`).hostname)).toBe(3);
    jar = open();
    expect(sent(`https://${host}/`)).toBe("here=1; empty=2; 3");
  },
);

it("a cookie expires as set, regardless of use, after at most 400 days", () => {
  const dayMs = 24 * 60 * 60_000;
  vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) });
  store("https://a.test/", "day=1; Max-Age=86400", "long=2; Max-Age=99999999999999999999", "session=3");
  vi.advanceTimersByTime(0.9 * dayMs);
  expect(sent("https://a.test/")).toBe("day=1; long=2; session=3");
  vi.advanceTimersByTime(0.2 * dayMs);
  jar = open();
  expect([sent("https://a.test/"), jar.count("a.test")]).toEqual(["long=2; session=3", 2]);
  vi.advanceTimersByTime(400 * dayMs);
  expect(sent("https://a.test/")).toBe("session=3");
});

it("a renewed cookie survives the limits per site and in total", () => {
  for (let site = 0; site < 41; site++) {
    const names = Array.from({ length: 50 }, (_, index) => `c${index}=x`);
    store(`https://s${site}.test/`, ...names);
    store("https://s0.test/", "c0=again");
  }
  jar = open();
  expect([jar.count("s40.test"), jar.count("s0.test"), jar.count("s1.test")]).toEqual([50, 1, 49]);
  expect(sent("https://s0.test/")).toBe("c0=again");
});

it("secure cookies are neither accepted nor sent over HTTP", () => {
  store("http://a.test/", "open=1; Secure", "__Secure-a=1", "__Host-b=1; Path=/");
  expect(sent("http://a.test/")).toBeUndefined();
  store("https://a.test/", "safe=1; Secure", "__Host-c=1; Secure; Path=/", "__Host-d=1; Secure; Path=/; Domain=a.test");
  expect(sent("https://a.test/")).toBe("safe=1; __Host-c=1");
  expect(sent("http://a.test/")).toBeUndefined();
});

it("cookies survive a restart within limits, and are deleted by site", () => {
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
