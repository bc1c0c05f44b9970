import { deleteUser, getCurrentUserInfo, getDeletionEffects, updateUserInfo } from "@terrarium/contract/user";
import type { FastifyInstance } from "fastify";
import { empty, serve } from "../http/serve.ts";
import type { AccountDeletion } from "./account-deletion.ts";
import type { UserService } from "./service.ts";

interface UserRoutes {
  users: UserService;
  accountDeletion: AccountDeletion;
}

const WRITE = { limit: "write" } as const;

export function registerUserRoutes(app: FastifyInstance, { users, accountDeletion }: UserRoutes): void {
  serve(app, getCurrentUserInfo, ({ caller }) => users.get(caller.userId));
  serve(app, updateUserInfo, ({ caller, body }) => users.rename(caller.userId, body.name), WRITE);
  serve(app, getDeletionEffects, ({ caller }) => accountDeletion.preview(caller.userId));
  serve(app, deleteUser, ({ caller }) => empty(accountDeletion.delete(caller.userId)), WRITE);
}
