import { getBoxMetrics } from "@terrarium/contract/box-metrics";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { BoxMetrics } from "./box-metrics.ts";

const MEGABYTE = 1024 ** 2;

export function registerBoxMetricsRoutes(app: FastifyInstance, { boxMetrics }: { boxMetrics: BoxMetrics }): void {
  serve(app, getBoxMetrics, async ({ caller, params: { boxId }, query: { since } }) => {
    const { sandbox, samples } = await boxMetrics.get(caller, boxId, since === undefined ? 0 : Date.parse(since));
    const { cpu, memoryMb, storageMb } = sandbox;
    return { limits: { cpu, memoryBytes: memoryMb * MEGABYTE, diskBytes: storageMb * MEGABYTE }, samples };
  });
}
