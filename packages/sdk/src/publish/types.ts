import { installBoxPackage } from "@terrarium/contract/box-apps";
import { Box, createBox, listBoxes } from "@terrarium/contract/boxes";
import type { Endpoint } from "@terrarium/contract/endpoint";
import { createSnapshot, listSnapshots, Snapshot } from "@terrarium/contract/snapshots";
import { Template } from "@terrarium/contract/template";
import { UiSelector } from "@terrarium/contract/ui-selector";
import { createWebhook, updateWebhook, Webhook, WebhookDelivery } from "@terrarium/contract/webhooks";
import { compile, type JSONSchema } from "json-schema-to-typescript";
import { z } from "zod";
import type { CallTable } from "../bind.ts";
import { BOX_CALLS, BOX_CHANGES, BOX_GROUPS } from "../box-calls.ts";

type Direction = "input" | "output";
type Definitions = Record<string, JSONSchema>;

const pascal = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** Returns a declaration file with the types of all calls in the tables. It imports CallOptions and Box from `main`. */
export async function typesOfCalls(main: string): Promise<string> {
  const definitions: Definitions = {
    BoxFields: schemaOf(Box, "output"),
    CreateBoxInput: withoutNames(schemaOf(createBox.body, "input"), ["type"]),
    ListBoxesQuery: schemaOf(listBoxes.query, "input"),
    InstalledPackage: schemaOf(installBoxPackage.response, "output"),
    BoxList: withoutNames(schemaOf(listBoxes.response, "output"), ["data"]),
    Snapshot: schemaOf(Snapshot, "output"),
    CreateSnapshotInput: schemaOf(createSnapshot.body, "input"),
    ListSnapshotsQuery: schemaOf(listSnapshots.query, "input"),
    SnapshotList: schemaOf(listSnapshots.response, "output"),
    Template: schemaOf(Template, "output"),
    WaitForInput: schemaOf(z.union([UiSelector, z.string()]), "input"),
    Webhook: schemaOf(Webhook, "output"),
    WebhookWithSecret: schemaOf(createWebhook.response, "output"),
    WebhookDelivery: schemaOf(WebhookDelivery, "output"),
    CreateWebhookInput: schemaOf(createWebhook.body, "input"),
    UpdateWebhookInput: withoutNames(schemaOf(updateWebhook.body, "input"), ["webhookId"]),
  };
  const interfaces = [
    interfaceOf("BoxChanges", BOX_CHANGES, definitions, () => "Box"),
    interfaceOf("BoxCalls", BOX_CALLS, definitions),
    ...Object.entries(BOX_GROUPS).map(([name, table]) => interfaceOf(`Box${pascal(name)}`, table, definitions)),
    `export interface BoxGroups {\n${Object.keys(BOX_GROUPS)
      .map((name) => `  readonly ${name}: Box${pascal(name)};`)
      .join("\n")}\n}\n`,
  ];
  const types = await compile({ definitions }, "Definitions", {
    additionalProperties: false,
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    unreachableDefinitions: true,
  });
  // The compiler refers to each type as a member of the schema that contains all of them.
  const own = types
    .replace(/export interface Definitions \{[^}]*\}\n/, "")
    .replaceAll(/\/\*\*\n \* This interface was referenced by [^/]*\*\/\n/g, "");
  return [`import type { Box, CallOptions } from "${main}";\n`, ...interfaces, own].join("\n");
}

/** Returns the interface of a table's methods. Adds the types of their inputs and responses to the definitions. */
function interfaceOf(
  name: string,
  table: CallTable,
  definitions: Definitions,
  answerOf?: (endpoint: Endpoint) => string,
): string {
  const methods = Object.entries(table).map(([method, endpoint]) => {
    const input = inputSchemaOf(endpoint);
    const isBytes = endpoint.response instanceof z.ZodUnknown;
    const named = { input: `${name}${pascal(method)}Input`, output: `${name}${pascal(method)}Output` };
    if (input) definitions[named.input] = input;
    const answer = answerOf?.(endpoint) ?? (isBytes ? "Uint8Array" : named.output);
    if (answer === named.output) definitions[named.output] = schemaOf(endpoint.response, "output");
    const given = `input${hasRequired(input) ? "" : "?"}: ${input ? named.input : "Record<string, never>"}`;
    return `  /** ${endpoint.summary} */\n  ${method}(${given}, options?: CallOptions): Promise<${answer}>;`;
  });
  return `export interface ${name} {\n${methods.join("\n")}\n}\n`;
}

/** Returns the schema of the path parameters, without the box's id, and of the fields of body or query. */
function inputSchemaOf(endpoint: Endpoint): JSONSchema | undefined {
  const params = endpoint.params ? withoutNames(schemaOf(endpoint.params, "input"), ["boxId"]) : {};
  const sent = endpoint.body ?? endpoint.query;
  const parts = [params, ...(sent ? [schemaOf(sent, "input")] : [])].filter(
    (part) => part.type !== "object" || Object.keys(part.properties ?? {}).length > 0,
  );
  const [first, ...others] = parts.filter((part) => Object.keys(part).length > 0);
  return others.length > 0 ? { allOf: [first, ...others] as JSONSchema[] } : first;
}

function hasRequired({ required, anyOf, allOf }: JSONSchema = {}): boolean {
  const areRequired = Array.isArray(required) && required.length > 0;
  const isNoAlternativeEmpty = anyOf !== undefined && anyOf.every(hasRequired);
  return areRequired || isNoAlternativeEmpty || (allOf ?? []).some(hasRequired);
}

function schemaOf(schema: z.ZodType | undefined, io: Direction): JSONSchema {
  if (schema === undefined) return {};
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    reused: "inline",
    target: "draft-4",
  });
  return json as JSONSchema;
}

function withoutNames(schema: JSONSchema, names: readonly string[]): JSONSchema {
  const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name));
  const required = (Array.isArray(schema.required) ? schema.required : []).filter((name) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties), required };
}
