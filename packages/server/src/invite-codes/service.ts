import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import { newReadableCode, readReadableCode } from "@terrarium/platform/secrets/readable-code";
import type { InviteCodeRecord, InviteCodeStore } from "./store.ts";

/** The operator's codes, which users need on the alpha host. */
export interface InviteCodeService {
  /** Creates a code for this many users. `expiresInMs` undefined: never expires. */
  create(options: { uses: number; expiresInMs: number | undefined }): Promise<InviteCodeRecord>;
  /** Throws invite_code_unknown, invite_code_used, invite_code_expired. */
  redeem(caller: SessionCaller, typedCode: string): Promise<void>;
  /** Throws invite_required if the user has not redeemed a code. */
  requireRedeemed(userId: string): Promise<void>;
}

export function createInviteCodeService(store: InviteCodeStore, clock: () => number = Date.now): InviteCodeService {
  return {
    async create({ uses, expiresInMs }) {
      const now = clock();
      const expiresAt = expiresInMs === undefined ? null : now + expiresInMs;
      const record = { code: newReadableCode(), usesLeft: uses, createdAt: now, expiresAt };
      await store.insert(record);
      return record;
    },
    async redeem({ userId }, typedCode) {
      const outcome = await store.redeem(userId, readReadableCode(typedCode), clock());
      switch (outcome) {
        case "redeemed":
          return;
        case "no-user":
          throw new AppError("unauthorized");
        case "unknown":
        case "used":
        case "expired":
          throw new AppError(`invite_code_${outcome}`);
      }
    },
    async requireRedeemed(userId) {
      if (!(await store.hasRedeemed(userId))) throw new AppError("invite_required");
    },
  };
}
