import { REPLAYED_HEADER } from "@terrarium/contract/endpoint";
import * as contract from "@terrarium/contract/gbox-android";
import { ALPHA_LIFETIME_MS } from "@terrarium/contract/limits";
import { requireAndroid } from "@terrarium/device-control/access/kinds";
import { press, type } from "@terrarium/device-control/actions/key-actions";
import type { ActionCall, BoxActions } from "@terrarium/device-control/actions/service";
import { drag, swipe, tap } from "@terrarium/device-control/actions/touch-actions";
import type { DeviceSessions } from "@terrarium/device-control/device/device-session";
import { readScreenSize } from "@terrarium/device-control/screen/on-screen";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { KEY_CODES } from "@terrarium/scrcpy/key-codes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { requestOrigin } from "../http/request-origin.ts";
import { idempotencyKeyOf, serve } from "../http/serve.ts";
import type { IdempotencyService } from "../idempotency/service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { SandboxAccess } from "../sandboxes/sandbox.ts";

/** Duration of a swipe that scrolls; as fast as a flick. */
const SCROLL_MS = 200;

/** Keys of these calls, by Android's codes. */
const KEYS: Readonly<Record<contract.KeyName, number>> = {
  enter: KEY_CODES.enter,
  delete: KEY_CODES.del,
  back: KEY_CODES.back,
  home: KEY_CODES.home,
  space: KEY_CODES.space,
  up: KEY_CODES.dpadUp,
  down: KEY_CODES.dpadDown,
  left: KEY_CODES.dpadLeft,
  right: KEY_CODES.dpadRight,
  menu: KEY_CODES.menu,
};

interface Services {
  boxActions: Pick<BoxActions, "act" | "screenshot">;
  idempotency: Pick<IdempotencyService, "once">;
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: SandboxAccess;
  devices: Pick<DeviceSessions, "get">;
  publicUrl: URL | undefined;
}

interface Call {
  caller: Caller;
  body: { uid: string };
  request: FastifyRequest;
}

/** Serves the alpha calls: each creates, captures or touches a device with one request. */
export function registerGboxAndroidRoutes(
  app: FastifyInstance,
  { boxActions, idempotency, organizations, sandboxes, devices, publicUrl }: Services,
): void {
  const deviceOf = async ({ caller, body }: Call) =>
    requireAndroid(await sandboxes.requireDevice(caller, body.uid), "An alpha call");

  /** Coordinates and screenshots are in pixels of the screen, whatever a box's scale. */
  const callOf = async (asked: Call): Promise<ActionCall> => {
    await deviceOf(asked);
    const { caller, body, request } = asked;
    return { caller, boxId: body.uid, origin: requestOrigin(request, publicUrl), scale: 1 };
  };

  /** Runs a device action like calls of the boxes API. */
  const act = async (asked: Call, prepare: Parameters<BoxActions["act"]>[2]) => {
    await boxActions.act(await callOf(asked), {}, prepare);
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

  serve(app, contract.screenshot, async (asked) => ({
    url: (await boxActions.screenshot(await callOf(asked), {})).uri,
  }));

  serve(app, contract.deviceScreenSize, async (asked) => {
    const session = await devices.get(await deviceOf(asked));
    const size = await readScreenSize({ sandboxId: asked.body.uid, session });
    return [size.widthPx, size.heightPx] satisfies [number, number];
  });

  serve(app, contract.click, (asked) => act(asked, (device) => tap(device, asked.body)));

  serve(app, contract.scroll, (asked) =>
    act(asked, (device) => swipe(device, { ...lineOf(asked.body), duration: SCROLL_MS })),
  );

  serve(app, contract.drag, (asked) =>
    act(asked, (device) => drag(device, { ...lineOf(asked.body), duration: asked.body.ms })),
  );

  serve(app, contract.keyPress, (asked) => act(asked, (device) => press(device, [[KEYS[asked.body.key]]], KEYS)));

  serve(app, contract.type, async (asked) => {
    const { text } = asked.body;
    // A command line cannot contain it.
    if (text.includes("\0")) throw new AppError("invalid_request", { detail: "text: it contains a NUL character" });
    if (text === "") return {};
    // `%s` stands for a space, as in Android's `input text`, which cannot type every text.
    const request = { text: text.replaceAll("%s", " "), mode: "append", pressEnter: false } as const;
    return act(asked, (device) => type(device, request));
  });
}

interface LineBody {
  startX: number;
  startY: number;
  endX: number;
  endY: number;
}

const lineOf = ({ startX, startY, endX, endY }: LineBody) => ({
  start: { x: startX, y: startY },
  end: { x: endX, y: endY },
});
