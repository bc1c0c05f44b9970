import type { SandboxDevice } from "../sandboxes/sandbox.ts";
import type { NewSandbox } from "../sandboxes/store.ts";

/** For tests: returns a new sandbox of org_1, as it is first recorded. */
export const newSandbox = (id: string, overrides: Partial<NewSandbox> = {}): NewSandbox => ({
  id,
  organizationId: "org_1",
  name: null,
  templateId: "tpl_phone",
  templateName: "Phone",
  provider: "embedded",
  cpu: 2,
  memoryMb: 2048,
  widthPx: 720,
  heightPx: 1280,
  kind: "phone",
  metadata: { job: "a" },
  envs: {},
  workingDir: "/data/local/tmp",
  keepAliveMs: 0,
  lifetimeMs: null,
  osVersion: "14",
  storageMb: 512,
  adbKeySealed: "sealed",
  replicaId: "replica_1",
  createdAt: 1_000,
  startedAt: 1_000,
  updatedAt: 1_000,
  expiresAt: 61_000,
  ...overrides,
});

/** For tests: returns a new sandbox as a table row. Its number is unique in its team. */
export const newSandboxRow = (id: string, number: number) => ({
  ...newSandbox(id),
  number,
  metadata: "{}",
  envs: "{}",
});

/** For tests: returns the device of a sandbox, at an unused address. */
export const unreachedDevice = (sandboxId: string): SandboxDevice => ({
  sandboxId,
  kind: "phone",
  address: { host: "127.0.0.1", port: 1 },
  adbPrivateKeyPem: "",
  envs: {},
  workingDir: "/data/local/tmp",
});
