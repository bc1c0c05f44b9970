import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionEnd } from "./device-session.ts";

/** Returns the error for operations on a device after the end of its session or screen. */
export const sessionFailure = (sandboxId: string, { cause, detail }: SessionEnd, options?: ErrorOptions): AppError =>
  cause === "sandbox-ended"
    ? new AppError("sandbox_not_running", { sandboxId, reason: detail }, options)
    : new AppError("device_failed", { sandboxId, detail }, options);
