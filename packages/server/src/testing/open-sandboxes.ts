import { SANDBOXES_PER_USER } from "@terrarium/contract/limits";
import type { PlanName } from "@terrarium/contract/pricing";
import { generateAdbKey } from "@terrarium/device-control/adb/adb-key";
import { createDeviceProviders } from "@terrarium/device-providers/device-providers";
import { createMemoryDevices } from "@terrarium/device-providers/testing/memory-devices";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller, SessionCaller } from "@terrarium/platform/base/caller";
import { createNoPeers, type Peers } from "@terrarium/platform/base/peers";
import { openDatabase } from "@terrarium/platform/db/database";
import { sqliteDialect } from "@terrarium/platform/db/sqlite";
import { createSecretBox } from "@terrarium/platform/secrets/secret-box";
import { pino } from "pino";
import { Registry } from "prom-client";
import { onTestFinished } from "vitest";
import type { CheckedOrganizationId } from "../organizations/service.ts";
import { createSandboxService, type SandboxService } from "../sandboxes/service.ts";
import { createSandboxStore, type SandboxStore } from "../sandboxes/store.ts";
import type { Template } from "../sandboxes/template-choice.ts";
import { FakeDevices } from "./fake-devices.ts";

export const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 60 * MINUTE_MS;

const PHONE = { name: "Phone", cpu: 2, memoryMb: 2048, widthPx: 720, heightPx: 1600, densityDpi: 320 };
/** The only template. */
export const TEMPLATE = { id: "tpl_phone", provider: "memory", model: PHONE, warm: 0 };
/** The only member of the only team, org_1. */
export const caller: SessionCaller = { kind: "session", userId: "usr_1", sessionId: "ses_1" };
/** The key of every device. */
export const adbKey = await generateAdbKey();

interface Options {
  devices: ReturnType<typeof createMemoryDevices>;
  change: (store: SandboxStore) => SandboxStore;
  peers: Peers;
  sandboxesPerUser: number;
}

const unchanged = (store: SandboxStore) => store;

const organizations = {
  requireMember: async (who: Caller, organizationId: string) => {
    if (who !== caller || organizationId !== "org_1") throw new AppError("organization_not_found", { organizationId });
  },
  ofCaller: async () => "org_1" as CheckedOrganizationId,
};

/**
 * For a test: opens the sandbox service over in-memory devices and its own database. `change`: overrides of its store.
 */
export async function openSandboxes(options: Partial<Options> = {}) {
  const { devices = createMemoryDevices(), change = unchanged, peers = createNoPeers() } = options;
  const { sandboxesPerUser = SANDBOXES_PER_USER } = options;
  const database = await openDatabase(sqliteDialect(":memory:"));
  onTestFinished(() => database.destroy());
  await database.insertInto("organizations").values({ id: "org_1", name: "Ada's Team", createdAt: 0 }).execute();
  const time = { now: 1_763_717_667_000 };
  /** Values that the other areas return. */
  const rules: {
    plan: PlanName;
    isBudgetReached: boolean;
    isUnpacked: boolean;
    /** Resolves when the sessions of ending devices are closed. */
    sessionsClose: Promise<void>;
    template: Template;
    /** Templates of attached phones. */
    attached: Template[];
  } = {
    plan: "hobby",
    isBudgetReached: false,
    isUnpacked: true,
    sessionsClose: Promise.resolve(),
    template: TEMPLATE,
    attached: [],
  };
  /** Messages to users of devices, devices with a session, and sandboxes with saved data. */
  const told = {
    openSessions: [] as string[],
    closedSessions: [] as string[],
    kept: [] as [id: string, port: number | undefined][],
    unpacked: [] as [files: string, sandboxId: string][],
  };

  /** The reachable side of every device. */
  const sessions = new FakeDevices();

  const open = (store: SandboxStore): SandboxService =>
    createSandboxService(
      {
        store,
        organizations,
        templates: { get: async () => rules.template, ofProvider: async () => rules.attached },
        providers: createDeviceProviders([devices.provider]),
        homeFiles: {
          find: async (by, _organizationId, name) => {
            if (name === "kept") return { id: "snp_1", name, sizeBytes: 1, caller: by };
            throw new AppError("snapshot_not_found", { name });
          },
          restore: async (files, target) => {
            if (rules.isUnpacked) told.unpacked.push([files.id, target.sandboxId]);
            else throw new Error("no space left");
          },
        },
        lastStates: { keep: async (id, target) => void told.kept.push([id, target?.address.port]) },
        devices: {
          async end(id, detail) {
            told.closedSessions.push(`${id}: ${detail}`);
            await rules.sessionsClose;
          },
          get: () => sessions.get(),
          sandboxIds: () => told.openSessions,
        },
        adbKeys: { take: async () => adbKey },
        box: createSecretBox("a secret that is long enough for this"),
        deviceStorageMb: 512,
        sandboxesPerUser,
        plans: { planOf: async () => rules.plan },
        budgets: {
          requireWithinBudget: async () => {
            if (rules.isBudgetReached) throw new AppError("budget_exceeded");
          },
        },
        peers,
        replica: { id: "replica_1", beSeen: async () => undefined },
        log: pino({ level: "silent" }),
        metrics: new Registry(),
      },
      () => time.now,
    );

  const sandboxes = open(change(createSandboxStore(database)));
  return {
    sandboxes,
    devices,
    database,
    time,
    rules,
    told,
    sessions,
    /** Opens the service over the same database and devices, as after a restart. `changed`: overrides of its store. */
    restart: (changed: Partial<SandboxStore> = {}) => open({ ...createSandboxStore(database), ...changed }),
    create: (lifetimeMs = 5 * MINUTE_MS, snapshotName?: string) =>
      sandboxes.create(caller, { lifetimeMs, metadata: {}, snapshotName }),
    stateOf: async (id: string) => {
      const { state, endReason } = await sandboxes.get(caller, id);
      return { state, endReason };
    },
  };
}
