import { RATE_LIMITS } from "@terrarium/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestApp, type TestApp } from "../packages/server/src/testing/test-app.ts";

// Configured for a proxy on another machine: the test's own address is not a trusted proxy.
const BEHIND_PROXY = { PUBLIC_URL: "http://localhost:8080", TERRARIUM_TRUSTED_PROXIES: "192.0.2.7" };

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp(BEHIND_PROXY);
});
afterAll(() => server.remove());

test("a forged client address does not raise the rate limit", async () => {
  const statuses = new Map<number, number>();
  const ask = async (n: number) => {
    const { status } = await fetch(`${server.origin}/api/v1/auth/github/callback`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-forwarded-for": `10.0.${n >> 8}.${n & 255}`,
        "x-real-ip": `10.1.${n >> 8}.${n & 255}`,
        forwarded: `for=10.2.${n >> 8}.${n & 255}`,
      },
      body: "{}",
    });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const { perAddress } = RATE_LIMITS.signIn;
  for (let n = 0; n < perAddress + 40; n += 20) await Promise.all(Array.from({ length: 20 }, (_, i) => ask(n + i)));
  expect(statuses.get(400)).toBeLessThanOrEqual(perAddress);
  expect(statuses.get(429)).toBeGreaterThanOrEqual(40);
});
