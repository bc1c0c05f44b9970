import { AppError } from "../http/app-error.ts";
import type { Authenticate } from "../http/authenticate.ts";
import type { Caller } from "../http/caller.ts";

/** Something that knows some bearer tokens. */
interface TokenFinder {
  find(token: string): Promise<Caller | undefined>;
}

/** Recognizes API keys and session tokens. */
export function createAuthenticate(finders: readonly TokenFinder[]): Authenticate {
  return async (token) => {
    for (const finder of finders) {
      const caller = await finder.find(token);
      if (caller) return caller;
    }
    throw new AppError("unauthorized");
  };
}
