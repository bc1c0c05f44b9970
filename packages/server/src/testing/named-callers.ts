import type { Caller } from "@terrarium/platform/base/caller";

/** For tests: accepts a user's name as a token, or the name of a user's API key in its own team: "ada" or "ada/1". */
export async function authenticateByName(token: string): Promise<Caller> {
  const [userId = "", n] = token.split("/");
  if (n === undefined) return { kind: "session", userId, sessionId: userId };
  return { kind: "api-key", apiKeyId: n, organizationId: `org_${n}`, scope: "manage", createdBy: userId };
}
