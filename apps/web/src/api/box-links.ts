import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  type BoxRights,
  createLiveViewUrl,
  createWebTerminalUrl,
  getAdbConnectAddress,
  getBoxTokens,
  revokeBoxToken,
} from "@terrarium/contract/box-links";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const KEY = "box-links";

/** What somebody else is let in to: to watch the screen, to use it, or to use a terminal. */
export type LinkKind = BoxRights | "terminal";

/** The links and tokens of a sandbox that are still good, newest first. */
export const useBoxLinks = (boxId: string) =>
  useQuery({
    queryKey: [KEY, boxId],
    queryFn: async ({ signal }) => (await call(getBoxTokens, { params: { boxId }, signal })).data,
    staleTime: 0,
  });

/** What a person runs so that the real adb reaches the device; rejects where that is withheld. */
export const useAdbCommand = (boxId: string) =>
  useQuery({
    queryKey: ["adb-command", boxId],
    queryFn: async ({ signal }) => (await call(getAdbConnectAddress, { params: { boxId }, signal })).command,
  });

/** Makes a link, given how long it is good in the API's words ("1h"); answers its address. */
export function useMakeLink(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: async ({ kind, expiresIn }: { kind: LinkKind; expiresIn: string }): Promise<string> => {
      const params = { boxId };
      const made =
        kind === "terminal"
          ? await call(createWebTerminalUrl, { params, body: { expiresIn } })
          : await call(createLiveViewUrl, { params, body: { expiresIn, rights: kind } });
      return made.url;
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: [KEY, boxId] }),
  });
}

/** Ends a link, given its id, and what is open by it. */
export function useRevokeLink(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (tokenId: string) => call(revokeBoxToken, { params: { boxId, tokenId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY, boxId] }),
  });
}
