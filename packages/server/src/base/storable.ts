import { AppError } from "./app-error.ts";

/** The one character that PostgreSQL does not store. */
const NUL = "\0";

/** Whether a text in it, however deep, holds that. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NUL);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return Object.entries(value).some((entry) => entry.some(holdsNul));
}

/** The invalid_request for what somebody sent if a text in it cannot be stored, nor be looked for. */
export const refuseUnstorable = (value: unknown): AppError | undefined =>
  holdsNul(value)
    ? new AppError("invalid_request", { detail: "a text holds a NUL character, which cannot be stored" })
    : undefined;

/** Throws it. */
export function requireStorable(value: unknown): void {
  const refusal = refuseUnstorable(value);
  if (refusal) throw refusal;
}

/** Of words that come from elsewhere and are to be stored whatever they hold, a text that can be. */
export const storableText = (text: string): string => text.replaceAll(NUL, "\uFFFD");
