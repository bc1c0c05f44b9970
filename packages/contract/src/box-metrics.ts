import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { SandboxId, Timestamp } from "./fields.ts";
import { BOX_METRICS } from "./limits.ts";

const Measured = z.number().nonnegative().nullable();

export const BoxMetricsSample = z.object({
  at: Timestamp,
  cpu: z.number().nonnegative().describe("Cores in use since the sample before"),
  memoryBytes: z.number().nonnegative(),
  diskBytes: Measured.describe("Stored data; null: not measured here"),
  receivedBytesPerSecond: Measured.describe("Since the sample before; null: not measured here"),
  sentBytesPerSecond: Measured,
});
export type BoxMetricsSample = z.infer<typeof BoxMetricsSample>;

export const getBoxMetrics = defineEndpoint({
  name: "getBoxMetrics",
  method: "GET",
  path: "/api/v1/boxes/{boxId}/metrics",
  access: "session-or-api-key",
  summary: "Processor, memory, disk and network use of a running sandbox",
  description: `A sample every ${BOX_METRICS.intervalMs / 1_000} s, of the last ${BOX_METRICS.keptMs / 60_000} minutes at most. The first call starts the measurement. It ends ${BOX_METRICS.keptMs / 60_000} minutes after the last call. Each server measures on its own. The call does not count as use`,
  tag: "boxes",
  params: z.object({ boxId: SandboxId }),
  query: z.strictObject({ since: Timestamp.optional().describe("Only samples after this time") }),
  response: z.object({
    limits: z.object({
      cpu: z.number().describe("Cores"),
      memoryBytes: z.number(),
      diskBytes: z.number(),
    }),
    samples: z.array(BoxMetricsSample).describe("Oldest first"),
  }),
  errors: ["sandbox_not_running", "not_possible", "provider_unavailable"],
});
