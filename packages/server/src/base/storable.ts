import { AppError } from "./app-error.ts";

/** Whether a text in it, however deep, holds the one character that PostgreSQL does not store. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return Object.entries(value).some((entry) => entry.some(holdsNul));
}

/** Throws invalid_request if a text in what somebody sent cannot be stored, nor be looked for. */
export function requireStorable(value: unknown): void {
  if (holdsNul(value))
    throw new AppError("invalid_request", { detail: "a text holds a NUL character, which cannot be stored" });
}
