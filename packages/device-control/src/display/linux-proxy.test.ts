import { expect, test } from "vitest";
import type { DeviceSession } from "../device/device-session.ts";
import { proxyOfLinux } from "./linux-proxy.ts";

const resolve = async () => [];
const proxy = { host: "10.0.2.2", port: 8080 };

/** Returns a box with a program that returns the answer for the first matching command prefix, or nothing. */
function boxThatSays(answers: Record<string, string>) {
  const commands: string[] = [];
  const session = {
    async run(command: string) {
      commands.push(command);
      const [, said = ""] = Object.entries(answers).find(([start]) => command.startsWith(start)) ?? [];
      return { stdout: Buffer.from(said), stderr: new Uint8Array(), exitCode: 0 };
    },
  } as Partial<DeviceSession> as DeviceSession;
  return { commands, device: { sandboxId: "sbx_1", session } };
}

test("a box with its container's network rejects a proxy", async () => {
  const { commands, device } = boxThatSays({});
  const box = proxyOfLinux(device, { egress: "all", resolve });
  expect(await box.read()).toBeUndefined();
  await expect(box.check(proxy)).rejects.toMatchObject({
    code: "not_possible",
    message: expect.stringContaining("tpl_linux"),
  });
  await box.clear();
  expect(commands.filter((command) => command.startsWith("proxy"))).toEqual([]);
});

test("checks a box's reported proxy and quotes the new one", async () => {
  const { commands, device } = boxThatSays({ if: "yes\n", "proxy get": "{}\n" });
  const box = proxyOfLinux(device, { egress: "all", resolve });
  await expect(box.read()).rejects.toMatchObject({ code: "device_failed" });
  const deep = boxThatSays({ if: "yes\n", "proxy get": "[".repeat(1_000) + "]".repeat(1_000) });
  await expect(proxyOfLinux(deep.device, { egress: "all", resolve }).read()).rejects.toMatchObject({
    code: "device_failed",
    cause: { code: "invalid_request" },
  });
  await box.check(proxy);
  await box.set({ ...proxy, auth: { username: "a", password: "'; reboot; '" } });
  expect(commands.at(-1)).toMatch(/^proxy set '.*reboot.*'$/);
  const inside = proxyOfLinux(device, { egress: "public", resolve });
  await expect(inside.check(proxy)).rejects.toMatchObject({ code: "not_possible" });
  await expect(inside.check({ ...proxy, host: "a.test" })).rejects.toMatchObject({
    message: expect.stringContaining("no host is called"),
  });
  await expect(inside.check({ ...proxy, pacUrl: "http://a.test" })).rejects.toMatchObject({ code: "not_possible" });
  await expect(proxyOfLinux(device, { egress: "off", resolve }).check(proxy)).rejects.toMatchObject({
    code: "egress_off",
  });
});
