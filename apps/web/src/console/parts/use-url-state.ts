import { useSearchParams } from "react-router";

/** Values in the page's address, so that they survive a reload and can be shared. */
export function useUrlState() {
  const [parameters, setParameters] = useSearchParams();
  /** Sets or, with undefined or "", removes values; the address is replaced, so Back leaves the page. */
  const set = (values: Record<string, string | undefined>) =>
    setParameters(
      (current) => {
        const next = new URLSearchParams(current);
        for (const [name, value] of Object.entries(values)) {
          if (value === undefined || value === "") next.delete(name);
          else next.set(name, value);
        }
        return next;
      },
      { replace: true },
    );
  return { parameters, set };
}
