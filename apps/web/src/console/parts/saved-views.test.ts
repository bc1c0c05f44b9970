// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from "vitest";
import { isFull, parseViews, removeSavedViews, viewNameProblem, viewQuery, viewValues } from "./saved-views.ts";

beforeEach(() => localStorage.clear());

test("a view keeps search, filters, order, look and rows", () => {
  const address = new URLSearchParams("rows=50&page=3&view=wall&q=a+b&cpu=2&refresh=off&hide=MEMORY&sort=-cpu");
  expect(viewQuery(address)).toBe("q=a+b&cpu=2&sort=-cpu&view=wall&rows=50");
  expect(viewQuery(new URLSearchParams(viewQuery(address)))).toBe(viewQuery(address));
});

test("opening a view replaces the values of another one", () => {
  expect(viewValues("q=a&status=All")).toEqual({
    page: undefined,
    q: "a",
    started: undefined,
    cpu: undefined,
    memory: undefined,
    status: "All",
    sort: undefined,
    view: undefined,
    rows: undefined,
  });
});

test.each([
  [null, []],
  ['[{"name":"a","query":"page=9&cpu=2"},{"name":1,"query":""},null]', [{ name: "a", query: "cpu=2" }]],
])("reads the stored views %s", (text, expected) => {
  expect(parseViews(text)).toEqual(expected);
});

test.each(["{}", "no JSON"])("reports unreadable views: %s", (text) => {
  const logged = vi.spyOn(console, "error").mockReturnValue();
  expect(parseViews(text)).toEqual([]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

test("limits the number of views", () => {
  const many = Array.from({ length: 40 }, (_, index) => ({ name: `view ${index}`, query: "" }));
  const views = parseViews(JSON.stringify(many));
  expect([views.length, isFull(views), isFull(views.slice(1))]).toEqual([30, true, false]);
});

test("rejects blank and used names", () => {
  const views = [{ name: "Nightly", query: "" }];
  expect(viewNameProblem("  ", views)).toBe("Enter a name for the view");
  expect(viewNameProblem(" Nightly ", views)).toBe("Another view has this name");
  expect(viewNameProblem("nightly", views)).toBeUndefined();
});

test("removes the views of one user only", () => {
  for (const key of ["saved-views-usr_1-org_1", "saved-views-usr_1-org_2", "saved-views-usr_2-org_1", "theme"])
    localStorage.setItem(key, "[]");
  removeSavedViews("usr_1");
  expect(Object.keys(localStorage).toSorted()).toEqual(["saved-views-usr_2-org_1", "theme"]);
});
