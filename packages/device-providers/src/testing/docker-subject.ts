import { randomUUID } from "node:crypto";
import { pino } from "pino";
import { containerNames } from "../docker/container-names.ts";
import { createDockerProvider, type DockerProviderOptions } from "../docker/docker-provider.ts";
import type { DockerEngine } from "./docker-engine.ts";
import type { ProviderUnderTest } from "./provider-suite.ts";

/** For tests: the provider on an engine, as a separate installation, for the suite of all providers. */
export function dockerSubject(
  engine: DockerEngine,
  settings: Omit<DockerProviderOptions, "log" | "installId">,
  /** Image of other users' containers on the engine. */
  othersImage: string,
): ProviderUnderTest {
  const options = { ...settings, installId: randomUUID() };
  const names = containerNames(options.installId);
  const others: string[] = [];
  const label = `label=terrarium.install=${options.installId}`;
  const provider = new URL("../docker/docker-provider.ts", import.meta.url).href;
  return {
    open: () => createDockerProvider({ ...options, log: pino({ level: "silent" }) }),
    moduleSource: `
      const log = { debug() {}, warn: console.error, error: console.error };
      const { createDockerProvider } = await import(${JSON.stringify(provider)});
      const provider = createDockerProvider({ ...${JSON.stringify(options)}, log });
    `,
    crash: async (sandboxId) => void engine.docker("kill", names.ofSandbox(sandboxId)),
    leftovers: async () =>
      [
        ...engine.docker("ps", "-a", "--filter", label, "--format", "{{.Names}}: {{.Status}}").split("\n"),
        ...engine.docker("volume", "ls", "--filter", label, "--format", "{{.Name}}").split("\n"),
      ].filter(Boolean),
    async makeOthers() {
      const make = (name: string, labels: string) =>
        engine.docker("run", "-d", "--name", name, "--network", "none", "--label", labels, othersImage);
      others.push(make("somebody-elses", `terrarium.install=${randomUUID()}`));
      // With a name like ours, but without our label.
      others.push(make(names.ofSandbox("sbx_forged"), "a=b"));
      return async () => {
        const running = engine.docker("ps", "-q", "--no-trunc").split("\n");
        return others.every((id) => running.includes(id));
      };
    },
    restartEngine: () => engine.restart("KILL"),
    async remove() {
      if (others.length > 0) engine.docker("rm", "-fv", ...others);
    },
  };
}
