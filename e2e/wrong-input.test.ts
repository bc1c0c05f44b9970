import { ErrorBody } from "@terrarium/contract/error-body";
import { MAX_BODY_BYTES } from "@terrarium/contract/limits";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createBox, runCode, screenshot } from "./support/api.ts";
import { post, signIn, startServer, type TestServer } from "./support/server.ts";

let server: TestServer;
let ada: string;
let eve: string;
let boxId: string;

beforeAll(async () => {
  server = await startServer();
  [ada, eve] = await Promise.all([signIn(server.origin, "ada"), signIn(server.origin, "eve")]);
  boxId = (await createBox(server.origin, ada)).id;
});
afterAll(() => server.stop());

const failure = async (answer: Response) => {
  expect(answer.headers.get("x-request-id")).toBeTruthy();
  return { status: answer.status, ...ErrorBody.parse(await answer.json()) };
};

describe("requests", () => {
  test("a bad token gets a hint to sign in again", async () => {
    expect(await failure(await post(server.origin, "/api/v1/boxes", { type: "android" }, "nonsense"))).toMatchObject({
      status: 401,
      code: "unauthorized",
    });
  });

  test("hides another user's sandbox", async () => {
    const calls = ["screenshot", "deviceScreenSize"].map((call) =>
      post(server.origin, `/api/v1/gbox/android/${call}`, { uid: boxId }, eve),
    );
    for (const answer of await Promise.all(calls))
      expect(await failure(answer)).toMatchObject({ status: 404, code: "sandbox_not_found" });
    const files = await fetch(`${server.origin}/api/v1/proxy/${boxId}/files?path=sdcard`, {
      headers: { authorization: `Bearer ${eve}` },
    });
    expect(await failure(files)).toMatchObject({ status: 404, code: "sandbox_not_found" });
  });

  test("names an unknown template", async () => {
    const answer = await post(
      server.origin,
      "/api/v1/boxes",
      { type: "android", config: { templateId: "tpl_none" } },
      ada,
    );
    const error = await failure(answer);
    expect(error).toMatchObject({ status: 404, code: "template_not_found" });
    expect(error.message).toContain("tpl_none");
  });

  test("rejects an oversized body", async () => {
    const answer = await post(server.origin, "/api/v1/vm/run_code", { code: "x".repeat(MAX_BODY_BYTES) }, ada);
    expect(await failure(answer)).toMatchObject({ status: 413, code: "body_too_large" });
  });

  test("rejects a body that is not JSON", async () => {
    const answer = await fetch(`${server.origin}/api/v1/boxes`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${ada}` },
      body: "{",
    });
    expect(await failure(answer)).toMatchObject({ status: 400, code: "invalid_json" });
  });

  test("a wrong duration reports the accepted format", async () => {
    const error = await failure(
      await post(server.origin, "/api/v1/boxes", { type: "android", config: { expiresIn: "soon" } }, ada),
    );
    expect(error).toMatchObject({ status: 400, code: "invalid_request" });
    expect(error.message).toContain("5m");
  });
});

describe("scripts", () => {
  const failing = [
    ["a syntax error", "let = ;", /SyntaxError/],
    ["an endless loop", "for (;;) {}", /computed for/],
    ["a memory bomb", "const a = []; for (;;) a.push(new Array(100000).fill(1));", /memory/i],
    ["an unknown import", 'import fs from "fs";', /gbox-sdk/],
    ["another host", 'await fetch("http://example.com/");', /only|not allowed|reach/i],
  ] as const;

  test.for(failing)("%s ends with an error and does not affect others", async ([, code, message]) => {
    const [events, picture] = await Promise.all([
      runCode(server.origin, eve, code),
      screenshot(server.origin, ada, boxId),
    ]);
    expect(events.at(0)?.event).toBe("start");
    expect(events.find((event) => event.event === "error")?.data).toMatch(message);
    expect(events.at(-1)?.event).toBe("end");
    expect(picture.width).toBe(720);
  });

  test("a script cannot use another user's sandbox", async () => {
    const code = `import { GboxClient } from "gbox-sdk";
      const android = await new GboxClient({ apiKey: ${JSON.stringify(eve)} }).initAndroid({ boxId: ${JSON.stringify(boxId)} });
      await android.click(1, 1);`;
    const events = await runCode(server.origin, eve, code);
    expect(events.find((event) => event.event === "error")?.data).toContain(boxId);
  });
});
