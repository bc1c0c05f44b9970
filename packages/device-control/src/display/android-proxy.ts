import { AppError } from "@terrarium/platform/base/app-error";
import { shellQuote } from "../device/shell-quote.ts";
import { runOnDevice } from "../screen/on-screen.ts";
import { cannotProxy, type ProxiedDevice, type ProxyOfDevice, type ProxyReach } from "./device-proxy.ts";

/** Android's proxy settings (AOSP Settings.Global, ProxyTracker). */
const SETTINGS = {
  both: "http_proxy",
  host: "global_http_proxy_host",
  port: "global_http_proxy_port",
  excludes: "global_http_proxy_exclusion_list",
  pac: "global_proxy_pac_url",
} as const;

/** Returns Android's device-wide proxy. Apps may ignore it. */
export const proxyOfAndroid = (device: ProxiedDevice, { egress }: Pick<ProxyReach, "egress">): ProxyOfDevice => ({
  async read() {
    const names = [SETTINGS.both, SETTINGS.excludes];
    const [proxy = "", excludes = ""] = (
      await runOnDevice(device, names.map((name) => `settings get global ${name}`).join("; "))
    ).split("\n");
    const [, host, port] = /^(.+):(\d+)$/.exec(proxy.trim()) ?? [];
    if (host === undefined || Number(port) === 0) return undefined;
    const excluded = excludes.trim();
    const hasExcludes = excluded !== "" && excluded !== "null";
    return { host, port: Number(port), ...(hasExcludes && { excludes: excluded.split(",") }) };
  },

  async check({ auth, pacUrl }) {
    if (await device.session.isVirtual()) {
      if (egress === "off") throw new AppError("egress_off");
      throw cannotProxy(
        "apps of a virtual device reach the network without one, as far as the server's operator allows",
      );
    }
    if (auth) throw cannotProxy("Android's proxy of the whole device takes no name and password");
    if (pacUrl !== undefined)
      throw cannotProxy("Android takes no script for a proxy by its settings; name host and port");
  },

  async set({ host, port, excludes }) {
    const list = (excludes ?? []).join(",");
    await runOnDevice(
      device,
      [
        list === ""
          ? `settings delete global ${SETTINGS.excludes}`
          : `settings put global ${SETTINGS.excludes} ${shellQuote(list)}`,
        `settings put global ${SETTINGS.both} ${shellQuote(`${host}:${port}`)}`,
      ].join("; "),
    );
  },

  async clear() {
    // This value alone makes open connections drop the proxy. The deletion then removes the setting.
    const names = Object.values(SETTINGS).map((name) => `settings delete global ${name}`);
    await runOnDevice(device, [`settings put global ${SETTINGS.both} :0`, ...names].join("; "));
  },
});
