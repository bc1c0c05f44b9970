import { createInterface } from "node:readline";
import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as sleep } from "node:timers/promises";
import type { ErrorCode } from "@terrarium/contract/errors";
import type {
  CreatedDevice,
  DeviceProvider,
  DeviceState,
  ExitListener,
  ListedDevice,
} from "@terrarium/device-providers/provider";
import { AppError } from "@terrarium/platform/base/app-error";

const RETRY_MS = 1_000;

interface HostAnswer<T> {
  answer: T;
  error?: { code?: ErrorCode; message: string };
}

/** For tests: creates a provider for the devices of a device host, shared by all servers with its address. */
export function createSharedProvider(hostUrl: string): DeviceProvider {
  const listeners: ExitListener[] = [];
  const closing = new AbortController();

  async function ask<T>(method: string, argument?: unknown): Promise<T> {
    const answer = await fetch(`${hostUrl}/${method}`, { method: "POST", body: JSON.stringify({ argument }) }).catch(
      (cause: unknown) => {
        throw new AppError("provider_unavailable", { provider: "embedded", detail: "no device host" }, { cause });
      },
    );
    const { answer: value, error } = (await answer.json()) as HostAnswer<T>;
    if (error) throw error.code === undefined ? new Error(error.message) : new AppError(error.code);
    return value;
  }

  async function hearExits(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        const { body } = await fetch(`${hostUrl}/exits`, { signal: closing.signal });
        const lines = createInterface(Readable.fromWeb(body as ReadableStream));
        for await (const line of lines)
          for (const listener of listeners) listener(...(JSON.parse(line) as Parameters<ExitListener>));
      } catch {
        await sleep(RETRY_MS);
      }
    }
  }
  void hearExits();

  return {
    // The default provider name of templates.
    name: "embedded",
    shared: true,
    stops: "it is for tests of other things",
    requireRoom: () => ask<void>("requireRoom"),
    create: (spec) => ask<CreatedDevice>("create", spec),
    inspect: (sandboxId) => ask<DeviceState>("inspect", sandboxId),
    destroy: (sandboxId) => ask<void>("destroy", sandboxId),
    list: () => ask<ListedDevice[]>("list"),
    onExit: (listener) => void listeners.push(listener),
    close: async () => closing.abort(),
  };
}
