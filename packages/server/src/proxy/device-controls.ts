import type { DeviceControl } from "@terrarium/contract/proxy-messages";
import { hasMouse, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import type { DeviceSession } from "@terrarium/device-control/device/device-session";
import { type Caller, hasScope } from "@terrarium/platform/base/caller";

/**
 * Returns the controls that a viewer may use and the device supports. Battery and airplane mode are for virtual phones:
 * a real phone would show its next user the changed level, and airplane mode can disconnect it.
 */
export async function deviceControls(
  caller: Caller,
  kind: SandboxKind,
  session: Pick<DeviceSession, "isVirtual">,
): Promise<DeviceControl[]> {
  if (!hasScope(caller, "drive", "input")) return [];
  if (hasMouse(kind)) return ["paste"];
  const touch: DeviceControl[] = ["rotate", "buttons", "paste"];
  // Installing and commands need the right to run commands.
  if (!hasScope(caller, "drive", "shell")) return touch;
  return [...touch, ...((await session.isVirtual()) ? (["battery", "airplane"] as const) : (["install"] as const))];
}
