import { expect, test } from "vitest";
import { isLoopbackHost } from "./loopback-host.ts";

test.each(["localhost", "a.localhost", "127.0.0.1", "127.1.2.3", "::1", "[::1]", "LOCALHOST"])(
  "%s is this machine",
  (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  },
);
test.each(["0.0.0.0", "::", "example.com", "localhost.example.com", "127.0.0.1.example.com", "10.0.0.1"])(
  "%s is not only this machine",
  (host) => {
    expect(isLoopbackHost(host)).toBe(false);
  },
);
