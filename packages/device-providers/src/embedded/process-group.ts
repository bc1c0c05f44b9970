import { hasCode } from "./file-errors.ts";

/**
 * Kills all processes in the group that a process leads or has led. Ignores groups that are empty or belong to other
 * users.
 */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!(hasCode(error) && ["ESRCH", "EPERM"].includes(error.code))) throw error;
  }
}
