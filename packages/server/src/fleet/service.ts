import { setTimeout as sleep } from "node:timers/promises";
import type { FleetFilter } from "@terrarium/contract/fleet";
import { BOX_LIFETIME_MS, FLEET_LIMITS } from "@terrarium/contract/limits";
import type { Template } from "@terrarium/contract/template";
import type { FleetDevice, FleetModel, FleetService } from "@terrarium/device-control/fleet/fleet";
import { AppError } from "@terrarium/platform/base/app-error";
import type { OrganizationService } from "../organizations/service.ts";
import { releaseOf } from "../sandboxes/rows.ts";
import type { SandboxRecord } from "../sandboxes/sandbox.ts";
import type { SandboxService } from "../sandboxes/service.ts";
import { deviceTypeOf } from "../sandboxes/wire.ts";
import type { TemplateService } from "../templates/service.ts";
import { fitsFilters } from "./choose-template.ts";

const LOOK_MS = 50;

interface FleetParts {
  organizations: Pick<OrganizationService, "ofCaller">;
  sandboxes: Pick<SandboxService, "create" | "get" | "list" | "requireDevice" | "terminate">;
  templates: Pick<TemplateService, "list" | "get">;
}

export function createFleetService({ organizations, sandboxes, templates }: FleetParts): FleetService {
  /** Returns the models of boxes that can be created now. */
  async function usable(organizationId: string): Promise<(FleetModel & { templateId: string })[]> {
    const isUsable = ({ missing, kind = "phone" }: Template) => missing === undefined && kind === "phone";
    const listed = (await templates.list([organizationId])).filter(isUsable);
    return Promise.all(
      listed.map(async ({ id }) => {
        const { provider, model } = await templates.get(id);
        return { templateId: id, ...modelOf({ provider, name: model.name, version: releaseOf(model) }) };
      }),
    );
  }

  return {
    async devices(caller, page = 1, pageSize = FLEET_LIMITS.listed) {
      const organizationId = await organizations.ofCaller(caller);
      const { rows, total } = await sandboxes.list(caller, { organizationId, page, pageSize, status: "Active" });
      return {
        organizationId,
        devices: rows.filter(({ kind }) => kind === "phone").map(toDevice),
        isLast: page * pageSize >= total,
      };
    },

    device: async (caller, boxId) => toDevice(await sandboxes.get(caller, boxId)),

    async models(caller) {
      const found = await usable(await organizations.ofCaller(caller));
      return found.map(({ name, platform, type, version }) => ({ name, platform, type, version }));
    },

    async allocate(caller, organizationId, filters) {
      const checkedId = await organizations.ofCaller(caller, organizationId);
      const models = await usable(organizationId);
      const chosen = models.find((model) => fitsFilters(model, filters));
      if (!chosen) throw nothingFits(filters, models);
      const { templateId } = chosen;
      const request = { organizationId: checkedId, templateId, lifetimeMs: BOX_LIFETIME_MS, metadata: {}, wait: false };
      let sandbox = await sandboxes.create(caller, request);
      const deadline = performance.now() + FLEET_LIMITS.allocationMs;
      while (sandbox.state === "starting" && performance.now() < deadline) {
        await sleep(LOOK_MS);
        sandbox = await sandboxes.get(caller, sandbox.id);
      }
      // Throws with the reason if it has ended.
      if (sandbox.state !== "starting") await sandboxes.requireDevice(caller, sandbox.id, "look");
      return toDevice(sandbox);
    },

    async release(caller, organizationId, boxId) {
      const sandbox = await sandboxes.get(caller, boxId);
      if (sandbox.organizationId !== organizationId) throw new AppError("sandbox_not_found", { sandboxId: boxId });
      await sandboxes.terminate(caller, boxId);
    },
  };
}

const modelOf = ({ provider, name, version }: { provider: string; name: string; version: string }): FleetModel => ({
  name,
  platform: "android",
  type: deviceTypeOf({ provider, kind: "phone" }) === "physical" ? "real" : "emulator",
  version,
});

function toDevice({ id, name, templateName, provider, osVersion, state }: SandboxRecord): FleetDevice {
  return {
    id,
    ...modelOf({ provider, name: name ?? templateName, version: osVersion }),
    state: STATES[state],
    model: templateName,
    provider: { type: "terrarium", allocationId: id },
  };
}

const STATES = {
  starting: "allocating",
  resuming: "allocating",
  running: "online",
  stopping: "offline",
  stopped: "offline",
  ended: "offline",
} as const;

function nothingFits(filters: readonly FleetFilter[], models: readonly FleetModel[]): AppError {
  const wanted = filters.map(({ attribute, operator, value }) => `${attribute} ${operator} ${value}`).join(", ");
  const there = models.map(({ name, type, version }) => `${name} (android ${version}, ${type})`).join(", ");
  return new AppError("device_type_unavailable", {
    deviceType: "such",
    detail: `wanted: ${wanted}; there is ${there}`,
  });
}
