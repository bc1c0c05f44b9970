import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Box as BoxFields } from "../packages/contract/src/boxes.ts";
import { BOX_CALLS, BOX_CHANGES, BOX_GROUPS } from "../packages/sdk/src/box-calls.ts";
import { makeBox } from "../packages/sdk/src/box.ts";
import type { HttpClient } from "../packages/sdk/src/http-client.ts";

/** Returns the code spans of a text, each once. */
const codeIn = (text: string) => [...new Set([...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name))];

/**
 * Returns the methods in the table. A row of several groups lists their methods in the same order, separated by
 * semicolons.
 */
function toldMethods(): string[] {
  const [, section = ""] = /\n## Methods of a box\n([^]*?)\n## /.exec(readFileSync("docs/guide/sdk.md", "utf8")) ?? [];
  const rows = section.split("\n").flatMap((line) => {
    const [, names, methods] = line.split("|");
    return names === undefined || methods === undefined ? [] : [{ groups: codeIn(names), methods }];
  });
  return rows.flatMap(({ groups, methods }) => {
    if (groups.length === 0) return codeIn(methods);
    const parts = groups.length === 1 ? [methods] : methods.split(";");
    return groups.flatMap((group, i) => codeIn(parts[i] ?? "").map((method) => `${group}.${method}`));
  });
}

test("the SDK's page documents exactly the methods of a box", () => {
  const box = makeBox({} as HttpClient, { id: "sbx_1" } as BoxFields);
  const groups = Object.keys(BOX_GROUPS) as (keyof typeof BOX_GROUPS)[];
  const expected = [
    ...[BOX_CALLS, BOX_CHANGES].flatMap(Object.keys),
    ...groups.flatMap((group) => Object.keys(box[group]).map((method) => `${group}.${method}`)),
  ];
  expect(toldMethods().toSorted()).toEqual(expected.toSorted());
});
