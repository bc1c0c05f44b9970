import { expect, test } from "vitest";
import { useIn } from "./container-use.ts";

const cpu = { cpu_stats: { cpu_usage: { total_usage: 2_500_000_000 } } };

test.each([
  [
    "version 2 of control groups",
    {
      ...cpu,
      memory_stats: { usage: 900, stats: { inactive_file: 300 } },
      networks: { eth0: { rx_bytes: 10, tx_bytes: 1 }, eth1: { rx_bytes: 5, tx_bytes: 2 } },
    },
    { cpuSeconds: 2.5, memoryBytes: 600, network: { receivedBytes: 15, sentBytes: 3 } },
  ],
  [
    "version 1, without a network",
    { ...cpu, memory_stats: { usage: 900, stats: { total_inactive_file: 100, inactive_file: 50 } } },
    { cpuSeconds: 2.5, memoryBytes: 800, network: undefined },
  ],
  [
    "a container whose cache is more than its use",
    { ...cpu, memory_stats: { usage: 100, stats: { inactive_file: 300 } }, networks: null },
    { cpuSeconds: 2.5, memoryBytes: 0, network: undefined },
  ],
  ["a container that has just ended", { ...cpu, memory_stats: {} }, undefined],
])("reads the statistics of %s", (_what, body, use) => {
  expect(useIn(body)).toEqual(use);
});
