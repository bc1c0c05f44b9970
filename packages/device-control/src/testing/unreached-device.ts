import type { SandboxDevice } from "../access/device-access.ts";

/** For tests: returns the device of a sandbox, at an unused address. */
export const unreachedDevice = (sandboxId: string): SandboxDevice => ({
  sandboxId,
  kind: "phone",
  address: { host: "127.0.0.1", port: 1 },
  adbPrivateKeyPem: "",
  envs: {},
  workingDir: "/data/local/tmp",
});
