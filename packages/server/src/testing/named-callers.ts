import type { Caller } from "../base/caller.ts";

/** For tests: a token is a user, or an API key of that user in a team of its own: "ada" or "ada/1". */
export async function authenticateByName(token: string): Promise<Caller> {
  const [userId = "", n] = token.split("/");
  if (n === undefined) return { kind: "session", userId, sessionId: userId };
  return { kind: "api-key", apiKeyId: n, organizationId: `org_${n}`, scope: "manage", createdBy: userId };
}
