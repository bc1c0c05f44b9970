import { expect, test } from "vitest";
import { parsePlace } from "./place.ts";

test.each([
  ["sbx_1a:/sdcard/x", { boxId: "sbx_1a", path: "/sdcard/x" }],
  ["sbx_1a:sdcard", { boxId: "sbx_1a", path: "/sdcard" }],
  ["sbx_1a:", { boxId: "sbx_1a", path: "/" }],
  ["./sbx_1a:x", { boxId: undefined, path: "./sbx_1a:x" }],
  ["C:\\x", { boxId: undefined, path: "C:\\x" }],
])("parses the path %s", (text, place) => {
  expect(parsePlace(text)).toEqual(place);
});
