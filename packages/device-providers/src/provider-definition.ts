import { readFileSync, statSync } from "node:fs";
import type { Egress } from "@terrarium/egress/egress";
import { ConfigError } from "@terrarium/platform/base/config-error";
import type { Peers } from "@terrarium/platform/base/peers";
import type { Database } from "@terrarium/platform/db/database";
import { readOrCreateInstallId } from "@terrarium/platform/db/install-id";
import type { DataDisk } from "@terrarium/platform/disk/data-disk";
import type { SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import { z } from "zod";
import type { DeviceModel, DeviceProvider } from "./provider.ts";

const MAX_SECRET_FILE_BYTES = 65_536;

/** The server's parts and settings that providers use. */
export interface ProviderParts {
  /** Templates of this provider, with their numbers of standby devices. */
  templates: readonly { model: DeviceModel; warm: number }[];
  /** Network access of devices' apps. */
  egress: Egress;
  /** Fixed time of day of devices, for tests. */
  clock: string | undefined;
  /** Storage limit of a device. */
  storageMb: number;
  /** Encoder of devices' screens; undefined: each device chooses. */
  screenEncoder: string | undefined;
  dataDir: string;
  disk: DataDisk;
  db: Database;
  peers: Peers;
  box: SecretBox;
  log: Pick<FastifyBaseLogger, "debug" | "info" | "warn" | "error">;
}

/** The server whose settings `npm run provider-check` uses. */
export interface CheckedServer {
  dataDir: string;
  databaseUrl: string | undefined;
  secret: string | undefined;
  previousSecrets: readonly string[];
}

/** A provider's own part of `npm run provider-check`. */
export interface ProviderCheck {
  /** Parts to open the provider with, if they differ from those of a new installation. */
  parts?: ProviderParts;
  /** Ends a device as in a crash, if that is possible from outside. */
  crash?: (sandboxId: string) => Promise<void>;
  /** Removes what remains beside devices. Called after the provider has closed. */
  remove?: () => Promise<void>;
}

/** An operator's template: a device model, its standby devices, and the team that may use it. */
export interface ReadTemplate {
  model: DeviceModel;
  /** Number of started standby devices for the next sandboxes. Default: none. */
  warm?: number | undefined;
  /** The only team that may use it. Default: all teams. */
  organizationId?: string | undefined;
}

interface NamedTemplate {
  id: string;
  provider: string;
  description?: string | undefined;
}

/** Everything that the server knows about a provider before it opens it. `definition.ts` of its folder exports it. */
export interface ProviderDefinition<
  Settings = unknown,
  Environment = Record<string, unknown>,
  Template extends NamedTemplate = NamedTemplate,
> {
  /** Name in TERRARIUM_PROVIDERS, templates and sandboxes. */
  readonly name: string;
  /** Whether several servers see the same devices, as `DeviceProvider.shared`. */
  readonly shared: boolean;
  /** Whether its devices can be Linux sandboxes; the built-in templates of Linux kinds are offered then. */
  readonly hasLinux: boolean;
  /** Whether its devices are attached phones, which are real and fixed. A request for a tablet cannot get one. */
  readonly isAttached: boolean;
  /** Beginnings of the keys of the settings that it seals, each for the owner with the name of its key. */
  readonly sealedSettings?: readonly string[];
  /** Environment variables, with their entries in the documentation as metadata (server/src/environment.ts). */
  readonly environment: z.ZodObject & z.ZodType<Environment>;
  /** Fields of its templates; `template-fields.ts` has those that several providers share. */
  readonly template: z.core.$ZodTypeDiscriminable & z.ZodType<Template>;
  /** Returns the settings. Called only if it is configured. Throws ConfigError. */
  readSettings(environment: Environment): Settings;
  readTemplate(template: Template): ReadTemplate;
  /** Loads its code and opens it. Throws ConfigError. */
  open(settings: Settings, parts: ProviderParts): Promise<DeviceProvider>;
  /** Prepares a check of the provider as a new installation with these parts. Throws ConfigError. */
  prepareCheck?(settings: Settings, parts: ProviderParts, server: CheckedServer): Promise<ProviderCheck>;
}

/** Returns its argument, for the inference of its types. */
export const defineProvider = <Settings, Environment, Template extends NamedTemplate>(
  definition: ProviderDefinition<Settings, Environment, Template>,
): ProviderDefinition<Settings, Environment, Template> => definition;

/**
 * Parses the environment variables of a schema; an empty value counts as none. Variables with `isSecret` in their
 * metadata may be in a file that `<name>_FILE` names. Throws ConfigError with one line that names the first invalid
 * one.
 */
export function parseEnvironment<Environment>(
  schema: z.ZodObject & z.ZodType<Environment>,
  environment: Readonly<Record<string, string | undefined>>,
): Environment {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ""));
  for (const name of secretNames(schema)) {
    const file = given[fileNameOf(name)];
    if (file === undefined) continue;
    if (given[name] !== undefined) throw new ConfigError(`${name} must not be set, since ${fileNameOf(name)} is`);
    given[name] = readSecretFile(fileNameOf(name), file);
  }
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new ConfigError(`${String(issue?.path[0])} ${issue?.message}`);
}

/** Returns a provider's settings from the environment. Throws ConfigError. */
export const readSettings = <Settings, Environment>(
  {
    environment: schema,
    readSettings: read,
  }: Pick<ProviderDefinition<Settings, Environment>, "environment" | "readSettings">,
  environment: Readonly<Record<string, string | undefined>>,
): Settings => read(parseEnvironment(schema, environment));

/** Returns options for all providers that start devices. */
export const startingOptions = ({ templates, egress, clock, storageMb, screenEncoder, log }: ProviderParts) => ({
  warm: templates.map(({ model, warm: size }) => ({ model, size })),
  egress,
  clock,
  storageMb,
  screenEncoder,
  log,
});

/** Returns options for providers with shared devices: one of several servers starts the standby devices. */
export const sharingOptions = async (parts: ProviderParts) => ({
  ...startingOptions(parts),
  ...(parts.peers.mayBeSeveral && { mayFill: () => parts.peers.leadership.isLeader() }),
  installId: await readOrCreateInstallId(parts.db),
});

/** Returns all variables that a schema reads: its keys, and those that name the file of a secret. */
export const variablesOf = (schema: z.ZodObject): string[] => [
  ...Object.keys(schema.shape),
  ...secretNames(schema).map(fileNameOf),
];

const fileNameOf = (name: string): string => `${name}_FILE`;

const secretNames = ({ shape }: z.ZodObject): string[] =>
  Object.entries(shape).flatMap(([name, field]) => ((field as z.ZodType).meta()?.["isSecret"] === true ? [name] : []));

/** Returns the text of a file without the line break at its end. Throws ConfigError. */
function readSecretFile(variable: string, file: string): string {
  const text = readSmallFile(variable, file).replace(/\r?\n$/, "");
  if (text === "") throw new ConfigError(`${variable} must name a file with a text: ${file} is empty`);
  return text;
}

function readSmallFile(variable: string, file: string): string {
  try {
    if (statSync(file).size <= MAX_SECRET_FILE_BYTES) return readFileSync(file, "utf8");
  } catch (error) {
    throw new ConfigError(`${variable} must name a readable file: ${(error as Error).message}`);
  }
  throw new ConfigError(`${variable} must name a file of at most ${MAX_SECRET_FILE_BYTES} bytes: ${file} is larger`);
}
