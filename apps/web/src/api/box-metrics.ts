import { useQuery } from "@tanstack/react-query";
import { getBoxMetrics } from "@terrarium/contract/box-metrics";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import { BOX_METRICS } from "@terrarium/contract/limits";
import { call } from "./call.ts";

type BoxMetrics = ResponseOf<typeof getBoxMetrics>;

/** Queries what a running sandbox uses, and polls for new samples while `isShown`. */
export const useBoxMetrics = (boxId: string, isShown: boolean) =>
  useQuery({
    queryKey: ["metrics", boxId],
    queryFn: async ({ queryKey, signal, client }) => {
      const known = client.getQueryData<BoxMetrics>(queryKey)?.samples ?? [];
      const since = known.at(-1)?.at;
      const query = since === undefined ? {} : { since };
      const { limits, samples } = await call(getBoxMetrics, { params: { boxId }, query, signal });
      return { limits, samples: lately([...known, ...samples]) };
    },
    enabled: isShown,
    staleTime: 0,
    refetchInterval: ({ state: { error } }) => (error === null ? BOX_METRICS.intervalMs : false),
  });

function lately(samples: BoxMetrics["samples"]): BoxMetrics["samples"] {
  const fromMs = Date.parse(samples.at(-1)?.at ?? "") - BOX_METRICS.keptMs;
  return samples.filter(({ at }) => Date.parse(at) > fromMs);
}
