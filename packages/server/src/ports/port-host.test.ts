import { expect, test } from "vitest";
import { parsePortHost, parsePortPath } from "./port-host.ts";

const ID = "sbx_0mb2k4x7a1b2c3d4e5f6";

test.each([
  [`8080-${ID}.localhost`, "localhost", { boxId: ID, port: 8080 }],
  [`8080-${ID}.localhost:3000`, "localhost", { boxId: ID, port: 8080 }],
  [`1-${ID.toUpperCase()}.Boxes.Example.NET`, "boxes.example.net", { boxId: ID, port: 1 }],
  [`65536-${ID}.localhost`, "localhost", "invalid"],
  [`0-${ID}.localhost`, "localhost", "invalid"],
  [`080-${ID}.localhost`, "localhost", "invalid"],
  [`8080-${ID}.localhost.`, "localhost", "invalid"],
  [`8080-${ID}.x.localhost`, "localhost", "invalid"],
  [`8080-${ID}@evil.localhost`, "localhost", "invalid"],
  [`8080-${ID}.localhost:x`, "localhost", "invalid"],
  ["8080-.localhost", "localhost", "invalid"],
  [`8080-${ID}.localhost.evil.test`, "localhost", undefined],
  [`8080-${ID}-localhost`, "localhost", undefined],
  [`8080-${ID}.localhost`, "boxes.example.net", undefined],
  [`8080-${ID}.localhost`, undefined, undefined],
  ["localhost:3000", "localhost", undefined],
  ["console.localhost", "localhost", undefined],
  ["127.0.0.1:3000", "localhost", undefined],
  [undefined, "localhost", undefined],
])("the host %s below %s names %j", (host, domain, expected) => {
  expect(parsePortHost(host, domain)).toEqual(expected);
});

test.each([
  ["/", "/"],
  ["/a/b?c=d&e", "/a/b?c=d&e"],
  ["/..%2f..%2fetc", "/..%2f..%2fetc"],
  ["/../../8081/", "/../../8081/"],
  ["//evil.test/", "//evil.test/"],
])("keeps the rest of a path undecoded: %s", (rest, target) => {
  const prefix = `/api/v1/boxes/${ID}/ports/8080`;
  expect(parsePortPath(prefix + rest)).toEqual({ boxId: ID, port: 8080, target, prefix });
});

test.each([
  `/api/v1/boxes/${ID}/ports/8080`,
  `/api/v1/boxes/${ID}/ports/0/`,
  `/api/v1/boxes/${ID}/ports/70000/`,
  `/api/v1/boxes/${ID}/ports/%38080/`,
  `/api/v1/boxes/${ID}/ports/8080%2f`,
  `/api/v1/boxes/x%2fy/ports/8080/`,
  `/api/v1/boxes/${ID}/../${ID}/ports/8080/`,
  `http://localhost/api/v1/boxes/${ID}/ports/8080/`,
])("does not read a port from %s", (url) => {
  expect(parsePortPath(url)).toBeUndefined();
});
