import type { Template } from "@terrarium/contract/template";
import { expect, test } from "vitest";
import { firstTemplate, parseMetadata, takes } from "./new-sandbox.ts";

const lines = (...pairs: [string, string][]) => pairs.map(([key, value], id) => ({ id, key, value }));

test("rows become trimmed metadata, and empty rows are ignored", () => {
  expect(parseMetadata(lines([" task ", " login "], ["", ""], ["run", ""]))).toEqual({
    isValid: true,
    metadata: { task: "login", run: "" },
  });
});

test.each([
  [lines(["", "login"]), 'Enter a key for the value "login"'],
  [lines(["a", "1"], ["a ", "2"]), 'Duplicate key "a"'],
])("reports invalid rows", (entries, problem) => {
  expect(parseMetadata(entries)).toEqual({ isValid: false, problem });
});

const at = "2026-11-01T10:00:00.000Z";
const template = (id: string, more: Partial<Template>): Template => ({
  id,
  name: id,
  visibility: "public",
  createdAt: at,
  updatedAt: at,
  ...more,
});
const TEMPLATES = [
  template("phone", {}),
  template("linux", { kind: "linux", missing: ["a program"] }),
  template("browser", { kind: "browser" }),
  template("desktop", { kind: "desktop" }),
];
const of = (templateId: string) => ({
  boxType: "linux" as const,
  origin: { boxId: "sbx_1", boxName: null, templateId, templateName: "", actorKind: "user" as const, actorName: null },
});

test.each([
  ["first available", undefined, "phone"],
  ["of a snapshot", of("desktop"), "desktop"],
  ["supporting the snapshot, if its own is not available", of("linux"), "browser"],
  ["supporting a snapshot of unknown origin", { boxType: "linux" as const }, "browser"],
])("initially chooses the template: %s", (_, snapshot, id) => {
  expect(firstTemplate(TEMPLATES, snapshot)?.id).toBe(id);
});

test("phones do not support Linux snapshots", () => {
  expect(TEMPLATES.filter((each) => takes(each, of("linux"))).map(({ id }) => id)).toEqual([
    "linux",
    "browser",
    "desktop",
  ]);
});
