import { AppError } from "./app-error.ts";

/** The only character that PostgreSQL cannot store. */
const NUL = "\0";

/** Whether any text in it, at any depth, contains NUL. */
function holdsNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes(NUL);
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return false;
  return Object.entries(value).some((entry) => entry.some(holdsNul));
}

/** Returns invalid_request if a value contains a text that can be neither stored nor searched for. */
export const refuseUnstorable = (value: unknown): AppError | undefined =>
  holdsNul(value)
    ? new AppError("invalid_request", { detail: "a text contains a NUL character, and those cannot be stored" })
    : undefined;

/** Throws invalid_request for such a value. */
export function requireStorable(value: unknown): void {
  const refusal = refuseUnstorable(value);
  if (refusal) throw refusal;
}

/** Returns a storable form of an external text. */
export const storableText = (text: string): string => text.replaceAll(NUL, "\uFFFD");
