import type { Template } from "@terrarium/contract/template";
import { expect, test } from "vitest";
import { activeFilters, passes } from "../../parts/filters.ts";
import { matchesTemplateSearch, TEMPLATE_FILTERS } from "./template-filters.ts";

const template: Template = {
  id: "tablet-11",
  name: "Big Tablet",
  cpu: 4,
  memory: 4096,
  createdAt: "2026-11-01T00:00:00Z",
  updatedAt: "2026-11-01T00:00:00Z",
  visibility: "private",
  screen: { width: 1200, height: 1920, density: 240 },
};

test.each([
  ["cpu=4&memory=4096&visibility=private", true],
  ["cpu=4&visibility=public", false],
  ["cpu=1", false],
  ["memory=2048", false],
  ["", true],
])("%s matches the template: %s", (query, expected) => {
  const active = activeFilters(TEMPLATE_FILTERS, new URLSearchParams(query));
  expect(passes(TEMPLATE_FILTERS, active, template, 0)).toBe(expected);
});

test.each([
  ["TABLET", true],
  ["big t", true],
  ["", true],
  ["private", false],
])("the search %s matches the template: %s", (search, expected) => {
  expect(matchesTemplateSearch(template, search)).toBe(expected);
});
