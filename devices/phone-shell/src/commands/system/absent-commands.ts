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

const NO_NETWORK = "this device has no network of its own: Network is unreachable";

export const absentCommands: readonly ShellCommand[] = [
  absent("curl", `(7) ${NO_NETWORK}`, 7),
  absent("nc", NO_NETWORK),
  absent("netcat", NO_NETWORK),
  absent("netstat", NO_NETWORK),
  absent("nslookup", NO_NETWORK),
  absent("ping", NO_NETWORK, 2),
  absent("ping6", NO_NETWORK, 2),
  absent("wget", NO_NETWORK),
  absent("dmesg", "klogctl: Permission denied"),
  absent("vi", "this device has no editor; write files with cat, sed or adb push"),
];
