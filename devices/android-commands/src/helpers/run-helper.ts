import type { Process } from "@terrarium/phone-shell/process";
import type { HelperLaunch, HelperStep } from "@terrarium/phone-system/helper-programs";
import { whileRunning } from "../android-command.ts";

/** Starts a helper and passes on its output until its end. Returns the exit code. Ends the helper with the process. */
export async function runHelper(process: Process, launch: HelperLaunch): Promise<number> {
  const { system } = process;
  const id = await system.startHelper(launch);
  try {
    for (;;) {
      const step = await whileRunning(process, system.nextHelperStep(id));
      if (step.kind === "exit") return step.exitCode;
      await takeStep(process, step);
    }
  } finally {
    await system.stopHelper(id);
  }
}

async function takeStep({ stdout, files }: Process, step: HelperStep): Promise<void> {
  if (step.kind === "text") await stdout.write(step.text);
  if (step.kind === "file") await files.write(step.path, step.bytes);
}
