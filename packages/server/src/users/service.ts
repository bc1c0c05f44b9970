import { cutText } from "@terrarium/bounds/cut-text";
import { USER_NAME_MAX_CHARS } from "@terrarium/contract/limits";
import type { User } from "@terrarium/contract/user";
import { AppError } from "@terrarium/platform/base/app-error";
import { newId } from "@terrarium/platform/db/ids";
import type { UserStore } from "./store.ts";

/** An identity provider's data about a user. */
export interface Identity {
  provider: string;
  providerUserId: string;
  name: string;
  avatar: string | null;
  /** Null: the provider has no verified address, or does not return it. */
  email: string | null;
}

export interface UserService {
  /** Returns the user with this identity, created at the first sign-in. */
  signIn(identity: Identity): Promise<User>;
  /** Throws unauthorized if the user no longer exists. */
  get(id: string): Promise<User>;
  /** Throws unauthorized if the user no longer exists. */
  rename(id: string, name: string): Promise<User>;
}

export function createUserService(store: UserStore, clock: () => number = Date.now): UserService {
  return {
    signIn(identity) {
      const now = clock();
      const name = cutText(identity.name.trim(), USER_NAME_MAX_CHARS);
      return store.upsert({ ...identity, name, id: newId("usr", now), now });
    },
    async get(id) {
      const user = await store.find(id);
      if (!user) throw new AppError("unauthorized");
      return user;
    },
    async rename(id, name) {
      const user = await store.rename(id, name, clock());
      if (!user) throw new AppError("unauthorized");
      return user;
    },
  };
}
