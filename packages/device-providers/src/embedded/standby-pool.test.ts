import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { TEST_MODEL } from "../testing/provider-suite.ts";
import type { DeviceKind } from "./device-kind.ts";
import type { LaunchedProcess } from "./device-launcher.ts";
import { createStandbyPools } from "./standby-pool.ts";

test("kills a starting device when the pool stops", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "terrarium-standby-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const [asked, launched, exited] = [
    Promise.withResolvers<void>(),
    Promise.withResolvers<LaunchedProcess>(),
    Promise.withResolvers<{ hadTooLittleMemory: boolean }>(),
  ];
  const kill = vi.fn<() => void>(() => exited.resolve({ hadTooLittleMemory: false }));
  const never = new Promise<never>(() => {});
  const launchedProcess: Partial<LaunchedProcess> = {
    // Any existing process.
    started: Promise.resolve(process.pid),
    exited: exited.promise,
    inStandby: never,
    kill,
  };
  const kind: Partial<DeviceKind> = { standbyKey: () => "phone", limits: () => ({}) as never, missing: async () => [] };
  const log = { debug: vi.fn<() => void>(), warn: vi.fn<() => void>() };
  const pools = createStandbyPools({
    root,
    launcher: {
      start: () => {
        asked.resolve();
        return launched.promise;
      },
      clean: async () => {},
    },
    warm: [{ model: TEST_MODEL, size: 1 }],
    kindOf: () => kind as DeviceKind,
    readyTimeoutMs: 60_000,
    hasRoom: async () => true,
    remover: { remove: (folder) => rm(folder, { recursive: true }), resume: async () => {} },
    log,
  });
  pools.fillSoon();
  vi.advanceTimersByTime(1_000);
  await asked.promise;
  const stopped = pools.stop();
  launched.resolve(launchedProcess as LaunchedProcess);
  await stopped;
  expect(kill).toHaveBeenCalledOnce();
  expect(readdirSync(root)).toEqual([]);
  expect(log.warn).not.toHaveBeenCalled();
});

test("starts no standby device without disk space", async () => {
  const root = mkdtempSync(path.join(tmpdir(), "terrarium-standby-"));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const asked = Promise.withResolvers<void>();
  const start = vi.fn<() => Promise<LaunchedProcess>>(() => Promise.reject(new Error("started")));
  const log = { debug: vi.fn<() => void>(), warn: vi.fn<() => void>() };
  const pools = createStandbyPools({
    root,
    launcher: { start, clean: async () => {} },
    warm: [{ model: TEST_MODEL, size: 1 }],
    kindOf: () => ({ standbyKey: () => "phone", missing: async () => [] }) as Partial<DeviceKind> as DeviceKind,
    readyTimeoutMs: 60_000,
    hasRoom: async () => {
      asked.resolve();
      return false;
    },
    remover: { remove: (folder) => rm(folder, { recursive: true }), resume: async () => {} },
    log,
  });
  pools.fillSoon();
  await asked.promise;
  await pools.stop();
  expect(start).not.toHaveBeenCalled();
  expect(log.warn).not.toHaveBeenCalled();
});
