/** The parts of a JSON schema that examples are made from. */
export interface JsonSchema {
  type?: string | string[];
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  examples?: readonly unknown[];
  format?: string;
  minimum?: number;
  minLength?: number;
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  prefixItems?: readonly JsonSchema[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
}

const TIME = "2026-11-21T09:41:07.000Z";
const BOX_ID = "sbx_0mi5w4p0nq7k2x9d4hzt";
const TEAM_ID = "org_0mhzz3v1r5b8y0c6m2ea";

/** Realistic values by field name, for schemas that only define a kind of text. */
const BY_NAME: Readonly<Record<string, unknown>> = {
  organizationId: TEAM_ID,
  sandboxId: BOX_ID,
  boxId: BOX_ID,
  uid: BOX_ID,
  apiKeyId: "key_0mi5w5a2bq1d8s3f7gkw",
  webhookId: "whk_0mi5w5c4dt9e6r2h1jmv",
  deliveryId: "evt_0mi5w7b3fs5n1g8k6qwe",
  inviteId: "inv_0mi5w7d5gt7p3j0m8rye",
  invoiceId: "ivc_0mi5w7f7hv9r5l2o0tae",
  userId: "usr_0mi5w7h9jx1t7n4q2vce",
  objectId: "obj_0mi5w6a1cr8l3y0e5jzv",
  tokenId: "bxt_0mi5w7k1lz3v9p6s4xee",
  tabId: "1B5D1E0D2C6A4F0B9E8D7C6B5A493827",
  packageName: "com.terrarium.notes",
  snapshotName: "tools",
  albumName: "Holidays",
  mediaName: "beach.png",
  name: "checkout-test",
  templateId: "tpl_phone",
  templateName: "Phone",
  url: "https://example.com/hooks",
  expiresIn: "10m",
  oldSecretFor: "24h",
  text: "hello",
  code: "console.log(1)",
  inviteCode: "7K2M-Q4XV-9PDA-T3ZN",
  path: "/sdcard/Download/notes.txt",
  labels: { run: "4812" },
  metadata: { run: "4812" },
  envs: { LANG: "en" },
  key: "home",
};

/** Returns the simplest value that a schema accepts. Includes an object's optional fields only if `isWhole`. */
export function exampleOf(schema: JsonSchema, isWhole: boolean, name = ""): unknown {
  if (schema.examples?.[0] !== undefined) return schema.examples[0];
  if (schema.const !== undefined) return schema.const;
  if (schema.enum?.[0] !== undefined) return schema.enum[0];
  const choice = (schema.anyOf ?? schema.oneOf)?.[0];
  if (choice !== undefined) return exampleOf(choice, isWhole, name);
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (BY_NAME[name] !== undefined && (type === "string" || type === "object") && !schema.properties)
    return BY_NAME[name];
  if (schema.default !== undefined) return schema.default;
  switch (type) {
    case "object":
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([key]) => isWhole || schema.required?.includes(key))
          .map(([key, value]) => [key, exampleOf(value, isWhole, key)]),
      );
    case "array":
      return schema.prefixItems?.map((item) => exampleOf(item, isWhole)) ?? [exampleOf(schema.items ?? {}, isWhole)];
    case "integer":
    case "number":
      return Math.max(schema.minimum ?? 1, 1);
    case "boolean":
      return true;
    case "null":
      return null;
    case "string":
      return textOf(schema, name);
    default:
      return {};
  }
}

function textOf({ format, minLength = 1 }: JsonSchema, name: string): string {
  if (format === "date-time") return TIME;
  if (format === "uri") return "https://example.com/";
  return (name === "id" ? BOX_ID : "text").padEnd(minLength, "x");
}
