import { DEVICE_LIMITS } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import { Slots } from "@terrarium/platform/base/slots";
import { addGauge } from "@terrarium/platform/telemetry/gauge";
import { METRICS } from "@terrarium/platform/telemetry/metric-definitions";
import type { FastifyBaseLogger } from "fastify";
import { Registry } from "prom-client";
import { connectAdb } from "../adb/connect-adb.ts";
import type { DeviceSession, DeviceSessions, DeviceTarget, SessionEnd } from "../device/device-session.ts";
import type { ScrcpyServer } from "../screen/scrcpy-server.ts";
import { type SharedParts, TangoDeviceSession } from "./tango-device-session.ts";
import { WorkQueue } from "./work-queue.ts";

/** Creates shared device sessions over ADB (Tango). They connect on first use, and reconnect after a break. */
export function createDeviceSessions(options: DeviceSessionsOptions): DeviceSessions {
  return new TangoDeviceSessions(options);
}

interface DeviceSessionsOptions {
  /** Throws disk_full while the server's disk is full. Default: it never is. */
  requireSpare?: () => void;
  /** Server for devices without a built-in one; without it they show screenshots instead of video. */
  scrcpyServer?: ScrcpyServer | undefined;
  log: FastifyBaseLogger;
  metrics?: Registry;
}

interface Entry {
  target: DeviceTarget;
  session: Promise<TangoDeviceSession>;
}

class TangoDeviceSessions implements DeviceSessions {
  readonly #log: FastifyBaseLogger;
  readonly #entries = new Map<string, Entry>();
  readonly #shared: SharedParts;

  constructor({ log, scrcpyServer, requireSpare = () => undefined, metrics = new Registry() }: DeviceSessionsOptions) {
    this.#log = log;
    const transfers = new Slots(DEVICE_LIMITS.transfers);
    const commands = new Slots(DEVICE_LIMITS.commands);
    const deviceSockets = new Slots(DEVICE_LIMITS.deviceSockets);
    this.#shared = { work: new WorkQueue(), transfers, commands, deviceSockets, scrcpyServer, requireSpare, log };
    addGauge(metrics, METRICS.deviceSessions, () => this.#entries.size);
    const { work } = this.#shared;
    addGauge(metrics, METRICS.deviceWork, () => [
      { labels: { state: "running" }, value: work.running },
      { labels: { state: "waiting" }, value: work.waiting },
    ]);
  }

  async get(target: DeviceTarget): Promise<DeviceSession> {
    const known = this.#entries.get(target.sandboxId);
    if (known && isSameDevice(known.target, target)) return known.session;
    if (known) void this.#remove(target.sandboxId, { cause: "device-failed", detail: "The device has moved" });
    const forget = () => {
      if (this.#entries.get(target.sandboxId) === entry) this.#entries.delete(target.sandboxId);
    };
    const entry: Entry = { target, session: this.#connect(target, forget) };
    this.#entries.set(target.sandboxId, entry);
    entry.session.catch(forget);
    return entry.session;
  }

  sandboxIds(): string[] {
    return [...this.#entries.keys()];
  }

  end(sandboxId: string, detail: string): Promise<void> {
    return this.#remove(sandboxId, { cause: "sandbox-ended", detail });
  }

  async closeAll(): Promise<void> {
    const end: SessionEnd = { cause: "device-failed", detail: "The server is shutting down" };
    await Promise.all(this.sandboxIds().map((sandboxId) => this.#remove(sandboxId, end)));
  }

  async #connect(target: DeviceTarget, onClosed: () => void): Promise<TangoDeviceSession> {
    const { sandboxId } = target;
    const connection = await connectAdb(target).catch((error: Error) => {
      throw new AppError("device_failed", { sandboxId, detail: error.message }, { cause: error });
    });
    const session = new TangoDeviceSession(sandboxId, connection, this.#shared);
    const endWithConnection = async () => {
      const detail = await connection.closed;
      onClosed();
      this.#log.info({ sandboxId, detail }, "device connection closed");
      session.end({ cause: "device-failed", detail: "The connection to the device broke" });
    };
    void endWithConnection();
    return session;
  }

  async #remove(sandboxId: string, end: SessionEnd): Promise<void> {
    const entry = this.#entries.get(sandboxId);
    this.#entries.delete(sandboxId);
    // A session that failed to start has no users to inform.
    const session = await entry?.session.catch(() => undefined);
    session?.end(end);
  }
}

function isSameDevice(a: DeviceTarget, b: DeviceTarget): boolean {
  return (
    a.address.host === b.address.host &&
    a.address.port === b.address.port &&
    a.address.serial === b.address.serial &&
    a.adbPrivateKeyPem === b.adbPrivateKeyPem
  );
}
