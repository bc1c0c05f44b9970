import { Readable } from "node:stream";
import type { Template } from "@terrarium/contract/template";
import type { DoneAction } from "@terrarium/device-control/action-log/service";
import type { SentFile } from "@terrarium/device-control/session/send-file";
import type { Caller } from "@terrarium/platform/base/caller";
import type { SandboxService } from "../../sandboxes/service.ts";
import { createBoxServices, FAKE_SERVICES, FakeDevices } from "../../testing/fake-devices.ts";

/** Signal of a caller that waits for the response. */
export const STAYS = new AbortController().signal;
export const CALLER: Caller = { kind: "api-key", apiKeyId: "key_1", organizationId: "org_1", scope: "manage" };
export const CALL = {
  caller: CALLER,
  origin: "http://localhost",
  recorded: <T>(_action: string, _id: string, work: () => Promise<T>) => work(),
};
/** For tests: the services of MCP over fake devices, and what they receive. */
export function setUpMcp() {
  const devices = new FakeDevices();
  const noted: object[] = [];
  const actions = {
    async noting<T>(_caller: Caller, _sandboxId: string, { kind, detail }: DoneAction, work: () => Promise<T>) {
      noted.push({ kind, detail });
      return work();
    },
  };
  const unused = { list: async () => Promise.reject(new Error("unused")), terminate: async () => undefined };
  const sandboxes = {
    ...unused,
    create: devices.create.bind(devices),
    newId: devices.newId.bind(devices),
    requireDevice: devices.requireDevice.bind(devices),
    extend: unused.list,
  } as Pick<SandboxService, "create" | "extend" | "list" | "newId" | "requireDevice" | "terminate">;
  const boxCommands = { stream: unused.list };
  const templates: Template[] = [];
  const sent: string[] = [];
  const kept: [sandboxId: string, name: string][] = [];
  const rowOf = (name: string) => {
    const origin = { sandboxId: "sbx_1", sandboxName: null, templateId: "tpl_linux", templateName: "Linux" };
    const actor = { actorKind: "api_key", actorId: "key_1", actorName: "ci" } as const;
    const row = { id: "snp_1", organizationId: "org_1", name, sizeBytes: 1, createdAt: 0, isWhole: 1 as const };
    return { ...row, ...origin, ...actor };
  };
  const snapshots = {
    async create(_caller: Caller, sandboxId: string, name: string) {
      kept.push([sandboxId, name]);
      return rowOf(name);
    },
    list: async () => ({ rows: kept.map(([, name]) => rowOf(name)), total: kept.length }),
  };
  return {
    fake: devices,
    noted,
    kept,
    templates,
    sent,
    services: {
      ...FAKE_SERVICES,
      ...createBoxServices(devices, actions),
      actions,
      boxCommands,
      sandboxes,
      devices,
      snapshots,
      templates: { list: async () => templates },
      fetchForDevice: async (address: string) => Readable.from([Buffer.from(`content of ${address}`)]),
      sendForDevice: async (address: string, _id: string, { content }: SentFile) => {
        sent.push(`${address}: ${Buffer.concat(await content.toArray()).toString()}`);
        return 1;
      },
    },
  };
}
