import { readFileSync, statSync } from "node:fs";
import { type DeviceModel, LINUX_KINDS } from "@terrarium/device-providers/provider";
import type { RedroidSettings } from "@terrarium/device-providers/redroid/settings";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { LineCounter, parseDocument, type Document, isNode } from "yaml";
import { z } from "zod";
import { oneOf, wholeNumber } from "./fields.ts";
import { POD_FIELDS, toPodOptions } from "./pod-fields.ts";

/** A template from the operator's file. */
export interface OperatorTemplate {
  id: string;
  provider: string;
  model: DeviceModel;
  /** Number of started standby devices for the next sandboxes. */
  warm: number;
  /** The only team that may use it. Default: all teams. */
  organizationId?: string | undefined;
  /** Time when the file was written, in epoch milliseconds. */
  writtenAt: number;
}

const MAX_FILE_BYTES = 1_048_576;
const MAX_TEMPLATES = 200;

/** Fields of devices of every provider. ADB's banner contains the name and uses `:`, `;` and `=` as separators. */
const COMMON = {
  id: z.string("must be a text").regex(/^[a-z0-9_-]{1,64}$/, "must be 1 to 64 of a-z, 0-9, _ and -"),
  name: z.string("must be a text").regex(/^[^:;=\p{Control}]{1,64}$/u, "must be 1 to 64 characters without : ; ="),
  cpu: wholeNumber(1, 64),
  memory: wholeNumber(128, 1_048_576),
  screen: z.strictObject({
    width: wholeNumber(120, 4096),
    height: wholeNumber(120, 4096),
    density: wholeNumber(72, 960),
  }),
};
const WARM = wholeNumber(0, 100).optional();
/** Fields of devices made from an image. */
const OF_IMAGES = {
  // In the form of container engines: registry, path, tag and digest.
  image: z
    .string("must be a text")
    .regex(/^[a-z0-9][\w./:@-]{0,254}$/, "must be the name of an image")
    .optional(),
  warm: WARM,
};
/** Fields of devices that may be other than phones. */
const OF_KINDS = { ...COMMON, kind: oneOf("phone", ...LINUX_KINDS).optional(), screen: COMMON.screen.optional() };
/** Only Linux without a screen may omit the screen. */
const hasItsScreen = ({ kind, screen }: { kind?: string | undefined; screen?: object | undefined }) =>
  kind === "linux" || screen !== undefined;
const MISSING_SCREEN = { path: ["screen"], message: "is missing" };
/** Screen of a device without one, because the value is required everywhere. */
const NO_SCREEN = { width: 1280, height: 800, density: 96 };
/** Fields of a redroid image, Android in a container. */
const Redroid = z.strictObject({
  privileged: z.literal(
    true,
    "must be true: Android in a container gets all rights on its engine's machine, so give it one of its own",
  ),
  gpu: z.enum(["auto", "guest", "host"], "must be auto, guest or host").default("auto"),
  fps: wholeNumber(1, 120).optional(),
  memfd: z.boolean("must be true or false").default(true),
  bootSeconds: wholeNumber(5, 900).default(100),
  storage: wholeNumber(512, 1_048_576).default(8_192),
});
/** Template fields of each provider. */
const KINDS = {
  embedded: z
    .strictObject({ ...OF_KINDS, provider: z.literal("embedded"), warm: WARM })
    .refine(hasItsScreen, MISSING_SCREEN),
  docker: z
    .strictObject({
      ...OF_KINDS,
      provider: z.literal("docker"),
      ...OF_IMAGES,
      processes: wholeNumber(32, 32_768).optional(),
      redroid: Redroid.optional(),
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
  kubernetes: z
    .strictObject({ ...OF_KINDS, ...OF_IMAGES, ...POD_FIELDS, provider: z.literal("kubernetes") })
    .refine(hasItsScreen, MISSING_SCREEN),
  adb: z.strictObject({
    ...COMMON,
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
};
export const PROVIDER_NAMES = ["embedded", "docker", "kubernetes", "adb"] as const satisfies ReadonlyArray<
  keyof typeof KINDS
>;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

const TemplateFile = z.strictObject({
  templates: z
    .array(
      z.discriminatedUnion(
        "provider",
        [KINDS.embedded, KINDS.docker, KINDS.kubernetes, KINDS.adb],
        `must be one of ${PROVIDER_NAMES.join(", ")}`,
      ),
    )
    .max(MAX_TEMPLATES, `must be at most ${MAX_TEMPLATES}`),
});

/**
 * Reads the operator's templates from a YAML or JSON file. Throws ConfigError with one line that names file, line and
 * field.
 */
export function readTemplateFile(setting: string, file: string, providers: readonly string[]): OperatorTemplate[] {
  const { text, writtenAt } = readText(setting, file);
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const fail = (line: number, words: string): never => {
    throw new ConfigError(`${setting} ${file}:${line}: ${words}`);
  };
  const [error] = document.errors;
  if (error) fail(lines.linePos(error.pos[0]).line, error.message.split("\n", 1)[0] ?? error.code);
  const failAt = (path: readonly PropertyKey[], words: string) =>
    fail(lines.linePos(offsetOf(document, path)).line, `${nameOf(path)} ${words}`);

  const parsed = TemplateFile.safeParse(
    toValue(document, (words) => fail(1, words)),
    { reportInput: true },
  );
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const unknown = issue?.code === "unrecognized_keys" ? issue.keys.slice(0, 1) : [];
    const path = [...(issue?.path ?? []), ...unknown];
    return failAt(path, unknown.length > 0 ? "is not known here" : wordsOf(issue));
  }
  const seen = new Set<string>();
  return parsed.data.templates.map((template, index) => {
    const { id, provider } = template;
    if (seen.has(id)) failAt(["templates", index, "id"], `"${id}" is there twice`);
    seen.add(id);
    if (!providers.includes(provider))
      failAt(["templates", index, "provider"], `${provider} is not among TERRARIUM_PROVIDERS`);
    const warm = ("warm" in template ? template.warm : undefined) ?? 0;
    const team = template.provider === "adb" ? template.team : undefined;
    return { id, provider, model: toModel(template), warm, organizationId: team, writtenAt };
  });
}

function toModel(template: z.infer<(typeof KINDS)[ProviderName]>): DeviceModel {
  const { name, cpu, memory: memoryMb, screen = NO_SCREEN } = template;
  const size = { widthPx: screen.width, heightPx: screen.height, densityDpi: screen.density };
  const kind = "kind" in template && template.kind !== "phone" ? template.kind : undefined;
  const common = { name, kind, cpu, memoryMb, ...size };
  switch (template.provider) {
    case "embedded":
      return common;
    case "docker": {
      const { image, processes: maxProcesses, redroid } = template;
      return { ...common, image, maxProcesses, redroid: redroid && toRedroid(redroid) };
    }
    case "adb":
      return { ...common, phones: template.phones };
    case "kubernetes":
      return { ...common, image: template.image, pod: toPodOptions(template) };
  }
}

const toRedroid = ({ bootSeconds, storage, ...boot }: z.infer<typeof Redroid>): RedroidSettings => ({
  ...boot,
  bootTimeoutMs: bootSeconds * 1000,
  storageMb: storage,
});

function readText(setting: string, file: string): { text: string; writtenAt: number } {
  try {
    const { size, mtimeMs } = statSync(file);
    if (size > MAX_FILE_BYTES) throw new Error(`it has more than ${MAX_FILE_BYTES} bytes`);
    return { text: readFileSync(file, "utf8"), writtenAt: Math.round(mtimeMs) };
  } catch (error) {
    throw new ConfigError(
      `${setting} ${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** The parser rejects aliases that expand too far. */
function toValue(document: Document, fail: (words: string) => never): unknown {
  try {
    return document.toJS();
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error));
  }
}

/** Returns the offset of a field, or of its parent if it is missing. */
function offsetOf(document: Document, path: readonly PropertyKey[]): number {
  for (let length = path.length; length >= 0; length--) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}

const nameOf = (path: readonly PropertyKey[]): string =>
  path.length === 0
    ? "the file"
    : path
        .map((part, index) => (typeof part === "number" ? `[${part}]` : `${index > 0 ? "." : ""}${String(part)}`))
        .join("");

function wordsOf(issue: z.core.$ZodIssue | undefined): string {
  const isMissing = issue?.code === "invalid_type" && issue.input === undefined;
  return isMissing ? "is missing" : (issue?.message ?? "is wrong");
}
