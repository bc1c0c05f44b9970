import { describe, expect, it } from "vitest";
import { testOnPhone, usePhone } from "../testing/phone-table.ts";

const used = usePhone();

describe("properties", () => {
  testOnPhone(used, [
    [
      "getprop ro.build.version.sdk; getprop nope; getprop nope fallback; getprop ro.build.version.sdk fallback",
      "35\n\nfallback\n35\n",
    ],
    ["getprop | head -2", "[ro.build.version.release]: [15]\n[ro.build.version.sdk]: [35]\n"],
    ["getprop -T ro.x", "", "getprop: -T is not supported by this device\n", 1],
    ["setprop debug.x 1; getprop debug.x", "1\n"],
    ["setprop debug.x ''; getprop debug.x default", "default\n"],
    [
      "setprop ro.x 1",
      "",
      "Failed to set property 'ro.x' to '1'.\nSee dmesg for error reason: read-only property is already set\n",
      1,
    ],
    ["setprop x; setprop x y z", "", "usage: setprop NAME VALUE\nusage: setprop NAME VALUE\n", 1],
  ]);
});

describe("watchprops", () => {
  it("prints each property change until a signal", async () => {
    const { phone, shell } = used;
    const client = shell().open({ command: "watchprops" });
    await expect.poll(async () => (await shell().run("pidof watchprops")).exitCode).toBe(0);
    await expect.poll(() => (phone.changeProperty("a.b", "1"), client.stdout)).toMatch(/^\d{10} a\.b = '1'\n/);
    await shell().run("pkill watchprops");
    expect(await client.exited.promise).toBe(143);
  });
});
