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

/** Queries the valid links and tokens of a sandbox, newest first. */
export const useBoxLinks = (boxId: string) =>
  useQuery({
    queryKey: [KEY, boxId],
    queryFn: async ({ signal }) => (await call(getBoxTokens, { params: { boxId }, signal })).data,
    staleTime: 0,
  });

/** Queries the command that connects the real adb to the device. Fails if adb access is disabled for the device. */
export const useAdbCommand = (boxId: string) =>
  useQuery({
    queryKey: ["adb-command", boxId],
    queryFn: async ({ signal }) => (await call(getAdbConnectAddress, { params: { boxId }, signal })).command,
  });

interface NewLink {
  /** Rights of a link to the screen page. Undefined for a terminal page. */
  rights: BoxRight[] | undefined;
  /** Lifetime in the API's format, such as "1h". */
  expiresIn: string;
}

/** Creates a link and returns its address. */
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

/** Revokes a link by its id and closes connections opened with it. */
export function useRevokeLink(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (tokenId: string) => call(revokeBoxToken, { params: { boxId, tokenId } }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY, boxId] }),
  });
}
