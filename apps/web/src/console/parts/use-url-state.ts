import { useSearchParams } from "react-router";
import { useFollowUp } from "./use-follow-up.ts";

type Values = Record<string, string | undefined>;

function changed(current: URLSearchParams, values: Values): URLSearchParams {
  const next = new URLSearchParams(current);
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined || value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** Stores values in the page's address, so that they survive a reload and can be shared. */
export function useUrlState() {
  const [parameters, setParameters] = useSearchParams();
  /** Sets values, or removes them with undefined or "". Replaces the history entry, so that Back leaves the page. */
  const set = (values: Values) => setParameters((current) => changed(current, values), { replace: true });
  const followUp = useFollowUp();
  /** Sets values from an effect, unless the user has navigated meanwhile. */
  const correct = (values: Values) => followUp(`?${changed(parameters, values)}`, { replace: true });
  return { parameters, set, correct };
}
