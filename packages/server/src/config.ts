import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import path from "node:path";
import { readScrcpyServer, type ScrcpyServer } from "@terrarium/device-control/screen/scrcpy-server";
import { ALL_PROVIDERS } from "@terrarium/device-providers/all-providers";
import { parseEnvironment } from "@terrarium/device-providers/provider-definition";
import type { Egress } from "@terrarium/egress/egress";
import { ConfigError } from "@terrarium/platform/base/config-error";
import { isLoopbackHost } from "@terrarium/platform/base/loopback-host";
import type { TraceSettings } from "@terrarium/platform/telemetry/tracing";
import type { ScreenEncoderName } from "@terrarium/scrcpy/screen-encoders";
import { Environment } from "./environment.ts";
import { readTemplateFile, type OperatorTemplate } from "./templates/template-file.ts";
import { refuseUnknownSettings } from "./unknown-settings.ts";

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
  /** The domain whose names are the origins of boxes' ports. Undefined: there is none. */
  portDomain: string | undefined;
  /** Addresses and address blocks of the proxies that may report the caller's address. */
  trustedProxies: readonly string[];
  /** Source of the keys for encrypted columns. Without it, one is created and kept in the data directory. */
  secret: string | undefined;
  /** Earlier secrets, whose texts are still read, and sealed again with `secret`. */
  previousSecrets: readonly string[];
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
  logLevel: Environment["LOG_LEVEL"];
  /** Encoder of devices' screens. Undefined: each device chooses. */
  screenEncoder: ScreenEncoderName | undefined;
  /** Target of request traces. Undefined: none are sent. */
  traces: TraceSettings | undefined;
  /** Whether responses are checked against the contract. */
  checkResponses: boolean;
}

/** Limit of a legal text: those of large companies have a fifth of it. */
const MAX_TEXT_BYTES = 262_144;
/** A proxy on this machine. */
const LOOPBACK = ["127.0.0.0/8", "::1/128"];

/** Reads and checks the settings; an empty value counts as none. Throws ConfigError. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  refuseUnknownSettings(environment);
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
    portDomain: readPortDomain(env, publicUrl),
    trustedProxies: env.TERRARIUM_TRUSTED_PROXIES ?? (publicUrl ? LOOPBACK : []),
    secret: env.TERRARIUM_SECRET,
    previousSecrets: env.TERRARIUM_SECRET_PREVIOUS ?? [],
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
    screenEncoder: env.TERRARIUM_SCREEN_ENCODER,
    logLevel: env.LOG_LEVEL,
    traces: readTraces(env),
    checkResponses: env.NODE_ENV === "test",
  };
}

/** A console below the domain could be taken for a port, and its cookies would be those of a parent of all ports. */
function readPortDomain(
  { TERRARIUM_PORT_DOMAIN: domain }: Environment,
  publicUrl: URL | undefined,
): string | undefined {
  if (domain === undefined)
    return publicUrl === undefined || isLoopbackHost(publicUrl.hostname) ? "localhost" : undefined;
  if (publicUrl?.hostname === domain || publicUrl?.hostname.endsWith(`.${domain}`))
    throw new ConfigError(`TERRARIUM_PORT_DOMAIN ${domain} contains PUBLIC_URL's host: use another domain for ports`);
  return domain;
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
