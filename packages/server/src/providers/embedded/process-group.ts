import { hasCode } from "./file-errors.ts";

/** Kills all who are in the group that a process leads or has led. Of a group in which nobody is, or others alone, nobody is killed. */
export function killGroup(leader: number): void {
  try {
    process.kill(-leader, "SIGKILL");
  } catch (error) {
    if (!(hasCode(error) && ["ESRCH", "EPERM"].includes(error.code))) throw error;
  }
}
