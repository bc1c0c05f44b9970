import { Smartphone } from "lucide-react";
import { expect, test } from "vitest";
import { type CommandGroup, matchingGroups } from "./commands.ts";

const command = (label: string, more: { detail?: string; keywords?: string } = {}) => ({
  id: label,
  label,
  icon: Smartphone,
  run: () => undefined,
  ...more,
});
const GROUPS: CommandGroup[] = [
  { title: "Go to", commands: [command("Sandboxes"), command("Team")] },
  { title: "Sandboxes", commands: [command("sbx_1", { detail: "task: Login", keywords: "Phone Running" })] },
];
const found = (search: string) =>
  matchingGroups(GROUPS, search).flatMap(({ commands }) => commands.map(({ id }) => id));

test.each([
  ["", ["Sandboxes", "Team", "sbx_1"]],
  ["TEAM", ["Team"]],
  ["login phone", ["sbx_1"]],
  ["go sand", ["Sandboxes"]],
  ["nothing", []],
])("the search %j finds %j", (search, expected) => {
  expect(found(search)).toEqual(expected);
});

test("limits the entries of a group", () => {
  const many = { title: "Teams", commands: Array.from({ length: 30 }, (_, index) => command(`Team ${index}`)) };
  expect(matchingGroups([many], "team")[0]?.commands.length).toBe(10);
});
