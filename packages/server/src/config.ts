import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import path from "node:path";
import { SANDBOXES_PER_USER } from "@terrarium/contract/limits";
import { readScrcpyServer, type ScrcpyServer } from "@terrarium/device-control/screen/scrcpy-server";
import { ALL_PROVIDERS } from "@terrarium/device-providers/all-providers";
import { megabytes } from "@terrarium/device-providers/megabytes";
import { parseEnvironment } from "@terrarium/device-providers/provider-definition";
import { type Egress, EGRESS_MODES } from "@terrarium/egress/egress";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import type { TraceSettings } from "@terrarium/platform/telemetry/tracing";
import { z } from "zod";
import { readTemplateFile, type OperatorTemplate } from "./templates/template-file.ts";

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
  providers: readonly [string, ...string[]];
  /** The operator's own templates. */
  templates: readonly OperatorTemplate[];
  /** Settings of each of `providers`, by its name. */
  providerSettings: Readonly<Record<string, unknown>>;
  /** For devices without a built-in screen mirror. Undefined: those send images. */
  scrcpyServer: ScrcpyServer | undefined;
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

const PROVIDER_NAMES = ALL_PROVIDERS.map(({ name }) => name);
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
  TERRARIUM_SCRCPY_SERVER: z.string().optional(),
  TERRARIUM_DEVICE_EGRESS: z.enum(EGRESS_MODES, `must be one of ${EGRESS_MODES.join(", ")}`).default("off"),
  TERRARIUM_WEBHOOK_EGRESS: z.enum(EGRESS_MODES, `must be one of ${EGRESS_MODES.join(", ")}`).default("public"),
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
  const env = parseEnvironment(Environment, environment);
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
    providerSettings: readProviderSettings(environment, env.TERRARIUM_PROVIDERS),
    scrcpyServer:
      env.TERRARIUM_SCRCPY_SERVER === undefined
        ? undefined
        : readScrcpyServer("TERRARIUM_SCRCPY_SERVER", env.TERRARIUM_SCRCPY_SERVER),
    deviceEgress: env.TERRARIUM_DEVICE_EGRESS,
    webhookEgress: env.TERRARIUM_WEBHOOK_EGRESS,
    deviceClock: env.TERRARIUM_DEVICE_CLOCK,
    standbyDevices: env.TERRARIUM_STANDBY_DEVICES,
    sandboxesPerUser: env.TERRARIUM_SANDBOXES_PER_USER,
    deviceStorageMb: env.TERRARIUM_DEVICE_STORAGE_MB,
    logLevel: env.LOG_LEVEL,
    traces: readTraces(env),
    checkResponses: env.NODE_ENV === "test",
  };
}

/** Checks the settings of all providers, and returns those of the configured ones. */
function readProviderSettings(environment: Record<string, string | undefined>, configured: readonly string[]) {
  const settings: Record<string, unknown> = {};
  for (const definition of ALL_PROVIDERS) {
    const env = parseEnvironment(definition.environment, environment);
    if (configured.includes(definition.name)) settings[definition.name] = definition.readSettings(env);
  }
  return settings;
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

/** The settings have OpenTelemetry's names (opentelemetry.io/docs/specs/otel/configuration). */
function readTraces(env: Environment): TraceSettings | undefined {
  if (env.OTEL_EXPORTER_OTLP_ENDPOINT === undefined) return undefined;
  return {
    endpoint: new URL(env.OTEL_EXPORTER_OTLP_ENDPOINT),
    serviceName: env.OTEL_SERVICE_NAME,
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
  };
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
