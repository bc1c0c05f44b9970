import { REPLAYED_HEADER } from "@terrarium/contract/endpoint";
import * as contract from "@terrarium/contract/gbox-android";
import { ALPHA_LIFETIME_MS } from "@terrarium/contract/limits";
import { requireAndroid } from "@terrarium/device-control/access/kinds";
import { type DeviceActionService, type DoneAction, points } from "@terrarium/device-control/action-log/service";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import {
  keyCommand,
  type Line,
  type Point,
  swipeCommand,
  tapCommand,
} from "@terrarium/device-control/input/device-input";
import { typeAsItStands } from "@terrarium/device-control/input/text-input";
import { readScreenSize, runOnDevice, touchScreen } from "@terrarium/device-control/screen/on-screen";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { FastifyInstance } from "fastify";
import { idempotencyKeyOf, serve } from "../http/serve.ts";
import type { IdempotencyService } from "../idempotency/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";
interface Services {
  actions: Pick<DeviceActionService, "noting">;
  idempotency: Pick<IdempotencyService, "once">;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: SandboxAccess;
  devices: DeviceSessions;
}

/** Serves the alpha calls: each creates, captures or touches a device with one request. */
export function registerGboxAndroidRoutes(
  app: FastifyInstance,
  { actions, idempotency, organizations, sandboxes, devices }: Services,
): void {
  const deviceOf = async (caller: Caller, sandboxId: string) => ({
    sandboxId,
    session: await devices.get(requireAndroid(await sandboxes.requireDevice(caller, sandboxId), "An alpha call")),
  });

  /**
   * Runs and records an action at some points of the caller's device. Does neither if a point is outside of the screen.
   */
  const touch = async (
    caller: Caller,
    sandboxId: string,
    action: DoneAction,
    what: { at: Point[]; command: string; durationMs?: number },
  ) => {
    const device = await deviceOf(caller, sandboxId);
    await actions.noting(caller, sandboxId, action, () => touchScreen(device, what));
    return {};
  };

  // Devices here have no processor of their own, so every architecture is accepted.
  serve(
    app,
    contract.createAndroid,
    async ({ caller, request, reply }) => {
      const organizationId = await organizations.ofCaller(caller);
      const key = idempotencyKeyOf(request);
      const call = { caller, organizationId, key, name: contract.createAndroid.name, body: {} };
      const { answer, isReplayed } = await idempotency.once(call, {
        newId: () => sandboxes.newId(),
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
    const png = await (await deviceOf(caller, body.uid)).session.screenshotPng();
    return { url: `data:image/png;base64,${Buffer.from(png).toString("base64")}` };
  });

  serve(app, contract.deviceScreenSize, async ({ caller, body }) => {
    const size = await readScreenSize(await deviceOf(caller, body.uid));
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

  serve(app, contract.keyPress, async ({ caller, body: { uid, key } }) => {
    const device = await deviceOf(caller, uid);
    await actions.noting(caller, uid, { kind: "key", detail: key }, () => runOnDevice(device, keyCommand(key)));
    return {};
  });

  serve(app, contract.type, async ({ caller, body: { uid, text } }) => {
    // A command line cannot contain it.
    if (text.includes("\0")) throw new AppError("invalid_request", { detail: "text: it contains a NUL character" });
    // Records only the length, because the text may be a secret.
    const action = { kind: "text", detail: String(Array.from(text).length) } as const;
    if (text === "") return {};
    const { session } = await deviceOf(caller, uid);
    // `%s` stands for a space, as in Android's `input text`, which cannot type every text.
    await actions.noting(caller, uid, action, () => typeAsItStands(session, text.replaceAll("%s", " ")));
    return {};
  });
}
