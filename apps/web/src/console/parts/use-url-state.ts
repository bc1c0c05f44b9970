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

/** Values in the page's address, so that they survive a reload and can be shared. */
export function useUrlState() {
  const [parameters, setParameters] = useSearchParams();
  /** Sets or, with undefined or "", removes values; the address is replaced, so Back leaves the page. */
  const set = (values: Values) => setParameters((current) => changed(current, values), { replace: true });
  const followUp = useFollowUp();
  /** Does the same from an effect: not if the person has navigated meanwhile. */
  const correct = (values: Values) => followUp(`?${changed(parameters, values)}`, { replace: true });
  return { parameters, set, correct };
}
