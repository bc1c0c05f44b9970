import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import { explainIssues, explainIssuesPlainly } from "./explain-issue.ts";

beforeAll(explainIssuesPlainly);

const even = z.custom<number>((value) => Number(value) % 2 === 0);

const point = { x: z.number(), y: z.number() };
const target = z.union([z.string(), z.object({ selector: z.object({}) }), z.object(point)]);
const double = z.boolean().optional();
const aimed = z.union([z.object({ ...point, double }), z.object({ target, double })]);
const newBox = z.strictObject({
  wait: z.boolean().default(true),
  config: z.strictObject({ templateId: z.string().optional(), expiresIn: z.string().optional() }).optional(),
});
const selector = z.strictObject({ text: z.string() });
const strictPoint = z.strictObject(point);
const strictlyAimed = z.union([
  z.strictObject({ target: z.union([z.strictObject({ selector }), strictPoint]) }),
  strictPoint,
]);
const longForm = z.object(Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, z.string()])));
const manyForms = z.union(["a", "b", "c", "d", "e", "f"].map((name) => z.object({ [name]: z.string() })));

test.each([
  ["name: must have at least 1 character", z.object({ name: z.string().min(1) }), { name: "" }],
  ["name: must have at least 3 characters", z.object({ name: z.string().min(3) }), { name: "ab" }],
  ["name: must have at most 3 characters", z.object({ name: z.string().max(3) }), { name: "abcd" }],
  ["name: must have exactly 2 characters", z.object({ name: z.string().length(2) }), { name: "abc" }],
  ["list: must have at most 1 item", z.object({ list: z.array(z.string()).max(1) }), { list: ["a", "b"] }],
  ["list.1: must be a text", z.object({ list: z.array(z.string()) }), { list: ["a", 2] }],
  ["page: must be at least 1", z.object({ page: z.number().min(1) }), { page: 0 }],
  ["page: must be more than 1", z.object({ page: z.number().gt(1) }), { page: 1 }],
  ["page: must be less than 5", z.object({ page: z.number().lt(5) }), { page: 5 }],
  ["page: must be at most 5", z.object({ page: z.coerce.number().max(5) }), { page: "7" }],
  ["page: must be a whole number", z.object({ page: z.number().int() }), { page: 1.5 }],
  ["page: must be a number", z.object({ page: z.coerce.number() }), { page: "x" }],
  ["page: must be a multiple of 5", z.object({ page: z.number().multipleOf(5) }), { page: 7 }],
  ["wait: must be true or false", z.object({ wait: z.boolean() }), { wait: "yes" }],
  ["id: is missing", z.object({ id: z.string() }), {}],
  ["the request: must be an object", z.object({}), "text"],
  ["at: must be a time in UTC such as 2026-11-21T09:41:07.000Z", z.object({ at: z.iso.datetime() }), { at: "now" }],
  ["url: must be an address such as https://example.com", z.object({ url: z.url() }), { url: "x" }],
  ["mail: must be an e-mail address", z.object({ mail: z.email() }), { mail: "x" }],
  ["id: must be a valid uuid", z.object({ id: z.uuid() }), { id: "x" }],
  ["code: has a form that is not accepted here", z.object({ code: z.string().regex(/^a/) }), { code: "b" }],
  ['code: must begin with "a"', z.object({ code: z.string().startsWith("a") }), { code: "b" }],
  ['code: must end with "a"', z.object({ code: z.string().endsWith("a") }), { code: "b" }],
  ['code: must contain "a"', z.object({ code: z.string().includes("a") }), { code: "b" }],
  [
    'role: must be "owner", "admin" or "member"',
    z.object({ role: z.enum(["owner", "admin", "member"]) }),
    { role: "x" },
  ],
  ['type: is missing: must be "android"', z.object({ type: z.literal("android") }), {}],
  ['type: must be "android"', z.object({ type: z.literal("android") }), { type: "linux" }],
  ['Unknown field "b".', z.strictObject({}), { b: 1 }],
  ['Unknown field "template". Did you mean "templateId"?', newBox.shape.config.unwrap(), { template: "t" }],
  ['Unknown field "template". Did you mean "config.templateId"?', newBox, { template: "t" }],
  ['Unknown field "config.expires_in". Did you mean "config.expiresIn"?', newBox, { config: { expires_in: "5m" } }],
  ['Unknown field "wiat". Did you mean "wait"?', newBox, { wiat: true }],
  ['Unknown field "list.1.b".', z.object({ list: z.array(z.strictObject({})) }), { list: [{}, { b: 1 }] }],
  ['Unknown field "a". Unknown field "b". Unknown field "c".', z.strictObject({}), { a: 1, b: 1, c: 1, d: 1 }],
  ['Unknown field "z".', strictlyAimed, { x: 1, y: 1, z: 1 }],
  ['Unknown field "target.text". Did you mean "target.selector.text"?', strictlyAimed, { target: { text: "Send" } }],
  ["the request: cannot combine target with the other fields", strictlyAimed, { x: 1, y: 1, target: { x: 1, y: 1 } }],
  ["the request: needs y, or target", strictlyAimed, { x: 1 }],
  ["the request: needs target, or x and y", strictlyAimed, {}],
  ["the request: needs target.selector, or target.x and target.y", strictlyAimed, { target: {} }],
  ["a: must be a text or a number", z.object({ a: z.union([z.string(), z.number()]) }), { a: true }],
  [
    'a: must be a number or "near" or "far"',
    z.object({ a: z.union([z.number(), z.enum(["near", "far"])]) }),
    { a: "x" },
  ],
  ["the request: needs target, or x and y", aimed, {}],
  ["the request: needs y, or target", aimed, { x: 1 }],
  ["the request: x must be a number", aimed, { x: "1", y: 2 }],
  ["the request: target must be a text or an object", aimed, { target: 5 }],
  ["the request: needs target.selector, or target.y", aimed, { target: { x: 1 } }],
  ["the request: target.x must be a number and needs target.y", aimed, { target: { x: "1" } }],
  ["the request: double must be true or false", aimed, { x: 1, y: 1, double: 1 }],
  ["the request: must be an object", aimed, "x"],
  ["the request: needs a, or b, or c, or d, or what another form has", manyForms, {}],
  ["the request: needs a, b, c, d and 1 more", z.union([longForm, z.string()]), {}],
  ["list: must be a list", z.object({ list: z.array(z.string()).max(2) }), { list: "long" }],
  ["a: is missing", z.object({ a: z.union([z.string(), z.number()]) }), {}],
  [
    'kind: must be "a" or "b"',
    z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") }), z.object({ kind: z.literal("b") })]),
    { kind: "c" },
  ],
  [
    "labels.toolong: has a name that is not accepted: must have at most 3 characters",
    z.object({ labels: z.record(z.string().max(3), z.string()) }),
    { labels: { toolong: "" } },
  ],
  [
    "map: has an entry that is not accepted: must be a number",
    z.object({ map: z.map(z.object({}), z.number()) }),
    { map: new Map([[{}, "v"]]) },
  ],
  ["n: is not accepted", z.object({ n: even }), { n: 3 }],
  ["name: A key cannot be empty", z.object({ name: z.string().min(1, "A key cannot be empty") }), { name: "" }],
])("%s", (sentence, schema: z.ZodType, value: unknown) => {
  const { error } = schema.safeParse(value);
  expect(explainIssues(error?.issues ?? [])).toBe(sentence);
});

test("reports only some of very many issues, briefly", () => {
  const schema = z.record(z.string(), z.number());
  const wrong = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`${n}`.repeat(1_000), "x"]));
  for (const each of [schema, z.union([schema, z.object({ other: z.array(schema) })])])
    expect(explainIssues(each.safeParse(wrong).error?.issues ?? []).length).toBeLessThan(500);
});
