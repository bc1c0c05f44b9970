import { AppError } from "@terrarium/platform/base/app-error";
import { pino } from "pino";
import { expect, test } from "vitest";
import { createHttpApp } from "./http-app.ts";

/**
 * Returns the caller's and the server's address as a server sees them for a request from `remoteAddress` with forged
 * headers.
 */
async function seenBy(trustedProxies: string[], remoteAddress: string): Promise<unknown> {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: async () => Promise.reject(new AppError("unauthorized")),
    trustedProxies,
  });
  app.get("/seen", ({ ip, host, protocol }) => ({ ip, host, protocol }));
  const headers = {
    host: "own.example",
    "x-forwarded-for": "203.0.113.9, 10.0.0.7",
    "x-forwarded-host": "phones.example",
    "x-forwarded-proto": "https",
  };
  const answer = await app.inject({ method: "GET", url: "/seen", remoteAddress, headers });
  await app.close();
  return answer.json();
}

test.each([
  ["no proxy is trusted", [], "127.0.0.1"],
  ["another proxy is trusted", ["10.0.0.7"], "10.0.0.8"],
  ["the trusted block excludes the proxy", ["192.168.4.0/24"], "192.168.5.1"],
])("ignores forwarded headers where %s", async (_name, trusted, remote) => {
  expect(await seenBy(trusted, remote)).toEqual({ ip: remote, host: "own.example", protocol: "http" });
});

test.each([
  ["by its address", ["10.0.0.8"], "10.0.0.7"],
  ["by its block", ["10.0.0.8/32"], "10.0.0.7"],
  ["together with the one before it", ["10.0.0.0/8"], "203.0.113.9"],
])("accepts headers of a proxy trusted %s", async (_name, trusted, ip) => {
  expect(await seenBy(trusted, "10.0.0.8")).toEqual({ ip, host: "phones.example", protocol: "https" });
});
