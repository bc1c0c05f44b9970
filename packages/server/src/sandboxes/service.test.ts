import type { SessionCaller } from "@terrarium/platform/base/caller";
import { expect, test } from "vitest";
import { adbKey, caller, openSandboxes } from "../testing/open-sandboxes.ts";
import { newSandbox } from "../testing/test-sandbox.ts";
import { createSandboxStore } from "./store.ts";

test("reaches a sandbox's device with its original key", async () => {
  const { sandboxes, devices, database, create } = await openSandboxes();
  const { id, organizationId } = await create();
  expect(devices.running.get(id)).toHaveProperty("authorizedKey", adbKey.authorizedKey);
  expect(await sandboxes.requireDevice(caller, id)).toEqual({
    sandboxId: id,
    team: organizationId,
    kind: "phone",
    address: { host: "127.0.0.1", port: 5555 },
    adbPrivateKeyPem: adbKey.privateKeyPem,
    envs: {},
    workingDir: "/data/local/tmp",
  });
  const rows = await database.selectFrom("sandboxes").selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain("PRIVATE KEY");
});

test("reports a foreign sandbox as not found", async () => {
  const { sandboxes, create, stateOf } = await openSandboxes();
  const { id } = await create();
  const stranger: SessionCaller = { kind: "session", userId: "usr_other", sessionId: "ses_2" };
  const program = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_other", scope: "manage" } as const;
  for (const foreign of [stranger, program]) {
    await expect(sandboxes.requireDevice(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
    await expect(sandboxes.get(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
    await expect(sandboxes.terminate(foreign, id)).rejects.toMatchObject({ code: "sandbox_not_found" });
  }
  expect(await stateOf(id)).toEqual({ state: "running", endReason: null });
});

test("a link reaches one sandbox, a team only its own", async () => {
  const { sandboxes, database, create, stateOf } = await openSandboxes();
  const { id } = await create();
  const madeBy = { actorKind: "user", actorId: "usr_1" } as const;
  const link = { kind: "box-token", boxTokenId: "bxt_1", organizationId: "org_1", rights: ["shell"], madeBy } as const;
  await expect(sandboxes.get({ ...link, sandboxId: "sbx_other" }, id)).rejects.toMatchObject({
    code: "sandbox_not_found",
  });
  expect(await sandboxes.get({ ...link, sandboxId: id }, id)).toMatchObject({ id });

  await database.insertInto("organizations").values({ id: "org_2", name: "Bob's Team", createdAt: 0 }).execute();
  await createSandboxStore(database).insertWithin(1, newSandbox("sbx_theirs", { organizationId: "org_2" }));
  for (const attempt of [
    sandboxes.rename(caller, "org_1", "sbx_theirs", "mine"),
    sandboxes.delete(caller, "org_1", "sbx_theirs"),
  ])
    await expect(attempt).rejects.toMatchObject({ code: "sandbox_not_found" });
  const theirs = database.selectFrom("sandboxes").select(["name", "state"]).where("id", "=", "sbx_theirs");
  expect(await theirs.execute()).toEqual([{ name: null, state: "starting" }]);
  expect(await stateOf(id)).toMatchObject({ state: "running" });
});
