import { runBoxCode } from "@terrarium/contract/box-commands";
import { listBoxes } from "@terrarium/contract/boxes";
import { expect, onTestFinished, test } from "vitest";
import { HttpClient } from "./http-client.ts";
import { answerJson, startFakeApi } from "./testing/fake-api.ts";

const DISPATCHER: unique symbol = Symbol.for("undici.globalDispatcher.1");
interface Dispatcher {
  dispatch(request: { headersTimeout?: number; bodyTimeout?: number }, handler: object): boolean;
}

test("a call may outlast the timeout of Node's fetch", async () => {
  const api = await startFakeApi((_, response) => answerJson(response, { data: [] }));
  onTestFinished(() => api.close());
  const http = new HttpClient({ baseUrl: api.baseUrl, apiKey: "k" });
  await http.call(listBoxes, {});
  const platform = globalThis as unknown as Record<typeof DISPATCHER, Dispatcher>;
  const own = platform[DISPATCHER];
  onTestFinished(() => void (platform[DISPATCHER] = own));
  const limits: unknown[] = [];
  platform[DISPATCHER] = {
    dispatch(request, handler) {
      limits.push([request.headersTimeout, request.bodyTimeout]);
      return own.dispatch(request, handler);
    },
  };
  await http.call(listBoxes, {});
  await http.call(runBoxCode, { params: { boxId: "sbx_1" }, body: { code: "1", timeout: "10m" } });
  await (await http.open("/file")).text();
  expect(limits).toEqual([
    [undefined, undefined],
    [0, 0],
    [0, 0],
  ]);
});
