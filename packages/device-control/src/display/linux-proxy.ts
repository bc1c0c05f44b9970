import { cutText } from "@terrarium/bounds/cut-text";
import { DeviceProxy } from "@terrarium/contract/box-display";
import { AppError } from "@terrarium/platform/base/app-error";
import { parseBoundedJson } from "@terrarium/platform/base/json-bounds";
import { shellQuote } from "../device/shell-quote.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import { cannotProxy, type ProxiedDevice, type ProxyOfDevice, type ProxyReach, requireReach } from "./device-proxy.ts";

/**
 * Checks whether the program inside routes its sandbox's traffic, and supports a proxy (`devices/desktop`, `proxy`).
 */
const HAS_PROXY = "if command -v proxy >/dev/null; then echo yes; fi";

/** Returns the proxy for the network traffic of all programs of a sandbox. */
export const proxyOfLinux = (device: ProxiedDevice, reach: ProxyReach): ProxyOfDevice => {
  const hasProxy = async () => (await runOnDevice(device, HAS_PROXY)).trim() === "yes";
  return {
    async read() {
      if (!(await hasProxy())) return undefined;
      const told = (await runOnDevice(device, "proxy get")).trim();
      if (told === "") return undefined;
      try {
        return DeviceProxy.parse(parseBoundedJson(told));
      } catch (error) {
        const detail = `"proxy get" told of no proxy: ${cutText(told, 200)}`;
        throw new AppError("device_failed", { sandboxId: device.sandboxId, detail }, { cause: error });
      }
    },

    async check({ host, pacUrl }) {
      if (reach.egress === "off") throw new AppError("egress_off");
      if (pacUrl !== undefined) throw cannotProxy("a Linux box takes no script for a proxy; name host and port");
      if (!(await hasProxy()))
        throw cannotProxy(
          "the network of this box is its container's; give it http_proxy and https_proxy in `envs`, or take one of the server's own templates tpl_linux, tpl_browser and tpl_desktop",
        );
      await requireReach(host, reach);
    },

    async set({ host, port, excludes, auth }) {
      await runOnDevice(device, `proxy set ${shellQuote(JSON.stringify({ host, port, excludes, auth }))}`);
    },

    async clear() {
      if (await hasProxy()) await runOnDevice(device, "proxy clear");
    },
  };
};
