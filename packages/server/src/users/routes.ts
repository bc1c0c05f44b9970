import { getCurrentUserInfo } from "@terrarium/contract/user";
import type { FastifyInstance } from "fastify";
import { serve } from "../http/serve.ts";
import type { UserService } from "./service.ts";

export function registerUserRoutes(app: FastifyInstance, { users }: { users: UserService }): void {
  serve(app, getCurrentUserInfo, ({ caller }) => users.get(caller.userId));
}
