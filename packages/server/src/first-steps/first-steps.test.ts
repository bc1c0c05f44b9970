import { getFirstSteps } from "@terrarium/contract/first-steps";
import { runCode } from "@terrarium/contract/vm";
import { describeOnBothDatabases } from "@terrarium/platform/testing/both-databases";
import { insertTeam } from "@terrarium/platform/testing/test-users";
import { expect, onTestFinished, test } from "vitest";
import { startTestApp } from "../testing/test-app.ts";
import { createFirstStepService } from "./service.ts";
import { createFirstStepStore } from "./store.ts";

const caller = { kind: "session", userId: "usr_1", sessionId: "ses_1" } as const;

describeOnBothDatabases("first steps", (database) => {
  test("each step of a team is recorded once", async () => {
    await insertTeam(database());
    let first: number | undefined;
    const service = createFirstStepService({
      store: createFirstStepStore(database()),
      organizations: { requireMember: async () => undefined },
      usage: { findFirstStart: async () => first },
    });
    expect(await service.get(caller, "org_1")).toEqual({ sandbox: false, script: false, program: false });
    await Promise.all([service.note("org_1", "script"), service.note("org_1", "script")]);
    first = 1;
    expect(await service.get(caller, "org_1")).toEqual({ sandbox: true, script: true, program: false });
    await service.note("org_1", "program");
    await service.note("org_1", "program");
    expect(await service.get(caller, "org_1")).toEqual({ sandbox: true, script: true, program: true });
  });
});

test("a script counts as a script, its own calls and the console do not count as a program", async () => {
  const app = await startTestApp();
  onTestFinished(() => app.remove());
  const token = await app.signIn("ada");
  const post = async (path: string, body: object, bearer = token) => {
    const answer = await app.call("POST", path, { token: bearer, body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const { id: organizationId } = await post("/api/v1/organization/create_an_organization", { name: "Ours" });
  const { key } = await post("/api/v1/api_key/create_an_api_key", { organizationId, name: "key1" });
  const steps = () => post(getFirstSteps.path, { organizationId });
  const refused = await app.call("POST", "/api/v1/boxes", { token: key, body: { type: "toaster" } });
  expect(refused.status).toBe(400);
  expect(await steps()).toEqual({ sandbox: false, script: false, program: false });

  const code = `await fetch(process.env.TERRARIUM_BASE_URL + "/api/v1/template/get_all_templates", { headers: { authorization: "Bearer ${key}" } });`;
  await app.call("POST", runCode.path, { token: key, body: { code } });
  await expect.poll(steps).toEqual({ sandbox: false, script: true, program: false });
  await app.call("GET", "/api/v1/template/get_all_templates", { token: key });
  await expect.poll(steps).toEqual({ sandbox: false, script: true, program: true });
});
