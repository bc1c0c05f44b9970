import type { BodyInputOf, Endpoint, ResponseOf } from "@terrarium/contract/endpoint";
import { exchange } from "@terrarium/sdk/exchange";

/** A sandbox, and the token of the page's calls to it. */
export interface BoxAccess {
  sandboxId: string;
  token: string;
}

/** Makes a call to the sandbox of a screen. Rejects without a response, and with the message of a refusal. */
export async function callBox<E extends Endpoint>(
  endpoint: E,
  { sandboxId, token }: BoxAccess,
  body: BodyInputOf<E>,
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const answer = await exchange(
    endpoint,
    { params: { boxId: sandboxId }, body, signal },
    {
      baseUrl: "",
      headers: { authorization: `Bearer ${token}` },
      read: (response): Promise<ResponseOf<E>> => response.json(),
    },
  );
  if ("body" in answer) return answer.body;
  throw new Error(answer.refusal?.message ?? `${answer.response.status} ${answer.response.statusText}`);
}
