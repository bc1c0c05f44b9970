import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { ProviderCheck } from "../provider-definition.ts";

const DeviceRecord = z.object({ pid: z.number().int().positive() });

/** `root`: folder of the provider's devices. */
export const prepareEmbeddedCheck = (root: string): ProviderCheck => ({
  async crash(sandboxId) {
    const record = JSON.parse(readFileSync(path.join(root, sandboxId, "device.json"), "utf8"));
    process.kill(DeviceRecord.parse(record).pid, "SIGKILL");
  },
});
