import type { SandboxDevice } from "@terrarium/device-control/access/device-access";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import type { DeviceSessions, DeviceTarget } from "@terrarium/device-control/device/device-session";
import { createDeviceSessions } from "@terrarium/device-control/session/tango-device-sessions";
import { AppError } from "@terrarium/platform/base/app-error";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { createHttpApp } from "../http/http-app.ts";

/** Dependencies of the areas of a box's calls. */
interface BoxParts {
  actions: { noting<T>(caller: unknown, sandboxId: string, action: DoneAction, work: () => Promise<T>): Promise<T> };
  sandboxes: { requireDevice(caller: unknown, sandboxId: string): Promise<SandboxDevice> };
  devices: DeviceSessions;
}

export interface BoxApp {
  /** Recorded actions, as "kind detail". */
  noted: string[];
  /** Sends a request with a path below `/api/v1/`. */
  call(method: "GET" | "POST" | "PATCH" | "DELETE" | "PUT", path: string, body?: object): Promise<BoxAnswer>;
  close(): Promise<void>;
}

interface BoxAnswer {
  status: number;
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into many shapes; what they expect is their assertion
  body: any;
}

/**
 * For tests: starts an app with box calls on devices, each identified by its sandbox's id. Bodies are sent as JSON, or
 * as the given form.
 */
export async function startBoxApp(
  targets: readonly DeviceTarget[],
  register: (app: FastifyInstance, parts: BoxParts) => void,
): Promise<BoxApp> {
  const log = pino({ level: "silent" });
  const devices = createDeviceSessions({ log });
  const noted: string[] = [];
  const authenticate = async () =>
    ({ kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "drive" }) as const;
  const app = await createHttpApp({ log, checkResponses: true, authenticate });
  register(app, {
    devices,
    actions: {
      async noting(_caller, _sandboxId, { kind, detail }, work) {
        noted.push(`${kind} ${detail}`.trim());
        return work();
      },
    },
    sandboxes: {
      async requireDevice(_caller, sandboxId) {
        const target = targets.find((each) => each.sandboxId === sandboxId);
        if (!target) throw new AppError("sandbox_not_found", { sandboxId });
        return { ...target, kind: "phone", envs: {}, workingDir: "/data/local/tmp" };
      },
    },
  });
  const origin = await app.listen({ host: "127.0.0.1", port: 0 });
  return {
    noted,
    async call(method, path, body) {
      const isForm = body instanceof FormData;
      const answer = await fetch(`${origin}/api/v1/${path}`, {
        method,
        headers: { authorization: "Bearer key", ...(body && !isForm ? { "content-type": "application/json" } : {}) },
        ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
      });
      const isJson = answer.headers.get("content-type")?.includes("json") === true;
      return { status: answer.status, body: isJson ? await answer.json() : new Uint8Array(await answer.arrayBuffer()) };
    },
    async close() {
      await app.close();
      await devices.closeAll();
    },
  };
}
