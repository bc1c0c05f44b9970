import { expect, test } from "vitest";
import { acceptedTypes, acceptsEncoding, matchesNone, namesType } from "./negotiation.ts";

const JSON_TYPE = "application/json";
const EVENTS = "text/event-stream";

test.each([
  [undefined, [JSON_TYPE, EVENTS]],
  ["", [JSON_TYPE, EVENTS]],
  ["application/json, text/plain, */*", [JSON_TYPE, EVENTS]],
  ["Application/JSON , TEXT/event-stream;Q=0.5", [JSON_TYPE, EVENTS]],
  ["application/json;q=0.1,text/*", [EVENTS, JSON_TYPE]],
  ["application/json, text/event-stream;q=0", [JSON_TYPE]],
  ["text/html", []],
])("Accept %j accepts %j", (accept, types) => {
  expect(acceptedTypes({ headers: { accept } }, [JSON_TYPE, EVENTS])).toEqual(types);
});

test.each([
  ["text/html,application/xhtml+xml,*/*;q=0.8", true],
  ["Text/HTML", true],
  ["text/html;q=0, */*", false],
  ["*/*", false],
  ["application/x-text/html-like", false],
])("Accept %j names HTML: %j", (accept, isNamed) => {
  expect(namesType({ headers: { accept } }, "text/html")).toBe(isNamed);
});

test.each([
  [undefined, false],
  ["deflate, GZIP", true],
  ["gzip;q=0", false],
  ["gzip; q=0.000, *", false],
  ["*", true],
  ["x-gzip-like", false],
])("Accept-Encoding %j accepts gzip: %j", (encoding, isAccepted) => {
  expect(acceptsEncoding({ headers: { "accept-encoding": encoding } }, "gzip")).toBe(isAccepted);
});

test.each([
  [undefined, false],
  ['"v1"', true],
  ['W/"v1"', true],
  ['"v0", W/"v1" , "v2"', true],
  ["*", true],
  ['"v11"', false],
  ["v1", false],
])("If-None-Match %j matches: %j", (tags, isMatch) => {
  expect(matchesNone({ headers: { "if-none-match": tags } }, '"v1"')).toBe(isMatch);
});
