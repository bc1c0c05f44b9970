import * as contract from "@terrarium/contract/gbox-android";
import { ALPHA_LIFETIME_MS } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";
import type { DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import { AppError } from "../http/app-error.ts";
import type { Caller } from "../http/caller.ts";
import { serve } from "../http/serve.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
import { keyCommand, parseScreenSize, swipeCommand, tapCommand, textCommand } from "./device-input.ts";

/** Time that a command gets beyond what it takes by itself. */
const COMMAND_TIMEOUT_MS = 9_000;

interface Services {
  sandboxes: SandboxAccess;
  devices: DeviceSessions;
}

/** Serves the alpha calls: a device made, seen and touched with one request each. */
export function registerGboxAndroidRoutes(app: FastifyInstance, { sandboxes, devices }: Services): void {
  const sessionOf = async (caller: Caller, sandboxId: string): Promise<DeviceSession> =>
    devices.get(await sandboxes.requireDevice(caller, sandboxId));

  /** Runs a command line on the caller's device and resolves with what it printed. */
  const run = async (caller: Caller, sandboxId: string, command: string, durationMs = 0): Promise<string> => {
    const session = await sessionOf(caller, sandboxId);
    const result = await session.run(command, { timeoutMs: durationMs + COMMAND_TIMEOUT_MS });
    if (result.exitCode === 0) return Buffer.from(result.stdout).toString();
    const detail = Buffer.from(result.stderr).toString().trim().slice(0, 500) || `exit code ${result.exitCode}`;
    throw new AppError("device_failed", { sandboxId, detail });
  };

  // Devices here have no processor of their own, so every architecture is as good as another.
  serve(app, contract.createAndroid, async ({ caller }) => {
    const sandbox = await sandboxes.create(caller, { lifetimeMs: ALPHA_LIFETIME_MS, metadata: {} });
    return { uid: sandbox.id };
  });

  serve(app, contract.screenshot, async ({ caller, body }) => {
    const png = await (await sessionOf(caller, body.uid)).screenshotPng();
    return { url: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
  });

  serve(app, contract.deviceScreenSize, async ({ caller, body }) => {
    const output = await run(caller, body.uid, "wm size");
    const size = parseScreenSize(output);
    if (!size)
      throw new AppError("device_failed", {
        sandboxId: body.uid,
        detail: `"wm size" printed ${JSON.stringify(output.slice(0, 200))}`,
      });
    return size;
  });

  serve(app, contract.click, async ({ caller, body }) => {
    await run(caller, body.uid, tapCommand(body.x, body.y));
    return {};
  });

  serve(app, contract.scroll, async ({ caller, body }) => {
    await run(caller, body.uid, swipeCommand(body));
    return {};
  });

  serve(app, contract.drag, async ({ caller, body }) => {
    await run(caller, body.uid, swipeCommand(body, body.ms), body.ms);
    return {};
  });

  serve(app, contract.keyPress, async ({ caller, body }) => {
    await run(caller, body.uid, keyCommand(body.key));
    return {};
  });

  serve(app, contract.type, async ({ caller, body }) => {
    const command = textCommand(body.text);
    if (body.text !== "") await run(caller, body.uid, command);
    return {};
  });
}
