import { OAUTH_PROVIDERS, type OAuthProvider } from "@terrarium/contract/auth";
import type { Database } from "@terrarium/platform/db/database";
import { localRealm, localUserId, loginKey } from "./local-identity-provider.ts";

/** Names used to sign in on this machine, for the page's suggestions. */
export interface LocalIdentityStore {
  /** Latest first. */
  recent(provider: OAuthProvider, limit: number): Promise<string[]>;
  remember(provider: OAuthProvider, login: string): Promise<void>;
  /** Removes the name of a user of the local identity provider. Does nothing for other users. */
  forget(user: { provider: string; providerUserId: string }): Promise<void>;
}

export function createLocalIdentityStore(db: Database, clock: () => number = Date.now): LocalIdentityStore {
  return {
    async recent(provider, limit) {
      const query = db.selectFrom("localIdentities").select("login").where("provider", "=", provider);
      const rows = await query.orderBy("lastUsedAt", "desc").limit(limit).execute();
      return rows.map((row) => row.login);
    },
    async remember(provider, login) {
      const lastUsedAt = clock();
      await db
        .insertInto("localIdentities")
        .values({ provider, loginKey: loginKey(login), login, lastUsedAt })
        .onConflict((conflict) => conflict.columns(["provider", "loginKey"]).doUpdateSet({ login, lastUsedAt }))
        .execute();
    },
    async forget({ provider: realm, providerUserId }) {
      const provider = OAUTH_PROVIDERS.find((name) => localRealm(name) === realm);
      if (!provider) return;
      const query = db.selectFrom("localIdentities").select("loginKey").where("provider", "=", provider);
      const own = (await query.execute()).find((row) => String(localUserId(row.loginKey)) === providerUserId);
      if (!own) return;
      await db
        .deleteFrom("localIdentities")
        .where("provider", "=", provider)
        .where("loginKey", "=", own.loginKey)
        .execute();
    },
  };
}
