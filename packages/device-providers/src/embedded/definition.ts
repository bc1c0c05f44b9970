import { existsSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { createDeviceRoom } from "@terrarium/platform/disk/device-room";
import { z } from "zod";
import { megabytes } from "../megabytes.ts";
import { defineProvider, startingOptions } from "../provider-definition.ts";
import { hasItsScreen, KIND_FIELDS, MISSING_SCREEN, toCommonModel, WARM_FIELDS } from "../template-fields.ts";

const DEVICE_PROGRAM = fileURLToPath(new URL("../../../../devices/phone/dist/main.js", import.meta.url));

const devicesFolder = (dataDir: string): string => path.join(dataDir, "devices");

/** Processes on the server's machine. */
export const embedded = defineProvider({
  name: "embedded",
  shared: false,
  hasLinux: true,
  isAttached: false,
  environment: z.object({
    TERRARIUM_LINUX_ROOT: z
      .string()
      .refine(
        (folder) => existsSync(path.join(folder, "usr", "bin", "sh")),
        "must be the folder of a root file system, such as `npm run setup-desktops -- --root FOLDER` makes",
      )
      .optional()
      .meta({
        description:
          "root file system of embedded Linux sandboxes; `npm run setup-desktops -- --root FOLDER` builds one. Without it, sandboxes see this machine's programs",
        form: "path",
      }),
    TERRARIUM_DEVICE_MEMORY_MB: megabytes(128, 512).meta({
      description:
        "private memory limit of a device; a device above it is ended. A watched device uses about 140 MB. Containers and Pods use their template's limits instead",
      form: "number of megabytes",
    }),
  }),
  readSettings: ({ TERRARIUM_LINUX_ROOT: root, TERRARIUM_DEVICE_MEMORY_MB: memoryMb }) => ({
    linuxRoot: root && path.resolve(root),
    memoryMb,
  }),
  template: z
    .strictObject({ ...KIND_FIELDS, provider: z.literal("embedded"), ...WARM_FIELDS })
    .refine(hasItsScreen, MISSING_SCREEN),
  readTemplate: (template) => ({ model: toCommonModel(template), warm: template.warm }),
  async open(settings, parts) {
    const { createEmbeddedProvider } = await import("./embedded-provider.ts");
    const root = devicesFolder(parts.dataDir);
    const room = createDeviceRoom(parts.disk, root, parts.storageMb);
    return createEmbeddedProvider({ ...startingOptions(parts), ...settings, root, room, program: DEVICE_PROGRAM });
  },
  async prepareCheck(_settings, { dataDir }) {
    const { prepareEmbeddedCheck } = await import("./check.ts");
    return prepareEmbeddedCheck(devicesFolder(dataDir));
  },
});
