import path from "node:path";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { readOrCreateInstallId } from "@terrarium/platform/db/install-id";
import { z } from "zod";
import { defineProvider } from "../provider-definition.ts";
import { COMMON_FIELDS, toCommonModel } from "../template-fields.ts";
import { PHONE_KEY_SETTINGS, readRoute } from "./phone-route.ts";

/** Addresses as host:port, separated by commas. */
const addressList = z
  .string()
  .default("")
  .transform((list, context) => {
    const entries = list.split(",").flatMap((entry) => (entry.trim() === "" ? [] : [entry.trim()]));
    return entries.flatMap((entry) => {
      const address = readRoute(entry);
      if (address && address.serial === undefined) return [address];
      context.addIssue({ code: "custom", message: `must list addresses such as 127.0.0.1:5037: "${entry}" is none` });
      return [];
    });
  });

/** Attached phones, leased to one sandbox at a time. */
export const adb = defineProvider({
  name: "adb",
  sealedSettings: [PHONE_KEY_SETTINGS],
  shared: true,
  hasLinux: false,
  isAttached: true,
  environment: z.object({
    TERRARIUM_ADB_SERVERS: addressList.meta({
      description: "adb servers with attached phones. **Every device on them is claimed and wiped**",
      form: "list of `host:5037`, separated by commas",
    }),
    TERRARIUM_ADB_DEVICES: addressList.meta({
      description: "directly reachable devices; also wiped",
      form: "list of `host:5555`, separated by commas",
    }),
    TERRARIUM_ADB_RESET_COMMAND: z
      .string()
      .refine((text) => path.isAbsolute(text), "must be the path of a program")
      .optional()
      .meta({
        description:
          "your program that resets a phone instead of cleaning; its argument is the phone's name (`host:port/serial` or `host:port`)",
        form: "path",
      }),
    TERRARIUM_ADB_REBOOT: z
      .enum(["on", "off"], "must be on or off")
      .default("off")
      .describe("`on` restarts a phone after cleaning"),
  }),
  readSettings(env) {
    const { TERRARIUM_ADB_SERVERS: servers, TERRARIUM_ADB_DEVICES: devices } = env;
    if (servers.length + devices.length === 0)
      throw new ConfigError(
        "TERRARIUM_ADB_SERVERS or TERRARIUM_ADB_DEVICES must say where the phones of provider adb are",
      );
    const reset = { command: env.TERRARIUM_ADB_RESET_COMMAND, reboots: env.TERRARIUM_ADB_REBOOT === "on" };
    return { servers, devices, reset };
  },
  template: z.strictObject({
    ...COMMON_FIELDS,
    provider: z.literal("adb"),
    phones: z
      .array(z.string("must be a text").regex(/^\S{1,255}$/, "must be a serial, or host:port"), "must be a list")
      .min(1, "must name a phone")
      .max(1_000, "must be at most 1000")
      .optional(),
    team: z
      .string("must be a text")
      .regex(/^\w{1,64}$/, "must be the id of a team")
      .optional(),
  }),
  readTemplate: (template) => ({
    model: { ...toCommonModel(template), phones: template.phones },
    organizationId: template.team,
  }),
  async open(settings, { templates, db, box, peers, log }) {
    const [{ createAdbProvider }, { createPhoneStore }, { createPhoneKeys }] = await Promise.all([
      import("./adb-provider.ts"),
      import("./phone-store.ts"),
      import("./phone-keys.ts"),
    ]);
    // A copy of the database lacks leases that its original created since.
    await readOrCreateInstallId(db);
    const named = templates.flatMap(({ model }) => model.phones ?? []);
    const store = createPhoneStore(db);
    const keys = createPhoneKeys(db, box, log);
    return createAdbProvider({ ...settings, store, keys, named, log }, peers.clock);
  },
  async prepareCheck({ devices }, parts, server) {
    const { prepareAdbCheck } = await import("./check.ts");
    return prepareAdbCheck(devices, parts, server);
  },
});
