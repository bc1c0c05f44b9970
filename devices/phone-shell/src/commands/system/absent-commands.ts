import type { ShellCommand } from "../../process.ts";

/** Makes a command that this device cannot support. It fails with a reason, unlike an unknown command. */
function absent(name: string, message: string, exitCode = 1): ShellCommand {
  return {
    name,
    run: async ({ stderr }) => {
      await stderr.write(`${name}: ${message}\n`);
      return exitCode;
    },
  };
}

const noNetwork = "this device has no network of its own: Network is unreachable";

export const absentCommands: readonly ShellCommand[] = [
  absent("curl", `(7) ${noNetwork}`, 7),
  absent("nc", noNetwork),
  absent("netcat", noNetwork),
  absent("netstat", noNetwork),
  absent("nslookup", noNetwork),
  absent("ping", noNetwork, 2),
  absent("ping6", noNetwork, 2),
  absent("wget", noNetwork),
  absent("dmesg", "klogctl: Permission denied"),
  absent("vi", "this device has no editor; write files with cat, sed or adb push"),
];
