import { TerrariumError } from "./terrarium-error.ts";

/**
 * Calls a function. A TerrariumError that it rejects with gets the stack of this call: not every engine's stacks cross
 * an await, so the stack is captured before the first one.
 */
export async function withCallSite<Result>(call: () => Promise<Result>): Promise<Result> {
  const callSite = new Error("called");
  try {
    return await call();
  } catch (error) {
    if (error instanceof TerrariumError) showCallSite(error, callSite);
    throw error;
  }
}

/**
 * Replaces an error's stack with that of the call. V8's stacks start with the message; those of other engines do not.
 */
function showCallSite(error: Error, callSite: Error): void {
  const stack = callSite.stack ?? "";
  const header = "Error: called";
  error.stack = stack.startsWith(header) ? `${error.name}: ${error.message}${stack.slice(header.length)}` : stack;
}
