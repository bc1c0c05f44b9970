import { setTimeout as sleep } from "node:timers/promises";
import type { BoxMetricsSample } from "@terrarium/contract/box-metrics";
import { BOX_METRICS } from "@terrarium/contract/limits";
import type { DeviceProviders } from "@terrarium/device-providers/device-providers";
import type { DeviceUse } from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import { createLimiter } from "@terrarium/platform/base/limiter";
import type { FastifyBaseLogger } from "fastify";
import type { SandboxAccess, SandboxRecord } from "../sandboxes/sandbox.ts";

const { intervalMs: INTERVAL_MS, keptMs: KEPT_MS } = BOX_METRICS;
const KEPT_SAMPLES = KEPT_MS / INTERVAL_MS;
/** Measured sandboxes, those of the latest calls. All samples together take some 10 MB at most. */
const SANDBOXES_MAX = 200;
const MEASURED_AT_ONCE = 4;
/** Time between the two measurements of the first sample, since processor and network are rates. */
const FIRST_SPAN_MS = 500;

export interface BoxMetrics {
  /**
   * Returns the samples of a running sandbox after a time, and keeps measuring it for a while. Throws
   * sandbox_not_found, sandbox_not_running, not_possible, provider_unavailable.
   */
  get(
    caller: Caller,
    sandboxId: string,
    sinceMs?: number,
  ): Promise<{ sandbox: SandboxRecord; samples: BoxMetricsSample[] }>;
  close(): void;
}

type Measure = () => Promise<DeviceUse | undefined>;

interface Series {
  measure: Measure;
  samples: BoxMetricsSample[];
  last: { use: DeviceUse; atMs: number } | undefined;
  askedAtMs: number;
  /** Resolves after the first sample. */
  first: Promise<void>;
}

export interface BoxMetricsParts {
  sandboxes: Pick<SandboxAccess, "requireDevice" | "findRunning">;
  providers: Pick<DeviceProviders, "require">;
  log: Pick<FastifyBaseLogger, "debug">;
}

/** Measures sandboxes while their metrics are read, and for a while after. Nothing else costs anything. */
export function createBoxMetrics(
  { sandboxes, providers, log }: BoxMetricsParts,
  { intervalMs = INTERVAL_MS, firstSpanMs = FIRST_SPAN_MS }: { intervalMs?: number; firstSpanMs?: number } = {},
  clock: () => number = Date.now,
): BoxMetrics {
  /** The sandbox with the oldest call comes first. */
  const all = new Map<string, Series>();
  const limit = createLimiter(MEASURED_AT_ONCE);
  let timer: NodeJS.Timeout | undefined;
  let isMeasuring = false;

  /** Adds a sample; the first measurement has no rates and adds none. Forgets a device that does not run. */
  async function sample(sandboxId: string, series: Series): Promise<void> {
    const use = await limit(series.measure);
    const { last } = series;
    const atMs = performance.now();
    if (use === undefined) return forget(sandboxId, series);
    series.last = { use, atMs };
    if (last === undefined) return;
    series.samples.push(sampleOf(last.use, use, (atMs - last.atMs) / 1_000, clock()));
    if (series.samples.length > KEPT_SAMPLES) series.samples.shift();
  }

  function forget(sandboxId: string, series: Series): void {
    if (all.get(sandboxId) === series) all.delete(sandboxId);
  }

  async function sampleAll(): Promise<void> {
    // An engine that answers slowly delays the next round.
    if (isMeasuring) return;
    isMeasuring = true;
    const oldestMs = performance.now() - KEPT_MS;
    for (const [sandboxId, series] of all) if (series.askedAtMs < oldestMs) all.delete(sandboxId);
    const due = [...all].filter(([, { samples }]) => samples.length > 0);
    await Promise.all(
      due.map(([sandboxId, series]) =>
        sample(sandboxId, series).catch((error: unknown) => log.debug({ err: error, sandboxId }, "failed to measure")),
      ),
    );
    isMeasuring = false;
    if (all.size === 0) stop();
  }

  function stop(): void {
    clearInterval(timer);
    timer = undefined;
  }

  function start(sandboxId: string, measure: Measure): Series {
    const series: Series = { measure, samples: [], last: undefined, askedAtMs: 0, first: Promise.resolve() };
    series.first = (async () => {
      await sample(sandboxId, series);
      await sleep(firstSpanMs, undefined, { ref: false });
      await sample(sandboxId, series);
    })();
    series.first.catch(() => forget(sandboxId, series));
    timer ??= setInterval(() => void sampleAll(), intervalMs).unref();
    return series;
  }

  return {
    async get(caller, sandboxId, sinceMs = 0) {
      await sandboxes.requireDevice(caller, sandboxId, "look");
      const sandbox = await sandboxes.findRunning(sandboxId);
      if (!sandbox) throw new AppError("sandbox_not_running", { sandboxId });
      const provider = providers.require(sandbox.provider);
      if (!provider.measure) {
        const detail = `devices of the provider ${provider.name} are not measured`;
        throw new AppError("not_possible", { what: "To measure a sandbox", detail });
      }
      const series = all.get(sandboxId) ?? start(sandboxId, async () => provider.measure?.(sandboxId));
      series.askedAtMs = performance.now();
      all.delete(sandboxId);
      all.set(sandboxId, series);
      const [oldest] = all.keys();
      if (all.size > SANDBOXES_MAX && oldest !== undefined) all.delete(oldest);
      await series.first;
      if (series.samples.length === 0) throw new AppError("sandbox_not_running", { sandboxId });
      return { sandbox, samples: series.samples.filter(({ at }) => Date.parse(at) > sinceMs) };
    },

    close: stop,
  };
}

function sampleOf(before: DeviceUse, use: DeviceUse, seconds: number, nowMs: number): BoxMetricsSample {
  // Totals start again from 0 when the device or the server restarts.
  const rate = (from: number, to: number) => (to < from || seconds <= 0 ? 0 : (to - from) / seconds);
  const perSecond = (side: "receivedBytes" | "sentBytes") =>
    before.network && use.network ? Math.round(rate(before.network[side], use.network[side])) : null;
  return {
    at: new Date(nowMs).toISOString(),
    cpu: Math.round(1_000 * rate(before.cpuSeconds, use.cpuSeconds)) / 1_000,
    memoryBytes: use.memoryBytes,
    diskBytes: use.diskBytes ?? null,
    receivedBytesPerSecond: perSecond("receivedBytes"),
    sentBytesPerSecond: perSecond("sentBytes"),
  };
}
