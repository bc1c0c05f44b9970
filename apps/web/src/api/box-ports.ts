import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type BoxPort, createBoxPortUrl, getBoxPorts, setBoxPortVisibility } from "@terrarium/contract/box-ports";
import { call } from "./call.ts";
import { useChange } from "./use-change.ts";

const INTERVAL_MS = 3_000;

const keyOf = (boxId: string) => ["box-ports", boxId];

/** Queries the ports of a box. Programs open ports at any time, so it polls while `isShown`. */
export const useBoxPorts = (boxId: string, isShown: boolean) =>
  useQuery({
    queryKey: keyOf(boxId),
    queryFn: async ({ signal }) => (await call(getBoxPorts, { params: { boxId }, signal })).data,
    enabled: isShown,
    staleTime: 0,
    refetchInterval: INTERVAL_MS,
  });

/** Creates an address that opens a port in this browser, without an API key. */
export const usePortUrl = (boxId: string) =>
  useChange({
    mutationFn: async (port: number): Promise<string> =>
      (await call(createBoxPortUrl, { params: { boxId }, body: { port } })).url,
  });

/** Makes a port public or private. */
export function useSetVisibility(boxId: string) {
  const queries = useQueryClient();
  return useChange({
    mutationFn: (change: Pick<BoxPort, "port" | "visibility">) =>
      call(setBoxPortVisibility, { params: { boxId }, body: change }),
    onSettled: () => queries.invalidateQueries({ queryKey: keyOf(boxId) }),
  });
}
