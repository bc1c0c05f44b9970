import { defineEndpoint } from "@terrarium/contract/endpoint";
import pino from "pino";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { authenticateByName } from "../testing/named-callers.ts";
import { createHttpApp } from "./http-app.ts";
import { loopbackUrl } from "./listener.ts";
import { serve } from "./serve.ts";

const wait = defineEndpoint({
  name: "wait",
  method: "GET",
  path: "/api/v1/wait",
  access: "session-or-api-key",
  tag: "wait",
  summary: "Answers when it is let",
  response: z.object({}),
});

async function open() {
  const app = await createHttpApp({
    log: pino({ level: "silent" }),
    authenticate: authenticateByName,
    openCalls: 3,
  });
  onTestFinished(() => app.close());
  let go = Promise.withResolvers<void>();
  let begun = 0;
  serve(app, wait, async () => {
    begun += 1;
    await go.promise;
    return {};
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  const call = async (token: string, signal?: AbortSignal) => {
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(loopbackUrl(app) + wait.path, { headers, ...(signal && { signal }) })).status;
  };
  const letGo = () => {
    go.resolve();
    go = Promise.withResolvers();
  };
  return { call, letGo, begun: () => begun };
}

test("limits one user's concurrent calls across all API keys", async () => {
  const { call, letGo, begun } = await open();
  const underWay = ["ada", "ada/1", "ada/2"].map((token) => call(token));
  await expect.poll(begun).toBe(3);
  expect(await call("ada/3")).toBe(429);
  underWay.push(call("bob"));
  await expect.poll(begun).toBe(4);
  letGo();
  expect(await Promise.all(underWay)).toEqual([200, 200, 200, 200]);
  const next = call("ada/3");
  await expect.poll(begun).toBe(5);
  letGo();
  expect(await next).toBe(200);
});

test("stops counting a call after its client leaves", async () => {
  const { call, letGo, begun } = await open();
  const left = new AbortController();
  const leaving = [1, 2, 3].map((n) => call(`ada/${n}`, left.signal));
  await expect.poll(begun).toBe(3);
  left.abort();
  expect((await Promise.allSettled(leaving)).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  const next = (async () => {
    for (;;) {
      const status = await call("ada");
      if (status !== 429) return status;
    }
  })();
  await expect.poll(begun).toBe(4);
  letGo();
  expect(await next).toBe(200);
});
