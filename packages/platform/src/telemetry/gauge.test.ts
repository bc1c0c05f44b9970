import { Registry } from "prom-client";
import { expect, test } from "vitest";
import { addGauge } from "./gauge.ts";

test("a failing reading does not hide the other metrics", async () => {
  const register = new Registry();
  addGauge(register, { name: "down", help: "of a database", labelNames: [] }, () =>
    Promise.reject(new Error("no database")),
  );
  addGauge(register, { name: "down_by_kind", help: "of a database", labelNames: ["kind"] }, () => {
    throw new Error("no database");
  });
  addGauge(register, { name: "up", help: "of nothing", labelNames: [] }, () => 7);
  const text = await register.metrics();
  expect(text).toContain("\ndown Nan\n");
  expect(text).not.toMatch(/^down_by_kind/m);
  expect(text).toContain("\nup 7\n");
});

test("removes labels that no longer exist", async () => {
  const register = new Registry();
  let kinds = ["a", "b"];
  addGauge(register, { name: "kinds", help: "some", labelNames: ["kind"] }, () =>
    kinds.map((kind) => ({ labels: { kind }, value: 1 })),
  );
  expect(await register.metrics()).toContain('kinds{kind="b"} 1');
  kinds = ["a"];
  const text = await register.metrics();
  expect(text).toContain('kinds{kind="a"} 1');
  expect(text).not.toContain('kind="b"');
});
