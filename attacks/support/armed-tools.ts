import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * System tools that build the isolation and remove folders, in the order of their use. The tool that `execs` continues
 * as the process outside the isolation; the others are its children.
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

/** Wrappers of system tools. When armed, one kills a process once and then does its work. */
export interface ArmedTools {
  /** Search path with the wrappers first. */
  readonly PATH: string;
  /** Arms a tool: its next use kills this process, or the process outside the isolation that uses it. */
  arm(tool: ArmedTool, victim: number | "leader"): void;
  wasUsed(tool: ArmedTool): boolean;
}

/** Creates the wrappers in a folder. Throws if a tool is missing on this machine. */
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
