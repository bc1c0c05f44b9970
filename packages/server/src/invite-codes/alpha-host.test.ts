import { execFile } from "node:child_process";
import path from "node:path";
import { promisify } from "node:util";
import { temporaryFolder } from "@terrarium/platform/testing/both-databases";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeInviteCode } from "../make-invite-code.ts";
import { startTestApp, type TestApp } from "../testing/test-app.ts";

const COMMAND = `
  const [module, ...args] = process.argv.slice(1);
  const { makeInviteCode } = await import(module);
  process.stdout.write(await makeInviteCode(args, process.env));
`;

describe("on the alpha host", () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp({ ALPHA_HOST: "127.0.0.1" });
  });
  afterAll(() => app.remove());

  const get = (path: string, token: string) => app.call("GET", path, { token });
  const post = (path: string, token: string, body: unknown) => app.call("POST", path, { token, body });
  const redeem = (token: string, inviteCode: string) => post("/api/v1/user/use_invite_code", token, { inviteCode });
  /** Runs the operator's command as another process, which writes to the server's open database. */
  const makeCode = async (...args: string[]) => {
    const environment = { ...process.env, TERRARIUM_DATA_DIR: app.dataDir };
    const node = ["--input-type=module", "--eval", COMMAND, import.meta.resolve("../make-invite-code.ts"), ...args];
    const { stdout: printed } = await promisify(execFile)(process.execPath, node, { env: environment });
    return { code: printed.split("\n", 1)[0] ?? "", printed };
  };
  const required = {
    status: 403,
    body: { code: "invite_required", message: "An invite code is required. Enter yours at /invite-code" },
  };

  test("reports the host to the console", async () => {
    const { body } = await app.call("GET", "/api/v1/auth/get_login_client_id");
    expect(body.alphaHost).toBe("127.0.0.1");
  });

  test("without an invite, allows only sign-in, redeeming and account changes", async () => {
    const token = await app.signIn("ada");
    for (const refused of [
      await get("/api/v1/organization/get_my_organization_list", token),
      await post("/api/v1/organization/create_an_organization", token, { name: "x" }),
      await post("/api/v1/organization/join_organization_by_invite_link", token, { inviteCode: "x" }),
      await get("/api/v1/template/get_all_templates", token),
      await post("/api/v1/boxes/android", token, {}),
      await post("/api/v1/vm/run_code", token, { code: "1" }),
      await get("/api/v1/proxy/sbx_1/files?path=data", token),
    ])
      expect(refused).toMatchObject(required);
    expect((await get("/api/v1/user/get_current_user_info", token)).body.inviteCode).toBeNull();
    expect(await post("/api/v1/user/update_user_info", token, { name: "Ada" })).toMatchObject({ status: 200 });
    expect(await post("/api/v1/invite/get_invite_link", token, { organizationId: "org_1" })).toMatchObject({
      body: { code: "organization_not_found" },
    });

    const { code } = await makeCode();
    expect(await redeem(token, code)).toMatchObject({ status: 200, body: { name: "Ada", inviteCode: code } });
    expect(await get("/api/v1/organization/get_my_organization_list", token)).toMatchObject({ status: 200 });
  });

  test("other hosts and API keys need no invite", async () => {
    const token = await app.signIn("grace");
    const elsewhere = `http://localhost:${new URL(app.origin).port}/api/v1/organization/get_my_organization_list`;
    const answer = await fetch(elsewhere, { headers: { authorization: `Bearer ${token}` } });
    expect(answer.status).toBe(200);
  });

  test("codes made while the server runs are valid at once", async () => {
    const tokens = await Promise.all(["u1", "u2", "u3"].map((login) => app.signIn(login)));
    const command = { isRunning: true };
    const made = makeCode("--uses", "2", "--expires", "30d").finally(() => (command.isRunning = false));
    const statuses = new Set<number>();
    for (let i = 0; command.isRunning; i++) {
      const token = tokens[i % tokens.length] ?? "";
      statuses.add((await post("/api/v1/user/update_user_info", token, { name: `n${i}` })).status);
    }
    expect([...statuses].filter((status) => status !== 200 && status !== 429)).toEqual([]);
    const { code, printed } = await made;
    expect(printed).toMatch(/^[0-9A-Z-]{19}\nGood for 2 users, until \d{4}-\d\d-\d\dT[\d:.]+Z\.$/);
    const answers = await Promise.all(tokens.map((token) => redeem(token, code)));
    const refused = answers.filter(({ status }) => status !== 200);
    const used = { code: "invite_code_used", message: "This invite code was already used" };
    expect(refused).toMatchObject([{ status: 410, body: used }]);
  });

  test("rejects an invalid code with a displayable message", async () => {
    const token = await app.signIn("eve");
    for (const typed of ["", "nonsense"])
      expect(await redeem(token, typed)).toMatchObject({
        status: 404,
        body: { message: "This invite code is not valid. Check it for a typo" },
      });
  });
});

const folder = temporaryFolder();

test.each([
  [["--uses", "0"], /^--uses 0: /],
  [["--uses", "many"], /^--uses many: /],
  [["--expires", "30"], /^--expires 30: /],
  [["--expires", "0d"], /^--expires 0d: /],
  [["--count", "1"], /--count.*npm run invite-code/],
  [[], /holds no database: start the server there first$/],
])("reports an invalid %j to the operator", async (args, message) => {
  const empty = { TERRARIUM_DATA_DIR: path.join(folder, "none") };
  await expect(makeInviteCode(args, empty)).rejects.toThrow(message);
});
