import { type Box, getBox } from "@terrarium/contract/boxes";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import { useEffect, useState } from "react";

/** Time between requests: names and lifetimes change. */
const INTERVAL_MS = 60_000;

/**
 * Requests a sandbox's details. They are undefined until the response, without a token, and for callers without access
 * to the sandbox.
 */
export function useBox(sandboxId: string, token: string | null): { box: Box | undefined; isAsked: boolean } {
  const [known, setKnown] = useState<{ of: string; box: Box | undefined }>();
  useEffect(() => {
    if (token === null) return;
    const stop = new AbortController();
    const ask = () =>
      askBox(sandboxId, token, stop.signal).then(
        (box) => setKnown({ of: sandboxId, box }),
        () =>
          stop.signal.aborted ||
          setKnown((last) => (last?.of === sandboxId ? last : { of: sandboxId, box: undefined })),
      );
    void ask();
    const timer = setInterval(() => document.visibilityState === "visible" && void ask(), INTERVAL_MS);
    return () => {
      clearInterval(timer);
      stop.abort();
    };
  }, [sandboxId, token]);
  return known?.of === sandboxId ? { box: known.box, isAsked: false } : { box: undefined, isAsked: token !== null };
}

async function askBox(sandboxId: string, token: string, signal: AbortSignal): Promise<Box | undefined> {
  const path = getBox.path.replace("{boxId}", encodeURIComponent(sandboxId));
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` }, signal });
  if (!response.ok) return undefined;
  return (await response.json()) as ResponseOf<typeof getBox>;
}
