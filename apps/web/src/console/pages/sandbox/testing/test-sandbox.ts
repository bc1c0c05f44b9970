import type { SandboxDetails } from "@terrarium/contract/sandbox";

/** A running phone. */
export const TEST_SANDBOX: SandboxDetails = {
  id: "sbx_1",
  name: null,
  organizationId: "org_1",
  templateId: "tpl_phone",
  kind: "phone",
  templateName: "Phone",
  cpu: 2,
  memory: 2048,
  metadata: {},
  createdAt: "2026-11-21T09:00:00.000Z",
  startedAt: "2026-11-21T09:00:00.210Z",
  expiresAt: "2026-11-21T09:30:00.000Z",
  status: "Running",
  endedAt: null,
  endReason: null,
  expiresIn: "1800000ms",
  resolution: { width: 720, height: 1280 },
};
