import { isUtf8 } from "node:buffer";
import { existsSync, readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { SANDBOXES_PER_USER } from "@terrarium/contract/limits";
import { readScrcpyServer, type ScrcpyServer } from "@terrarium/device-control/screen/scrcpy-server";
import type { ResetSettings } from "@terrarium/device-providers/adb/phone-reset";
import { readRoute } from "@terrarium/device-providers/adb/phone-route";
import { BUILT_IMAGES } from "@terrarium/device-providers/device-image";
import { readEngineAddress, type EngineAddress } from "@terrarium/device-providers/docker/engine-address";
import type { ClusterAddress } from "@terrarium/device-providers/kubernetes/connection";
import { POD_OBJECTS, type PodObjects } from "@terrarium/device-providers/kubernetes/pod-settings";
import { type Egress, egressModes } from "@terrarium/egress/egress";
import { ConfigError } from "@terrarium/platform/base/config-error";
import type { DeviceAddress } from "@terrarium/platform/base/device-address";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import type { TraceSettings } from "@terrarium/platform/telemetry/tracing";
import { z } from "zod";
import {
  PROVIDER_NAMES,
  readTemplateFile,
  type OperatorTemplate,
  type ProviderName,
} from "./templates/template-file.ts";

interface DockerSettings {
  address: EngineAddress;
  /** Image of devices with a template that names none. */
  image: string;
  /** Address of the engine's machine that publishes ADB. undefined: containers' own addresses are used. */
  publish: string | undefined;
}

interface KubernetesSettings {
  address: ClusterAddress;
  /** Namespace of devices' Pods. */
  namespace: string;
  /** Image of devices with a template that names none. */
  image: string;
  /** Folder of the nodes' seccomp profiles for Linux sandboxes. undefined: the runtime's default is used. */
  seccompFolder: string | undefined;
  /** Kind of objects that create devices' Pods. */
  objects: PodObjects;
}

interface AdbSettings {
  /** Adb servers; all of their devices are used. */
  servers: readonly DeviceAddress[];
  /** Devices with a direct connection. */
  devices: readonly DeviceAddress[];
  reset: ResetSettings;
}

interface OAuthApp {
  clientId: string;
  clientSecret: string;
}

/** All settings from the environment. */
export interface Config {
  host: string;
  port: number;
  dataDir: string;
  /** PostgreSQL. Without it, SQLite in the data directory. */
  databaseUrl: string | undefined;
  /** The origin that browsers use to reach the server, if it differs from the requested one. */
  publicUrl: URL | undefined;
  /** Addresses and address blocks of the proxies that may report the caller's address. */
  trustedProxies: readonly string[];
  /** Source of the keys for encrypted columns. Without it, one is created and kept in the data directory. */
  secret: string | undefined;
  github: OAuthApp | undefined;
  google: OAuthApp | undefined;
  /**
   * Whether any name may sign in without proof: only without an OAuth app, if only this machine can reach the server.
   */
  localIdentityProvider: boolean;
  /** The host (or host:port) of the origin that requires an invite code from users. */
  alphaHost: string | undefined;
  /** Undefined: mail goes to an outbox folder in the data directory. */
  smtpUrl: string | undefined;
  /** Markdown of the operator's terms of service and privacy policy. undefined: none is published. */
  legalTexts: { terms: string | undefined; privacy: string | undefined };
  /** The sender of mail, as `Name <address>`. */
  mailFrom: string;
  /** Undefined: the server sells no plan. */
  stripe: { secretKey: string; webhookSecret: string } | undefined;
  /** Providers of devices. The first one is for the initial templates of every installation. */
  providers: readonly [ProviderName, ...ProviderName[]];
  /** The operator's own templates. */
  templates: readonly OperatorTemplate[];
  /** Settings of the provider docker. Undefined: not configured. */
  docker: DockerSettings | undefined;
  /** Settings of the provider adb. Undefined: not configured. */
  adb: AdbSettings | undefined;
  /** For devices without a built-in screen mirror. Undefined: those send images. */
  scrcpyServer: ScrcpyServer | undefined;
  /** Settings of the provider kubernetes. Undefined: not configured. */
  kubernetes: KubernetesSettings | undefined;
  /** Network access of teams' webhooks. */
  webhookEgress: Egress;
  /** Network access of devices' apps. */
  deviceEgress: Egress;
  /** Fixed time of day of devices, for tests. */
  deviceClock: string | undefined;
  /** Number of standby devices of the default template. */
  standbyDevices: number;
  /** Limit of a person's sandboxes in all teams on the free plan together. */
  sandboxesPerUser: number;
  /** Storage limit of a device. */
  deviceStorageMb: number;
  /** Root file system of embedded Linux sandboxes. Undefined: this machine's own. */
  linuxRoot: string | undefined;
  /** Limit of an embedded device's own memory. */
  deviceMemoryMb: number;
  logLevel: (typeof LOG_LEVELS)[number];
  /** Target of request traces. Undefined: none are sent. */
  traces: TraceSettings | undefined;
  /** Whether responses are checked against the contract. */
  checkResponses: boolean;
}

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
const MIN_SECRET_CHARS = 32;
/** Limit of a legal text: those of large companies have a fifth of it. */
const MAX_TEXT_BYTES = 262_144;
/** A proxy on this machine. */
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

const httpUrl = z.url({ protocol: /^https?$/, error: "must be an http or https address" });

const MAX_MEGABYTES = 1_048_576;
/** A number of megabytes from `min`. */
function megabytes(min: number, usual: number) {
  const error = `must be a number from ${min} to ${MAX_MEGABYTES}`;
  const text = z.string().regex(/^\d{1,7}$/, error);
  const number = text.transform(Number).refine((value) => value >= min && value <= MAX_MEGABYTES, error);
  return number.default(usual);
}

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

const Provider = z.enum(PROVIDER_NAMES, `must list some of ${PROVIDER_NAMES.join(", ")}`);

const Environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, "must be a port number from 0 to 65535")
    .transform(Number)
    .refine((port) => port <= 65_535, "must be a port number from 0 to 65535")
    .default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  TERRARIUM_DATA_DIR: z.string().min(1).default(".terrarium"),
  // Not z.url(), because PostgreSQL accepts an address without a host, for a unix socket.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, "must be an address such as postgresql://user:password@host/database")
    .optional(),
  PUBLIC_URL: httpUrl.refine((url) => new URL(url).pathname === "/", "must be an origin, without a path").optional(),
  TERRARIUM_TRUSTED_PROXIES: z
    .string()
    .transform((list) => list.split(",").map((entry) => entry.trim()))
    .superRefine((entries, context) => {
      const bad = entries.find((entry) => !isAddressBlock(entry));
      if (bad !== undefined) {
        const remedy = "must list addresses or address blocks, such as 10.0.0.7,192.168.4.0/24";
        context.addIssue({ code: "custom", message: `${remedy}: "${bad}" is none` });
      }
    })
    .optional(),
  TERRARIUM_SECRET: z.string().min(MIN_SECRET_CHARS, `must have at least ${MIN_SECRET_CHARS} characters`).optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  ALPHA_HOST: z
    .string()
    .toLowerCase()
    .refine((host) => URL.canParse(`http://${host}`) && new URL(`http://${host}`).host === host, {
      error: "must be a host name, or host:port",
    })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: "must be an address such as smtp://user:password@host:587" })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>"\r\n]* <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be an address, or Name <address>")
    .optional(),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  TERRARIUM_PROVIDERS: z
    .string()
    .default("embedded")
    .transform((list) => [...new Set(list.split(",").map((name) => name.trim()))])
    .pipe(z.tuple([Provider], Provider)),
  TERRARIUM_TEMPLATES: z.string().optional(),
  DOCKER_HOST: z.string().optional(),
  DOCKER_CERT_PATH: z.string().optional(),
  TERRARIUM_DOCKER_IMAGE: z.string().default(BUILT_IMAGES),
  TERRARIUM_DOCKER_PUBLISH: z
    .string()
    .refine((text) => isIP(text) !== 0, "must be an address of the engine's machine, such as 127.0.0.1")
    .optional(),
  TERRARIUM_ADB_SERVERS: addressList,
  TERRARIUM_ADB_DEVICES: addressList,
  TERRARIUM_ADB_RESET_COMMAND: z
    .string()
    .refine((text) => path.isAbsolute(text), "must be the path of a program")
    .optional(),
  TERRARIUM_ADB_REBOOT: z.enum(["on", "off"], "must be on or off").default("off"),
  TERRARIUM_SCRCPY_SERVER: z.string().optional(),
  KUBECONFIG: z.string().optional(),
  KUBERNETES_SERVICE_HOST: z.string().optional(),
  TERRARIUM_KUBERNETES_NAMESPACE: z
    .string()
    .regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "must be the name of a namespace")
    .default("terrarium-devices"),
  TERRARIUM_KUBERNETES_IMAGE: z.string().default(BUILT_IMAGES),
  TERRARIUM_KUBERNETES_OBJECTS: z.enum(POD_OBJECTS, `must be one of ${POD_OBJECTS.join(", ")}`).default("auto"),
  TERRARIUM_KUBERNETES_SECCOMP: z
    .string()
    .regex(/^[\w.-]+(\/[\w.-]+)*$/, "must be a folder within the kubelet's own for profiles, such as terrarium")
    .optional(),
  TERRARIUM_DEVICE_EGRESS: z.enum(egressModes, `must be one of ${egressModes.join(", ")}`).default("off"),
  TERRARIUM_WEBHOOK_EGRESS: z.enum(egressModes, `must be one of ${egressModes.join(", ")}`).default("public"),
  TERRARIUM_DEVICE_CLOCK: z.iso
    .datetime({ offset: true, error: "must be a time such as 2026-03-04T09:41:00Z" })
    .optional(),
  TERRARIUM_STANDBY_DEVICES: z.string().regex(/^\d$/, "must be a number from 0 to 9").transform(Number).default(1),
  TERRARIUM_SANDBOXES_PER_USER: z
    .string()
    .regex(/^[1-9]\d{0,5}$/, "must be a number from 1 to 999999")
    .transform(Number)
    .default(SANDBOXES_PER_USER),
  TERRARIUM_DEVICE_STORAGE_MB: megabytes(16, 512),
  TERRARIUM_DEVICE_MEMORY_MB: megabytes(128, 512),
  TERRARIUM_LINUX_ROOT: z
    .string()
    .refine(
      (folder) => existsSync(path.join(folder, "usr", "bin", "sh")),
      "must be the folder of a root file system, such as `npm run setup-desktops -- --root FOLDER` makes",
    )
    .optional(),
  TERRARIUM_TERMS_FILE: z.string().optional(),
  TERRARIUM_PRIVACY_FILE: z.string().optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl.optional(),
  OTEL_SERVICE_NAME: z.string().default("terrarium"),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, "must be a share from 0 to 1, such as 0.1")
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(", ")}`).default("info"),
  NODE_ENV: z.string().optional(),
});
type Environment = z.infer<typeof Environment>;

/** Reads and checks the settings; an empty value counts as none. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
  }
  const env = parsed.data;
  const github = readOAuthApp(env, "GITHUB");
  const google = readOAuthApp(env, "GOOGLE");
  const publicUrl = env.PUBLIC_URL === undefined ? undefined : new URL(env.PUBLIC_URL);
  const localIdentityProvider = !github && !google;
  if (localIdentityProvider) requireLoopback(env.HOST, publicUrl);
  return {
    host: env.HOST,
    port: env.PORT,
    dataDir: path.resolve(env.TERRARIUM_DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    publicUrl,
    trustedProxies: env.TERRARIUM_TRUSTED_PROXIES ?? (publicUrl ? LOOPBACK : []),
    secret: env.TERRARIUM_SECRET,
    github,
    google,
    localIdentityProvider,
    alphaHost: env.ALPHA_HOST,
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM ?? `Terrarium <noreply@${publicUrl?.hostname ?? "localhost"}>`,
    legalTexts: { terms: readText(env, "TERRARIUM_TERMS_FILE"), privacy: readText(env, "TERRARIUM_PRIVACY_FILE") },
    stripe: readStripe(env),
    providers: env.TERRARIUM_PROVIDERS,
    templates:
      env.TERRARIUM_TEMPLATES === undefined
        ? []
        : readTemplateFile("TERRARIUM_TEMPLATES", env.TERRARIUM_TEMPLATES, env.TERRARIUM_PROVIDERS),
    docker: env.TERRARIUM_PROVIDERS.includes("docker") ? readDocker(env) : undefined,
    adb: env.TERRARIUM_PROVIDERS.includes("adb") ? readAdb(env) : undefined,
    scrcpyServer:
      env.TERRARIUM_SCRCPY_SERVER === undefined
        ? undefined
        : readScrcpyServer("TERRARIUM_SCRCPY_SERVER", env.TERRARIUM_SCRCPY_SERVER),
    kubernetes: env.TERRARIUM_PROVIDERS.includes("kubernetes") ? readKubernetes(env) : undefined,
    deviceEgress: env.TERRARIUM_DEVICE_EGRESS,
    webhookEgress: env.TERRARIUM_WEBHOOK_EGRESS,
    deviceClock: env.TERRARIUM_DEVICE_CLOCK,
    standbyDevices: env.TERRARIUM_STANDBY_DEVICES,
    sandboxesPerUser: env.TERRARIUM_SANDBOXES_PER_USER,
    deviceStorageMb: env.TERRARIUM_DEVICE_STORAGE_MB,
    deviceMemoryMb: env.TERRARIUM_DEVICE_MEMORY_MB,
    linuxRoot: env.TERRARIUM_LINUX_ROOT && path.resolve(env.TERRARIUM_LINUX_ROOT),
    logLevel: env.LOG_LEVEL,
    traces: readTraces(env),
    checkResponses: env.NODE_ENV === "test",
  };
}

function readOAuthApp(env: Environment, provider: "GITHUB" | "GOOGLE"): OAuthApp | undefined {
  const clientId = env[`${provider}_CLIENT_ID`];
  const clientSecret = env[`${provider}_CLIENT_SECRET`];
  if (clientId === undefined && clientSecret === undefined) return undefined;
  if (clientId === undefined)
    throw new ConfigError(`${provider}_CLIENT_ID must be set, since ${provider}_CLIENT_SECRET is`);
  if (clientSecret === undefined)
    throw new ConfigError(`${provider}_CLIENT_SECRET must be set, since ${provider}_CLIENT_ID is`);
  return { clientId, clientSecret };
}

/** Returns the text of the file named by a setting. */
function readText(env: Environment, name: "TERRARIUM_TERMS_FILE" | "TERRARIUM_PRIVACY_FILE"): string | undefined {
  const file = env[name];
  if (file === undefined) return undefined;
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    throw new ConfigError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (bytes.length > MAX_TEXT_BYTES) throw new ConfigError(`${name} ${file} has more than ${MAX_TEXT_BYTES} bytes`);
  if (!isUtf8(bytes)) throw new ConfigError(`${name} ${file} is not UTF-8 text`);
  const text = bytes.toString("utf8").trim();
  if (text === "") throw new ConfigError(`${name} ${file} is empty`);
  return text;
}

function readDocker(env: Environment): DockerSettings {
  const address = readEngineAddress(env.DOCKER_HOST, env.DOCKER_CERT_PATH);
  const publish = env.TERRARIUM_DOCKER_PUBLISH;
  if (!("socketPath" in address) && publish === undefined)
    throw new ConfigError(
      "TERRARIUM_DOCKER_PUBLISH must be set, since DOCKER_HOST is another machine: to its address in a network that only this server reaches",
    );
  return { address, image: env.TERRARIUM_DOCKER_IMAGE, publish };
}

/** The settings have OpenTelemetry's names (opentelemetry.io/docs/specs/otel/configuration). */
function readTraces(env: Environment): TraceSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    endpoint: new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
}

function readKubernetes(env: Environment): KubernetesSettings {
  if (env.KUBECONFIG === undefined && env.KUBERNETES_SERVICE_HOST === undefined)
    throw new ConfigError(
      "KUBECONFIG must be set to a kubeconfig file, since the server does not run in a cluster itself",
    );
  return {
    address: { kubeconfig: env.KUBECONFIG },
    namespace: env.TERRARIUM_KUBERNETES_NAMESPACE,
    image: env.TERRARIUM_KUBERNETES_IMAGE,
    seccompFolder: env.TERRARIUM_KUBERNETES_SECCOMP,
    objects: env.TERRARIUM_KUBERNETES_OBJECTS,
  };
}

function readAdb(env: Environment): AdbSettings {
  const { TERRARIUM_ADB_SERVERS: servers, TERRARIUM_ADB_DEVICES: devices } = env;
  if (servers.length + devices.length === 0)
    throw new ConfigError(
      "TERRARIUM_ADB_SERVERS or TERRARIUM_ADB_DEVICES must say where the phones of provider adb are",
    );
  const reset = { command: env.TERRARIUM_ADB_RESET_COMMAND, reboots: env.TERRARIUM_ADB_REBOOT === "on" };
  return { servers, devices, reset };
}

function readStripe(env: Environment): Config["stripe"] {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret } = env;
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined) throw new ConfigError("STRIPE_SECRET_KEY must be set, since STRIPE_WEBHOOK_SECRET is");
  if (webhookSecret === undefined)
    throw new ConfigError("STRIPE_WEBHOOK_SECRET must be set, since STRIPE_SECRET_KEY is");
  return { secretKey, webhookSecret };
}

/**
 * Without an OAuth app, anyone who reaches the server can sign in under any name, so only this machine may reach it.
 */
function requireLoopback(host: string, publicUrl: URL | undefined): void {
  const remedy =
    "without an OAuth app anybody could sign in; set GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET (or GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET)";
  if (!isLoopbackHost(host))
    throw new ConfigError(`HOST ${host} is reachable from other machines, and ${remedy}, or HOST=127.0.0.1`);
  if (publicUrl && !isLoopbackHost(publicUrl.hostname)) {
    throw new ConfigError(
      `PUBLIC_URL ${publicUrl.origin} is reachable from other machines, and ${remedy}, or unset PUBLIC_URL`,
    );
  }
}

/** Whether it is an IP address, optionally with a prefix length: 10.0.0.0/8, fd00::/8. */
function isAddressBlock(text: string): boolean {
  const [address = "", bits, ...rest] = text.split("/");
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (version === 4 ? 32 : 128))
  );
}
