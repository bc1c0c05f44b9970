import { describe, expect, it } from "vitest";
import { deviceDestination, OWN_LOOPBACK } from "./device-destination.ts";
import { EGRESS_MODES, type Resolve } from "./egress.ts";

const names: Record<string, readonly string[]> = {
  "rebound.test": ["127.0.0.1"],
  "both.test": ["93.184.216.34", "127.0.0.2"],
  "host.test": ["10.0.2.2"],
  "site.test": ["93.184.216.34"],
};
const resolve: Resolve = async (hostName) => names[hostName] ?? [];
const OWN = ["localhost", "LOCALHOST", "app.localhost", "127.0.0.1", "127.9.9.9", "0.0.0.0", "[::1]", "[::]"];

describe("the destination of a device's connection", () => {
  it.each(EGRESS_MODES)("is its own loopback for loopback hosts with %s", async (egress) => {
    for (const host of [...OWN, "[::ffff:127.0.0.1]", "[::ffff:7f00:1]"])
      expect([host, await deviceDestination(host, egress, resolve)]).toEqual([host, OWN_LOOPBACK]);
  });

  it("is its own loopback for names that resolve to it, with all", async () => {
    expect(await deviceDestination("rebound.test", "all", resolve)).toBe(OWN_LOOPBACK);
    expect(await deviceDestination("both.test", "all", resolve)).toBe(OWN_LOOPBACK);
  });

  it("is the host machine for 10.0.2.2, only with all", async () => {
    expect(await deviceDestination("10.0.2.2", "all", resolve)).toEqual(["127.0.0.1"]);
    expect(await deviceDestination("host.test", "all", resolve)).toEqual(["127.0.0.1"]);
    await expect(deviceDestination("10.0.2.2", "public", resolve)).rejects.toMatchObject({
      problem: "address-not-allowed",
    });
    await expect(deviceDestination("10.0.2.2", "off", resolve)).rejects.toMatchObject({ problem: "egress-off" });
  });

  it("is the checked addresses of other hosts", async () => {
    expect(await deviceDestination("site.test", "public", resolve)).toEqual(["93.184.216.34"]);
    expect(await deviceDestination("10.0.0.7", "all", resolve)).toEqual(["10.0.0.7"]);
    await expect(deviceDestination("rebound.test", "public", resolve)).rejects.toMatchObject({
      problem: "unknown-host",
    });
  });
});
