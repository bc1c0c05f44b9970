import { isIP } from "node:net";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { z } from "zod";
import { BUILT_IMAGES } from "../device-image.ts";
import { defineProvider, sharingOptions } from "../provider-definition.ts";
import {
  hasItsScreen,
  IMAGE_FIELDS,
  KIND_FIELDS,
  MISSING_SCREEN,
  toCommonModel,
  wholeNumber,
} from "../template-fields.ts";
import { DEFAULT_HOST, readEngineAddress } from "./engine-address.ts";
import { RedroidFields, toRedroid } from "./redroid-fields.ts";

/** Containers of an engine. */
export const docker = defineProvider({
  name: "docker",
  shared: true,
  hasLinux: true,
  isAttached: false,
  environment: z.object({
    DOCKER_HOST: z
      .string()
      .optional()
      .meta({
        description: "the engine's API; `tcp://host:2376` for another machine",
        form: "address, `unix://…` or `tcp://…`",
        usual: `\`${DEFAULT_HOST}\``,
      }),
    DOCKER_CERT_PATH: z
      .string()
      .optional()
      .meta({ description: "folder with `ca.pem`, `cert.pem` and `key.pem`, for an engine with TLS", form: "path" }),
    TERRARIUM_DOCKER_IMAGE: z
      .string()
      .default(BUILT_IMAGES)
      .describe(
        "image of templates without one; `{kind}` is phone, linux, browser or desktop. A name without `{kind}` applies to phones only",
      ),
    TERRARIUM_DOCKER_PUBLISH: z
      .string()
      .refine((text) => isIP(text) !== 0, "must be an address of the engine's machine, such as 127.0.0.1")
      .optional()
      .meta({
        description:
          "address of the engine's machine on which the devices' ADB is published; required if `DOCKER_HOST` is another machine. Without it, the server uses container addresses and publishes nothing",
        form: "IP address",
      }),
  }),
  readSettings(env) {
    const address = readEngineAddress(env.DOCKER_HOST, env.DOCKER_CERT_PATH);
    const publish = env.TERRARIUM_DOCKER_PUBLISH;
    if (!("socketPath" in address) && publish === undefined)
      throw new ConfigError(
        "TERRARIUM_DOCKER_PUBLISH must be set, since DOCKER_HOST is another machine: to its address in a network that only this server reaches",
      );
    return { address, image: env.TERRARIUM_DOCKER_IMAGE, publish };
  },
  template: z
    .strictObject({
      ...KIND_FIELDS,
      provider: z.literal("docker"),
      ...IMAGE_FIELDS,
      processes: wholeNumber(32, 32_768).optional(),
      redroid: RedroidFields.optional(),
    })
    .refine(({ image, redroid }) => !redroid || image !== undefined, {
      path: ["image"],
      message: "must be an image of redroid, such as redroid/redroid:14.0.0-latest",
    })
    .refine(({ kind = "phone", redroid }) => !redroid || kind === "phone", {
      path: ["kind"],
      message: "must be phone, as redroid is Android",
    })
    .refine(hasItsScreen, MISSING_SCREEN),
  readTemplate(template) {
    const { image, processes: maxProcesses, redroid, warm } = template;
    const model = { ...toCommonModel(template), image, maxProcesses, redroid: redroid && toRedroid(redroid) };
    return { model, warm };
  },
  async open(settings, parts) {
    const { createDockerProvider } = await import("./docker-provider.ts");
    return createDockerProvider({ ...settings, ...(await sharingOptions(parts)), alone: parts.peers.alone });
  },
  async prepareCheck(settings, parts) {
    const { prepareDockerCheck } = await import("./check.ts");
    return prepareDockerCheck(settings, parts);
  },
});
