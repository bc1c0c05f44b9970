import { REPLAYED_HEADER } from "@terrarium/contract/endpoint";
import * as contract from "@terrarium/contract/gbox-android";
import { ALPHA_LIFETIME_MS } from "@terrarium/contract/limits";
import type { FastifyInstance } from "fastify";
import { type DeviceActionService, type DoneAction, points } from "../actions/service.ts";
import { AppError } from "../base/app-error.ts";
import type { Caller } from "../base/caller.ts";
import type { DeviceSession, DeviceSessions } from "../devices/device-session.ts";
import { idempotencyKeyOf, serve } from "../http/serve.ts";
import type { IdempotencyService } from "../idempotency/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
import { newSandboxId } from "../sandboxes/service.ts";
import {
  isOutside,
  keyCommand,
  type Line,
  onScreenCommand,
  parseScreenSize,
  type Point,
  SCREEN_SIZE_COMMAND,
  sizeOfRefusal,
  swipeCommand,
  tapCommand,
} from "./device-input.ts";

/** Time that a command gets beyond what it takes by itself. */
const COMMAND_TIMEOUT_MS = 9_000;

interface Services {
  actions: Pick<DeviceActionService, "noting">;
  idempotency: Pick<IdempotencyService, "once">;
  organizations: Pick<OrganizationService, "defaultFor">;
  sandboxes: SandboxAccess;
  devices: DeviceSessions;
}

/** Serves the alpha calls: a device made, seen and touched with one request each. */
export function registerGboxAndroidRoutes(
  app: FastifyInstance,
  { actions, idempotency, organizations, sandboxes, devices }: Services,
): void {
  const sessionOf = async (caller: Caller, sandboxId: string): Promise<DeviceSession> =>
    devices.get(await sandboxes.requireDevice(caller, sandboxId));

  /** Runs a command line on a device and resolves with what it printed. */
  const run = async (session: DeviceSession, sandboxId: string, command: string, durationMs = 0): Promise<string> => {
    const result = await session.run(command, { timeoutMs: durationMs + COMMAND_TIMEOUT_MS });
    if (result.exitCode === 0) return Buffer.from(result.stdout).toString();
    const detail = Buffer.from(result.stderr).toString().trim().slice(0, 500) || `exit code ${result.exitCode}`;
    throw new AppError("device_failed", { sandboxId, detail });
  };

  const sizeUnknown = (sandboxId: string, output: string): AppError => {
    const detail = `"${SCREEN_SIZE_COMMAND}" did not tell the screen's size: ${JSON.stringify(output.slice(0, 200))}`;
    return new AppError("device_failed", { sandboxId, detail });
  };

  /** Runs a command line that does something on the caller's device, which is noted. */
  const act = async (caller: Caller, sandboxId: string, action: DoneAction, command: string) => {
    const session = await sessionOf(caller, sandboxId);
    await actions.noting(caller, sandboxId, action, () => run(session, sandboxId, command));
    return {};
  };

  /** The same at some points. If one is outside of the screen, nothing is done or noted. */
  const touch = async (
    caller: Caller,
    sandboxId: string,
    action: DoneAction,
    { at, command, durationMs }: { at: Point[]; command: string; durationMs?: number },
  ) => {
    const session = await sessionOf(caller, sandboxId);
    await actions.noting(caller, sandboxId, action, async () => {
      const output = await run(session, sandboxId, onScreenCommand(at, command), durationMs);
      const size = sizeOfRefusal(output);
      if (size === undefined) return;
      const point = size === "unknown" ? undefined : at.find((each) => isOutside(each, size));
      if (size === "unknown" || !point) throw sizeUnknown(sandboxId, output);
      throw new AppError("outside_screen", { x: point.x, y: point.y, ...size });
    });
    return {};
  };

  // Devices here have no processor of their own, so every architecture is as good as another.
  serve(
    app,
    contract.createAndroid,
    async ({ caller, request, reply }) => {
      const organizationId = await organizations.defaultFor(caller);
      const key = idempotencyKeyOf(request);
      const call = { caller, organizationId, key, name: contract.createAndroid.name, body: {} };
      const { answer, isReplayed } = await idempotency.once(call, {
        newId: () => newSandboxId(Date.now()),
        make: async (id) => ({
          uid: (await sandboxes.create(caller, { id, organizationId, lifetimeMs: ALPHA_LIFETIME_MS, metadata: {} })).id,
        }),
        find: async (id) => ((await sandboxes.findRunning(id)) ? { uid: id } : undefined),
      });
      if (isReplayed) void reply.header(REPLAYED_HEADER, "true");
      return answer;
    },
    { limit: "write" },
  );

  serve(app, contract.screenshot, async ({ caller, body }) => {
    const png = await (await sessionOf(caller, body.uid)).screenshotPng();
    return { url: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
  });

  serve(app, contract.deviceScreenSize, async ({ caller, body }) => {
    const output = await run(await sessionOf(caller, body.uid), body.uid, SCREEN_SIZE_COMMAND);
    const size = parseScreenSize(output);
    if (!size) throw sizeUnknown(body.uid, output);
    return [size.widthPx, size.heightPx] satisfies [number, number];
  });

  serve(app, contract.click, ({ caller, body: { uid, x, y } }) =>
    touch(caller, uid, { kind: "tap", detail: points(x, y) }, { at: [{ x, y }], command: tapCommand(x, y) }),
  );

  const swipe = (caller: Caller, line: Line & { uid: string }, durationMs?: number) => {
    const { uid, startX, startY, endX, endY } = line;
    const at = [
      { x: startX, y: startY },
      { x: endX, y: endY },
    ];
    const action: DoneAction = { kind: "swipe", detail: points(startX, startY, endX, endY) };
    return touch(caller, uid, action, { at, command: swipeCommand(line, durationMs), durationMs });
  };

  serve(app, contract.scroll, ({ caller, body }) => swipe(caller, body));

  serve(app, contract.drag, ({ caller, body }) => swipe(caller, body, body.ms));

  serve(app, contract.keyPress, ({ caller, body: { uid, key } }) =>
    act(caller, uid, { kind: "key", detail: key }, keyCommand(key)),
  );

  serve(app, contract.type, async ({ caller, body: { uid, text } }) => {
    // No command line can carry it.
    if (text.includes("\0")) throw new AppError("invalid_request", { detail: "text: it contains a NUL character" });
    // What is typed may be a secret: how much it was is enough.
    const action = { kind: "text", detail: String(Array.from(text).length) } as const;
    if (text === "") return {};
    const session = await sessionOf(caller, uid);
    await actions.noting(caller, uid, action, () => session.typeText(text));
    return {};
  });
}
