import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Tools of the system by which walls are built and folders removed, in the order of their use. What `execs` is still the
 * process that stays before the walls; the others are its children.
 */
const TOOLS = [
  { name: "nice", execs: true },
  { name: "unshare", execs: true },
  { name: "mount", execs: false },
  { name: "mkdir", execs: false },
  { name: "chown", execs: false },
  { name: "env", execs: false },
  { name: "rm", execs: false },
] as const;
type ArmedTool = (typeof TOOLS)[number]["name"];

/** Stand in front of the system's own, and kill somebody where they were told to, once; then they do their work. */
export interface ArmedTools {
  /** With them in front. */
  readonly PATH: string;
  /** The next use of the tool kills this process, or the one that stays before the walls that it is used for. */
  arm(tool: ArmedTool, victim: number | "leader"): void;
  wasUsed(tool: ArmedTool): boolean;
}

/** Makes them in a folder. Throws if this machine lacks one. */
export function makeArmedTools(folder: string, systemPath = process.env["PATH"] ?? ""): ArmedTools {
  mkdirSync(folder, { recursive: true });
  for (const { name, execs } of TOOLS) {
    const real = systemPath
      .split(":")
      .map((place) => path.join(place, name))
      .find((file) => existsSync(file));
    if (real === undefined) throw new Error(`there is no ${name} here`);
    const leader = execs ? "$$" : "$PPID";
    const script = `#!/bin/sh
if read -r victim 2> /dev/null < "$0.armed" && /bin/rm "$0.armed" 2> /dev/null; then
  [ "$victim" = leader ] && victim=${leader}
  kill -9 "$victim"
fi
exec ${real} "$@"
`;
    writeFileSync(path.join(folder, name), script);
    chmodSync(path.join(folder, name), 0o755);
  }
  const armed = (tool: ArmedTool) => path.join(folder, `${tool}.armed`);
  return {
    PATH: `${folder}:${systemPath}`,
    arm: (tool, victim) => writeFileSync(armed(tool), `${victim}\n`),
    wasUsed: (tool) => !existsSync(armed(tool)),
  };
}
