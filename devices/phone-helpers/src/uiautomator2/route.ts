import type { z } from "zod";
import type { Session } from "./session.ts";
import { invalidArgument } from "./wire-error.ts";

/** A request of a session: the parts of its path by name, and its body. */
export interface RouteRequest {
  session: Session;
  id: string;
  name: string;
  body: unknown;
}

/** Answers a request of a session with a value for JSON. Throws WireError. */
export type Route = (request: RouteRequest) => unknown;

/** Parses a body. Throws WireError. */
export function parse<Value>(schema: z.ZodType<Value>, body: unknown): Value {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw invalidArgument(`${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`);
}
