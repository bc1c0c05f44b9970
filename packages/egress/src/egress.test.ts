import { readFileSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import type ipaddr from "ipaddr.js";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { allowedAddresses, INSIDE_ADDRESSES, isPublicAddress, type Resolve } from "./egress.ts";
import type { NetworkError } from "./network-error.ts";

afterEach(() => vi.useRealTimers());

const problem = (promise: Promise<unknown>) =>
  promise.then(
    () => "none",
    (error: NetworkError) => error.problem,
  );

const names = (table: Record<string, string[]>): Resolve & { asked: string[] } => {
  const asked: string[] = [];
  return Object.assign(
    async (hostName: string) => {
      asked.push(hostName);
      return table[hostName] ?? [];
    },
    { asked },
  );
};

describe("network access of a device", () => {
  it.each([
    ["93.184.216.34", true],
    ["2606:2800:220:1::1", true],
    ["127.0.0.1", false],
    ["127.8.8.8", false],
    ["0.0.0.0", false],
    ["10.1.2.3", false],
    ["172.16.0.1", false],
    ["192.168.1.1", false],
    ["169.254.169.254", false],
    ["100.64.0.1", false],
    ["168.63.129.16", false],
    ["224.0.0.1", false],
    ["255.255.255.255", false],
    ["240.0.0.1", false],
    ["198.18.0.1", false],
    ["::1", false],
    ["::", false],
    ["fe80::1%eth0", false],
    ["fc00::1", false],
    ["fd00:ec2::254", false],
    ["fec0::1", false],
    ["::ffff:127.0.0.1", false],
    ["::ffff:a9fe:a9fe", false],
    ["::127.0.0.1", false],
    ["64:ff9b::7f00:1", false],
    ["64:ff9b:1::1", false],
    ["2002:7f00:1::", false],
    ["2001:0:1::1", false],
    ["2001:db8::1", false],
    ["4000::1", false],
    ["not an address", false],
  ])("classifies %s as public: %s", async (address, expected) => {
    expect(await isPublicAddress(address)).toBe(expected);
  });

  it("excludes this machine's own addresses, even public ones", async () => {
    const own = vi.spyOn(os, "networkInterfaces");
    onTestFinished(() => {
      own.mockRestore();
      syncBuiltinESMExports();
    });
    expect(await isPublicAddress("93.184.216.34")).toBe(true);
    const address = {
      address: "93.184.216.34",
      netmask: "255.255.255.0",
      cidr: null,
      mac: "",
      internal: false,
    } as const;
    own.mockReturnValue({ eth0: [{ ...address, family: "IPv4" }] });
    syncBuiltinESMExports();
    expect(await isPublicAddress("93.184.216.34")).toBe(false);
    expect(await isPublicAddress("::ffff:93.184.216.34")).toBe(false);
    expect(await isPublicAddress("93.184.216.35")).toBe(true);
  });

  it("allows literal addresses by mode, without a lookup", async () => {
    const resolve = names({});
    expect(await allowedAddresses("93.184.216.34", "public", resolve)).toEqual(["93.184.216.34"]);
    expect(await allowedAddresses("[2606:2800:220:1::1]", "public", resolve)).toEqual(["2606:2800:220:1::1"]);
    for (const inside of ["10.0.0.5", "[::1]", "169.254.169.254"]) {
      expect(await problem(allowedAddresses(inside, "public", resolve))).toBe("address-not-allowed");
      expect(await problem(allowedAddresses(inside, "off", resolve))).toBe("egress-off");
      expect(await allowedAddresses(inside, "all", resolve)).toHaveLength(1);
    }
    expect(resolve.asked).toEqual([]);
  });

  it("rejects everything with off, without a lookup", async () => {
    const resolve = names({ "a.test": ["93.184.216.34"] });
    expect(await problem(allowedAddresses("a.test", "off", resolve))).toBe("egress-off");
    expect(resolve.asked).toEqual([]);
  });

  it("excludes a host with any internal address", async () => {
    const resolve = names({ "both.test": ["93.184.216.34", "127.0.0.1"], "good.test": ["93.184.216.34"] });
    expect(await allowedAddresses("good.test", "public", resolve)).toEqual(["93.184.216.34"]);
    expect(await problem(allowedAddresses("both.test", "public", resolve))).toBe("unknown-host");
    expect(await allowedAddresses("both.test", "all", resolve)).toHaveLength(2);
  });

  it("hides whether a name is internal or missing, in message and time", async () => {
    vi.useFakeTimers();
    const inside = {
      "inside.test": ["10.0.0.5"],
      "own.test": ["127.0.0.1"],
      "metadata.test": ["169.254.169.254"],
      "six.test": ["fd00::1"],
      "mapped.test": ["::ffff:10.0.0.5"],
      "nat64.test": ["64:ff9b::a00:5"],
      "both.test": ["93.184.216.34", "10.0.0.5"],
    };
    const slow: Resolve = async (hostName) => {
      if (hostName !== "slow.test") return await names(inside)(hostName);
      await new Promise((resolve) => setTimeout(resolve, 600));
      throw Object.assign(new Error("getaddrinfo EAI_AGAIN"), { code: "EAI_AGAIN" });
    };
    const answers = [...Object.keys(inside), "gone.test", "slow.test"].map(async (hostName) => {
      const startedMs = performance.now();
      const error = await allowedAddresses(hostName, "public", slow).catch((thrown: unknown) => thrown);
      const { message, cause } = error as NetworkError;
      return { message: message.replace(hostName, "NAME"), cause, tookMs: performance.now() - startedMs };
    });
    await vi.runAllTimersAsync();
    const same = { message: "unknown-host: NAME", cause: undefined, tookMs: 1000 };
    expect(await Promise.all(answers)).toEqual(answers.map(() => same));
  });
});

describe("network policies", () => {
  type Block = [address: ipaddr.IPv4, bits: number];

  it("block the same addresses for Pods with public internet access", async () => {
    const { IPv4 } = (await import("ipaddr.js")).default;
    const ranges: Record<string, Block | Block[]> = Reflect.get(IPv4.prototype, "SpecialRanges");
    const refused = [
      ...Object.values(ranges).flatMap((range) => (Array.isArray(range[0]) ? (range as Block[]) : [range as Block])),
      ...[...INSIDE_ADDRESSES].map((address): Block => [IPv4.parse(address), 32]),
    ];
    const manifests = readFileSync(new URL("../../../deploy/manifests/terrarium.yaml", import.meta.url), "utf8");
    const [, list = ""] = /except:\s*\[([^\]]*)\]/.exec(manifests) ?? [];
    const blocks = list.match(/[\d./]+/g) ?? [];
    const holds = (block: string, [address, bits]: Block) => {
      const [from, width] = IPv4.parseCIDR(block);
      return width <= bits && address.match(from, width);
    };
    const open = refused.filter((each) => !blocks.some((block) => holds(block, each)));
    expect(open.map(([address, bits]) => `${address.toString()}/${bits}`)).toEqual([]);
    expect(blocks.filter((block) => !refused.some((each) => holds(block, each)))).toEqual([]);
  });
});
