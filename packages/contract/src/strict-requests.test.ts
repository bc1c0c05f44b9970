import { expect, test } from "vitest";
import type { z } from "zod";
import type { $ZodType, $ZodTypes } from "zod/v4/core";
import { CommandMessage } from "./box-commands.ts";
import { ShellClientMessage, SocketQuery } from "./proxy-messages.ts";
import { contractEndpoints } from "./reflection/contract-exports.ts";

/** Returns the paths of the objects in a schema that ignore unknown fields. */
function looseObjects(schema: $ZodType, path: string): string[] {
  const { def } = schema as unknown as { def: $ZodTypes["_zod"]["def"] };
  const within = (inner: $ZodType, name: string) => looseObjects(inner, name === "" ? path : `${path}.${name}`);
  switch (def.type) {
    case "object": {
      const fields = Object.entries(def.shape).flatMap(([name, field]) => within(field, name));
      return def.catchall === undefined ? [path, ...fields] : fields;
    }
    case "array":
      return within(def.element, "[]");
    case "union":
      return def.options.flatMap((option, i) => within(option, `(${i})`));
    case "pipe":
      return [...within(def.in, ""), ...within(def.out, "")];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "readonly":
    case "nonoptional":
    case "catch":
      return within(def.innerType, "");
    case "record":
      return within(def.valueType, "*");
    case "tuple":
      return def.items.flatMap((item, i) => within(item, String(i)));
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
    case "unknown":
    case "transform":
    case "undefined":
      return [];
    default:
      throw new Error(`${path}: teach this test what is in a ${def.type}`);
  }
}

test("every request rejects unknown fields, including nested ones", async () => {
  const parts = (await contractEndpoints())
    .filter(({ ignoresUnknownFields }) => ignoresUnknownFields !== true)
    .flatMap(({ name, query, body }): [string, z.ZodType | undefined][] => [
      [`${name} query`, query],
      [`${name} body`, body],
    ]);
  const messages = Object.entries({ CommandMessage, ShellClientMessage, SocketQuery });
  const loose = [...parts, ...messages].flatMap(([path, schema]) => (schema ? looseObjects(schema, path) : []));
  expect(loose).toEqual([]);
});
