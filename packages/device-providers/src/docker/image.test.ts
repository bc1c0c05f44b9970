import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { deviceEnvironment } from "../embedded/device-environment.ts";

test("sets the same memory allocator options as embedded devices", () => {
  const [, line = ""] = /^ENV (.+)$/m.exec(readFileSync("devices/phone/Dockerfile", "utf8")) ?? [];
  const inImage = line.split(" ").filter((setting) => setting.startsWith("MALLOC_"));
  const embedded = Object.entries(deviceEnvironment()).filter(([name]) => name.startsWith("MALLOC_"));
  expect(inImage).toEqual(embedded.map(([name, value]) => `${name}=${value}`));
});
