import { useQuery, useQueryClient } from "@tanstack/react-query";
import {
  createLiveViewUrl,
  createWebTerminalUrl,
  getAdbConnectAddress,
  getBoxTokens,
  revokeBoxToken,
} from "@terrarium/contract/box-links";
import type { BoxRight } from "@terrarium/contract/box-rights";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const KEY = "box-links";

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

interface NewLink {
  /** What the link grants on a page with the screen; undefined: a page with a terminal. */
  rights: BoxRight[] | undefined;
  /** In the API's words, such as "1h". */
  expiresIn: string;
}

/** Makes a link and returns its address. */
export function useMakeLink(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: async ({ rights, expiresIn }: NewLink): Promise<string> => {
      const params = { boxId };
      const made =
        rights === undefined
          ? await call(createWebTerminalUrl, { params, body: { expiresIn } })
          : await call(createLiveViewUrl, { params, body: { expiresIn, rights } });
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
