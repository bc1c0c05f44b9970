import { CommandError } from "@terrarium/phone-shell/command-error";
import type { Process } from "@terrarium/phone-shell/process";
import { withoutPrototype } from "@terrarium/phone-shell/without-prototype";
import { Arguments, takeUserOption } from "../arguments.ts";
import { runHelper } from "../helpers/run-helper.ts";
import { fullComponentName } from "./intent-arguments.ts";

const FLAGS = new Set(["-r", "-m", "--no-window-animation", "--no-hidden-api-checks", "--no-isolated-storage"]);
const VALUE_OPTIONS = new Set(["-p", "-f", "--abi"]);

/**
 * `am instrument`: runs a helper's instrumentation. With -w, prints its output until its end. For others it fails as
 * AOSP Instrument.java does for a missing one; test runners read the status.
 */
export async function instrument(list: string[], process: Process): Promise<number> {
  const args = new Arguments(list);
  const extras = withoutPrototype<string>();
  let detached = true;
  for (let option = args.nextOption(); option !== undefined; option = args.nextOption()) {
    if (option === "-e") extras[args.require(option)] = args.require(option);
    else if (option === "-w") detached = false;
    else if (VALUE_OPTIONS.has(option)) args.require(option);
    else if (!FLAGS.has(option) && !takeUserOption(option, args))
      throw new CommandError(`Error: Unknown option: ${option}`);
  }
  const named = args.next() ?? "";
  const component = fullComponentName(named);
  const { stdout, system } = process;
  const found = (await system.helperPackages()).some(
    ({ packageName, instrumentation }) => `${packageName}/${instrumentation?.runner}` === component,
  );
  if (!found) {
    await stdout.write(
      `INSTRUMENTATION_STATUS: Error=Unable to find instrumentation info for: ComponentInfo{${component}}\n` +
        "INSTRUMENTATION_STATUS: id=ActivityManagerService\nINSTRUMENTATION_STATUS_CODE: -1\n",
    );
    throw new CommandError(`android.util.AndroidException: INSTRUMENTATION_FAILED: ${named}`);
  }
  const launch = { kind: "instrumentation", component, args: extras, detached } as const;
  if (!detached) return runHelper(process, launch);
  await system.startHelper(launch);
  return 0;
}
