import { InviteLink } from "@terrarium/contract/invite";
import { INVITE_EXPIRY_DAYS, INVITE_LINKS_PER_ORGANIZATION } from "@terrarium/contract/limits";
import type { Organization } from "@terrarium/contract/organization";
import { AppError } from "@terrarium/platform/base/app-error";
import type { SessionCaller } from "@terrarium/platform/base/caller";
import { newId } from "@terrarium/platform/db/ids";
import { readableRows } from "@terrarium/platform/db/readable-rows";
import { newReadableCode, readReadableCode } from "@terrarium/platform/secrets/readable-code";
import { hashToken, openOrEmpty, type SecretBox } from "@terrarium/platform/secrets/secret-box";
import type { FastifyBaseLogger } from "fastify";
import type { MemberService } from "../organizations/member-service.ts";
import type { OrganizationService } from "../organizations/service.ts";
import type { InviteLinkRecord, InviteStore } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Tolerated error of a browser's clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;
/** Time for which expired links stay listed. */
const KEEP_EXPIRED_MS = 7 * DAY_MS;

/** Links by which users join an organization, until they expire or are deleted. */
export interface InviteService {
  /** Throws invite_link_expiry, invite_link_limit. */
  create(caller: SessionCaller, organizationId: string, expiresAt: number): Promise<InviteLink>;
  list(caller: SessionCaller, organizationId: string): Promise<InviteLink[]>;
  /** Throws invite_link_not_found. */
  delete(caller: SessionCaller, organizationId: string, inviteId: string): Promise<void>;
  /** Throws invite_link_unknown, invite_link_expired, and as MemberService.join does. */
  join(caller: SessionCaller, typedCode: string): Promise<Organization>;
  /** Removes links from the lists a week after their expiry. */
  forget(): Promise<void>;
}

interface InviteServiceParts {
  store: InviteStore;
  organizations: Pick<OrganizationService, "requireMember">;
  members: Pick<MemberService, "join">;
  box: SecretBox;
  log: Pick<FastifyBaseLogger, "error">;
}

export function createInviteService(
  { store, organizations, members, box, log }: InviteServiceParts,
  clock: () => number = Date.now,
): InviteService {
  const toWire = (record: InviteLinkRecord): InviteLink => ({
    id: record.id,
    inviteCode: openOrEmpty(box, record.codeSealed, record.id),
    createdAt: new Date(record.createdAt).toISOString(),
    expiresAt: new Date(record.expiresAt).toISOString(),
  });
  return {
    async create(caller, organizationId, expiresAt) {
      await organizations.requireMember(caller, organizationId);
      const now = clock();
      requireExpiry(expiresAt - now);
      const id = newId("inv", now);
      const code = newReadableCode();
      const link = { id, organizationId, codeSealed: box.seal(code, id), createdAt: now, expiresAt };
      const outcome = await store.insertWithin(INVITE_LINKS_PER_ORGANIZATION, { ...link, codeHash: hashToken(code) });
      if (outcome === "no-organization") throw new AppError("organization_not_found", { organizationId });
      if (outcome === "limit") throw new AppError("invite_link_limit");
      return toWire(link);
    },
    async list(caller, organizationId) {
      await organizations.requireMember(caller, organizationId);
      return readableRows(await store.list(organizationId), InviteLink, toWire, log);
    },
    async delete(caller, organizationId, inviteId) {
      await organizations.requireMember(caller, organizationId);
      if (!(await store.delete(organizationId, inviteId))) throw new AppError("invite_link_not_found", { inviteId });
    },
    async join(caller, typedCode) {
      const codeHash = hashToken(readReadableCode(typedCode));
      const link = await store.findByHash(codeHash);
      if (!link) throw new AppError("invite_link_unknown");
      if (link.expiresAt <= clock()) throw new AppError("invite_link_expired");
      const member = { organizationId: link.organizationId, userId: caller.userId };
      const joined = await members.join(member, (transaction) => store.hold(transaction, codeHash));
      if (!joined) throw new AppError("invite_link_unknown");
      return joined;
    },
    forget: () => store.deleteExpiredBefore(clock() - KEEP_EXPIRED_MS),
  };
}

function requireExpiry(aheadMs: number): void {
  const shortestMs = INVITE_EXPIRY_DAYS.min * DAY_MS - CLOCK_TOLERANCE_MS;
  const longestMs = INVITE_EXPIRY_DAYS.max * DAY_MS + CLOCK_TOLERANCE_MS;
  if (aheadMs < shortestMs || aheadMs > longestMs) throw new AppError("invite_link_expiry");
}
