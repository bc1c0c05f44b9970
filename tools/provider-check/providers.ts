import type { OpenProvider } from "./open-provider.ts";

/** Providers that can be checked, by name. Each is loaded on demand. */
export const CHECKED: Readonly<Record<string, () => Promise<OpenProvider>>> = {
  embedded: async () => (await import("./open-embedded.ts")).openEmbedded,
  docker: async () => (await import("./open-docker.ts")).openDocker,
  adb: async () => (await import("./open-adb.ts")).openAdb,
  kubernetes: async () => (await import("./open-kubernetes.ts")).openKubernetes,
};
