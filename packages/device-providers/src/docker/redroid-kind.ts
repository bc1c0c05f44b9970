import type { DeviceModel } from "../provider.ts";
import { bootArguments } from "../redroid/boot-arguments.ts";
import { untilBooted } from "../redroid/boot.ts";
import { MACHINE_QUESTION, missingOnMachine } from "../redroid/machine-check.ts";
import type { RedroidSettings } from "../redroid/settings.ts";
import type { DeviceKind } from "./device-kind.ts";
import { ENGINE_LACKS } from "./engine-lacks.ts";

/** Android alone has more than a thousand threads. */
const MAX_PROCESSES = 8_192;

/** Android in a container. Its ADB accepts every client, so only this server may reach the port. */
export const REDROID: DeviceKind = {
  container: (model) => {
    const settings = settingsOf(model);
    return {
      top: { Cmd: bootArguments(model, settings) },
      host: { Privileged: settings.privileged },
      maxProcesses: MAX_PROCESSES,
    };
  },
  network: "apps",
  volumePath: "/data",
  storageMb: (model) => settingsOf(model).storageMb,
  key: undefined,
  unfit: ({ publish, keepsApart }) => [
    ...(publish === undefined ? [] : [ENGINE_LACKS.openAdb]),
    ...(keepsApart ? [] : [ENGINE_LACKS.apart]),
  ],
  readyTimeoutMs: (model) => settingsOf(model).bootTimeoutMs,
  untilBooted: (run, model, signal) => untilBooted(run, settingsOf(model).bootTimeoutMs, signal),
  machineCheck: {
    command: MACHINE_QUESTION,
    missing: (printed, model) => missingOnMachine(printed, settingsOf(model)),
  },
};

function settingsOf({ redroid }: DeviceModel): RedroidSettings {
  if (!redroid) throw new Error("a redroid template must say how it boots");
  return redroid;
}
