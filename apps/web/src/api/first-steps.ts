import { useQuery } from "@tanstack/react-query";
import { type FirstSteps, getFirstSteps } from "@terrarium/contract/first-steps";
import { call } from "./call.ts";
import { OTHERS_INTERVAL_MS } from "./query-client.ts";

export const areAllDone = ({ sandbox, script, program }: FirstSteps): boolean => sandbox && script && program;

/** Polls the first steps that a team has done, until it has done all. */
export const useFirstSteps = (organizationId: string) =>
  useQuery({
    queryKey: ["first-steps", organizationId],
    queryFn: ({ signal }) => call(getFirstSteps, { body: { organizationId }, signal }),
    refetchInterval: ({ state: { data } }) => (data !== undefined && areAllDone(data) ? false : OTHERS_INTERVAL_MS),
  });
