import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { z } from "zod";

type Contract = Record<string, unknown>;
type Json = z.core.JSONSchema.BaseSchema;

const CONTRACT = "packages/contract/src";
const IMPORT = /^(?:import|export) (?!type\b)[^;]*?from "([^"]+)";/gms;

/** The modules of the contract that the console loads: what it imports, and what they import. */
function findLoaded(): Set<string> {
  const loaded = new Set<string>();
  const follow = (file: string) => {
    if (loaded.has(file)) return;
    loaded.add(file);
    for (const [, name = ""] of readFileSync(file, "utf8").matchAll(IMPORT)) {
      if (name.startsWith("@terrarium/"))
        follow(name.replace(/^@terrarium\/([\w-]+)/, "packages/$1/src").concat(".ts"));
      else if (name.startsWith("./") && file.startsWith("packages/")) follow(path.join(path.dirname(file), name));
    }
  };
  for (const file of globSync("apps/web/src/**/*.{ts,tsx}")) if (!/\.test\.|\/testing\//.test(file)) follow(file);
  return loaded;
}

const loaded = findLoaded();
const files = import.meta.glob<Contract>("../../../../packages/contract/src/!(*.test).ts");
const load = async () =>
  Promise.all(
    Object.entries(files).flatMap(([file, open]) => (loaded.has(`${CONTRACT}/${path.basename(file)}`) ? [open()] : [])),
  );
const isSchema = (value: unknown): value is z.ZodType =>
  typeof value === "object" && value !== null && "safeParse" in value;

/** The contract's schemas by their names: those it exports, and those of the answers of its calls. */
const schemasOf = (contract: readonly Contract[]) =>
  new Map(
    contract
      .flatMap((file) => Object.entries(file))
      .map(([name, value]) => [name, answerOf(value) ?? value] as const)
      .filter((entry): entry is [string, z.ZodType] => isSchema(entry[1])),
  );
const answerOf = (value: unknown) =>
  typeof value === "object" && value !== null && "response" in value ? value.response : undefined;

const real = schemasOf(await load());
vi.resetModules();
vi.doMock("zod", () => import("./small-zod.ts"));
const small = schemasOf(await load());
// Other files of tests in this process load the contract too.
vi.doUnmock("zod");
vi.resetModules();

/** A value that a JSON schema lets pass. */
function sample(schema: Json | boolean): unknown {
  if (typeof schema === "boolean") return "anything";
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined) return schema.enum[0];
  const either = schema.anyOf ?? schema.oneOf;
  if (either?.[0] !== undefined) return sample(either[0]);
  switch (schema.type) {
    case "object":
      return Object.fromEntries(Object.entries(schema.properties ?? { a: {} }).map(([key, of]) => [key, sample(of)]));
    case "array":
      return schema.prefixItems === undefined
        ? [sample(schema.items === undefined || Array.isArray(schema.items) ? true : schema.items)]
        : schema.prefixItems.map((item) => sample(item));
    case "integer":
    case "number":
      return schema.minimum ?? 3;
    case "boolean":
      return true;
    default:
      return sampleText(schema);
  }
}

function sampleText({ format, minLength = 0 }: Json): string {
  if (format === "date-time") return "2026-11-21T09:41:07.000Z";
  return format === "uri" ? "https://example.com/a" : "a".repeat(Math.max(minLength, 1));
}

const WRONG = [undefined, null, "", "text", -1, 1.5, Number.NaN, true, [], {}, "2026-02-30T00:00:00Z", { extra: 1 }];

/** The value, and the value with each of its parts replaced by something that may be wrong. */
function variants(value: unknown): unknown[] {
  if (Array.isArray(value))
    return [...WRONG, value, ...value.flatMap((item, at) => variants(item).map((other) => value.with(at, other)))];
  if (typeof value !== "object" || value === null) return [...WRONG, value];
  return [
    ...WRONG,
    value,
    { ...value, extra: "left out" },
    ...Object.entries(value).flatMap(([key, part]) => variants(part).map((other) => ({ ...value, [key]: other }))),
  ];
}

const outcome = (schema: z.ZodType | undefined, value: unknown) => {
  const { success, data } = schema?.safeParse(value) ?? {};
  return { value, success, data };
};

test.each([...real])("reads %s as zod does", (name, schema) => {
  const stand = small.get(name);
  const values = variants(sample(z.toJSONSchema(schema, { io: "input" })));
  expect(values.map((value) => outcome(stand, value))).toEqual(values.map((value) => outcome(schema, value)));
  expect(stand).not.toBeInstanceOf(z.ZodType);
});
