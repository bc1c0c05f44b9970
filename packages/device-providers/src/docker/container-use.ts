import { z } from "zod";
import type { DeviceUse } from "../provider.ts";

const Bytes = z.number().nonnegative();
/**
 * Statistics of a container (Docker Engine API, ContainerStats). A container that has just ended has none of the
 * optional values. The cache of files is `inactive_file` in version 2 of control groups, `total_inactive_file` in
 * version 1.
 */
const Stats = z.object({
  cpu_stats: z.object({ cpu_usage: z.object({ total_usage: z.number().nonnegative() }) }),
  memory_stats: z.object({
    usage: Bytes.optional(),
    stats: z.object({ inactive_file: Bytes.optional(), total_inactive_file: Bytes.optional() }).nullish(),
  }),
  networks: z.record(z.string(), z.object({ rx_bytes: Bytes, tx_bytes: Bytes })).nullish(),
});

const NANOSECONDS = 1e9;

/** Reads a container's use from its statistics; undefined if it has just ended. Docker does not measure its volume. */
export function useIn(body: unknown): DeviceUse | undefined {
  const { cpu_stats: cpu, memory_stats: memory, networks } = Stats.parse(body);
  if (memory.usage === undefined) return undefined;
  const cached = memory.stats?.total_inactive_file ?? memory.stats?.inactive_file ?? 0;
  const all = Object.values(networks ?? {});
  return {
    cpuSeconds: cpu.cpu_usage.total_usage / NANOSECONDS,
    memoryBytes: Math.max(0, memory.usage - cached),
    network: networks
      ? {
          receivedBytes: all.reduce((sum, { rx_bytes: bytes }) => sum + bytes, 0),
          sentBytes: all.reduce((sum, { tx_bytes: bytes }) => sum + bytes, 0),
        }
      : undefined,
  };
}
