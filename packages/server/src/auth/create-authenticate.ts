import { UNAUTHORIZED } from "@terrarium/contract/errors";
import { API_KEY_PREFIX } from "@terrarium/contract/limits";
import { AppError } from "@terrarium/platform/base/app-error";
import type { Caller } from "@terrarium/platform/base/caller";
import type { Authenticate } from "../http/authenticate.ts";

/** A lookup for one kind of bearer token. */
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
    throw new AppError("unauthorized", {
      problem: token.startsWith(API_KEY_PREFIX) ? UNAUTHORIZED.apiKey : UNAUTHORIZED.session,
    });
  };
}
