import type { NewSandbox } from "../sandboxes/store.ts";

/** For tests: a sandbox of org_1 to be made, as it is recorded first. */
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
  metadata: { job: "a" },
  adbKeySealed: "sealed",
  replicaId: "replica_1",
  createdAt: 1_000,
  startedAt: 1_000,
  updatedAt: 1_000,
  expiresAt: 61_000,
  ...overrides,
});
