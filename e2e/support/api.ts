import { createAnApiKey } from "@terrarium/contract/api-key";
import { Box } from "@terrarium/contract/boxes";
import { Organization } from "@terrarium/contract/organization";
import { z } from "zod";
import { post } from "./server.ts";

/** Creates a sandbox like an SDK. Its default lifetime outlives a slow test file. */
export async function createBox(origin: string, token: string, config: Record<string, unknown> = {}): Promise<Box> {
  const answer = await post(
    origin,
    "/api/v1/boxes",
    // Longer than the SDK's default: test machines are busy.
    { type: "templateId" in config ? undefined : "android", timeout: "2m", config: { expiresIn: "30m", ...config } },
    token,
  );
  if (!answer.ok) throw new Error(`no sandbox: ${answer.status} ${await answer.text()}`);
  return Box.parse(await answer.json());
}

export async function getBox(origin: string, token: string, id: string): Promise<Box> {
  const answer = await fetch(`${origin}/api/v1/boxes/${id}`, { headers: { authorization: `Bearer ${token}` } });
  return Box.parse(await answer.json());
}

/** Returns the user's first team, created if there is none. */
export async function firstTeam(origin: string, token: string): Promise<Organization> {
  const answer = await fetch(`${origin}/api/v1/organization/get_my_organization_list`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const [team] = z.array(Organization).parse(await answer.json());
  return (
    team ??
    Organization.parse(
      await (await post(origin, "/api/v1/organization/create_an_organization", { name: "First" }, token)).json(),
    )
  );
}

/** Runs a script and returns its events. */
export async function runCode(origin: string, token: string, code: string): Promise<{ event: string; data: string }[]> {
  const answer = await post(origin, "/api/v1/vm/run_code", { code }, token);
  if (!answer.ok) throw new Error(`the script was not run: ${answer.status} ${await answer.text()}`);
  const blocks = (await answer.text()).split("\n\n").filter((block) => block.includes("event:"));
  return blocks.map((block) => {
    const field = (name: string) =>
      block
        .split("\n")
        .filter((line) => line.startsWith(`${name}: `))
        .map((line) => line.slice(name.length + 2))
        .join("\n");
    return { event: field("event"), data: field("data") };
  });
}

/** Returns the bytes of a PNG data URL and its size in pixels (PNG specification, IHDR). */
export async function screenshot(
  origin: string,
  token: string,
  uid: string,
): Promise<{ png: Buffer; width: number; height: number }> {
  const answer = await post(origin, "/api/v1/gbox/android/screenshot", { uid }, token);
  if (!answer.ok) throw new Error(`no screenshot: ${answer.status} ${await answer.text()}`);
  const { url } = z.object({ url: z.string() }).parse(await answer.json());
  const png = Buffer.from(url.replace("data:image/png;base64,", ""), "base64");
  return { png, width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

/** Creates an API key in the user's first team. */
export async function apiKeyOf(
  origin: string,
  token: string,
  name = `e2e-${Date.now().toString(36)}`,
): Promise<string> {
  const { id: organizationId } = await firstTeam(origin, token);
  const answer = await post(origin, createAnApiKey.path, { organizationId, name }, token);
  if (!answer.ok) throw new Error(`no API key: ${answer.status} ${await answer.text()}`);
  return createAnApiKey.response.parse(await answer.json()).key;
}
