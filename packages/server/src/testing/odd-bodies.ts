import * as fc from "fast-check";
import type { JsonSchema } from "../http/openapi-example.ts";

/** Values that are unexpected in any field. */
const ODD: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  0.1,
  2 ** 53,
  1e308,
  -1e308,
  "",
  " ",
  "\0",
  "\u{d800}",
  "\u202e",
  "🤷‍♀️".repeat(50),
  "a".repeat(20_000),
  "1h".repeat(1_000),
  "-1h",
  "99999999999999999999h",
  "../../../etc/passwd",
  "$(reboot)`reboot`;reboot",
  "http://169.254.169.254/",
  "file:///etc/passwd",
  [],
  {},
  [[[[[[]]]]]],
  { a: { b: { c: { d: [{ e: null }] } } } },
  JSON.parse('{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}'),
  Array.from({ length: 500 }, (_, index) => index),
];
const odd: fc.Arbitrary<unknown> = fc.oneof(fc.constantFrom(...ODD), fc.jsonValue({ maxDepth: 3 }));

/** Generates values close to a schema, with an occasional odd, mistyped or extra field. */
export function oddBodies(schema: JsonSchema, known: unknown): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 6, arbitrary: near(schema, known) }, { weight: 1, arbitrary: odd });
}

function near(schema: JsonSchema, known: unknown): fc.Arbitrary<unknown> {
  const told = known === undefined ? [] : [{ weight: 4, arbitrary: fc.constant(known) }];
  return fc.oneof({ weight: 6, arbitrary: plausible(schema, known) }, { weight: 2, arbitrary: odd }, ...told);
}

function plausible(schema: JsonSchema, known: unknown): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices?.length) return fc.oneof(...choices.map((choice) => near(choice, known)));
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum?.length) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case "object":
      return plausibleObject(schema, known);
    case "array":
      return fc.array(near(schema.items ?? {}, undefined), { maxLength: 4 });
    case "integer":
    case "number":
      return fc.oneof(fc.integer({ min: -2, max: 100 }), fc.integer(), fc.double());
    case "boolean":
      return fc.boolean();
    case "string":
      return fc.oneof(fc.string({ unit: "binary", maxLength: 30 }), fc.constantFrom("1s", "10m", "https://a.example/"));
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function plausibleObject({ properties = {}, required = [] }: JsonSchema, known: unknown): fc.Arbitrary<unknown> {
  const values: Readonly<Record<string, unknown>> = typeof known === "object" && known !== null ? { ...known } : {};
  const fields = Object.entries(properties).map(
    ([name, each]) => [name, near(each, values[name])] as [string, fc.Arbitrary<unknown>],
  );
  const model = fc.record(Object.fromEntries(fields), { requiredKeys: [...required] });
  const more = fc.dictionary(fc.string({ maxLength: 8 }), odd, { maxKeys: 2 });
  return fc.tuple(model, fc.option(more, { freq: 4, nil: {} })).map(([right, extra]) => ({ ...extra, ...right }));
}
