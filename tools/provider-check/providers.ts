import type { OpenProvider } from "./open-provider.ts";

/** What can be checked, by the name of its provider: loaded when it is. */
export const CHECKED: Readonly<Record<string, () => Promise<OpenProvider>>> = {
  embedded: async () => (await import("./open-embedded.ts")).openEmbedded,
  docker: async () => (await import("./open-docker.ts")).openDocker,
  adb: async () => (await import("./open-adb.ts")).openAdb,
  kubernetes: async () => (await import("./open-kubernetes.ts")).openKubernetes,
};
