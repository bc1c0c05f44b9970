import { existsSync, mkdtempSync, readFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { z } from "zod";
import { embedded } from "../../packages/device-providers/src/embedded/definition.ts";
import { createEmbeddedProvider } from "../../packages/device-providers/src/embedded/embedded-provider.ts";
import { readSettings } from "../../packages/device-providers/src/provider-definition.ts";
import { readConfig } from "../../packages/server/src/config.ts";
import { findModel } from "./find-model.ts";
import { CHECK_LOG } from "./log.ts";
import type { OpenProvider } from "./open-provider.ts";

const DeviceRecord = z.object({ pid: z.number().int().positive() });

export const openEmbedded: OpenProvider = async (environment, template) => {
  const config = readConfig({ ...environment, TERRARIUM_PROVIDERS: "embedded" });
  const settings = readSettings(embedded, environment);
  const root = mkdtempSync(path.join(tmpdir(), "terrarium-check-"));
  const { deviceEgress: egress, deviceStorageMb: storageMb } = config;
  const program = path.resolve("devices/phone/dist/main.js");
  const provider = createEmbeddedProvider({ ...settings, root, program, egress, storageMb, log: CHECK_LOG });
  return {
    provider,
    model: findModel(config.templates, "embedded", template),
    async crash(sandboxId) {
      const record = JSON.parse(readFileSync(path.join(root, sandboxId, "device.json"), "utf8"));
      process.kill(DeviceRecord.parse(record).pid, "SIGKILL");
    },
    async remove() {
      await provider.close();
      // The files of its last device are removed in the background meanwhile, and may disappear before the folder does.
      while (existsSync(root)) await rm(root, { recursive: true, force: true });
    },
  };
};
