import { expect, test } from "vitest";
import { readConfig } from "./config.ts";

test.each([
  ["TERRARIUM_DEVICE_EGRES", "TERRARIUM_DEVICE_EGRESS"],
  ["TERRARIUM_PROVIDER", "TERRARIUM_PROVIDERS"],
  ["TERRARIUM_SECRETS_FILE", "TERRARIUM_SECRET_FILE"],
  ["TERRARIUM_DOCKER_IMAGES", "TERRARIUM_DOCKER_IMAGE"],
])("refuses %s and names %s", (name, nearest) => {
  expect(() => readConfig({ [name]: "on" })).toThrow(`${name} is no setting of the server; did you mean ${nearest}?`);
});

test("accepts the variables of clients and of Kubernetes services", () => {
  const others = [
    "TERRARIUM_API_KEY",
    "TERRARIUM_BASE_URL",
    "TERRARIUM_TEST_WORKERS",
    "TERRARIUM_PORT",
    "TERRARIUM_PORT_3000_TCP_ADDR",
    "TERRARIUM_SERVICE_HOST",
    "TERRARIUM_SERVICE_PORT_HTTP",
    "TERRARIUM_POSTGRES_SERVICE_PORT",
    "terrarium_lower_case",
  ];
  expect(() => readConfig(Object.fromEntries(others.map((name) => [name, "x"])))).not.toThrow();
});
