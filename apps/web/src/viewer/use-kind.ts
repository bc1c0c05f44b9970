import { getBox } from "@terrarium/contract/boxes";
import type { ResponseOf } from "@terrarium/contract/endpoint";
import type { SandboxKind } from "@terrarium/contract/sandbox-kind";
import { useEffect, useState } from "react";

/**
 * Requests the kind of a sandbox. It is undefined until the response, without a token, and for callers without access
 * to the sandbox.
 */
export function useKind(sandboxId: string, token: string | null): { kind: SandboxKind | undefined; isAsked: boolean } {
  const [known, setKnown] = useState<{ of: string; kind: SandboxKind | undefined }>();
  useEffect(() => {
    if (token === null) return;
    const stop = new AbortController();
    askKind(sandboxId, token, stop.signal).then(
      (kind) => setKnown({ of: sandboxId, kind }),
      () => stop.signal.aborted || setKnown({ of: sandboxId, kind: undefined }),
    );
    return () => stop.abort();
  }, [sandboxId, token]);
  return known?.of === sandboxId ? { kind: known.kind, isAsked: false } : { kind: undefined, isAsked: token !== null };
}

async function askKind(sandboxId: string, token: string, signal: AbortSignal): Promise<SandboxKind | undefined> {
  const path = getBox.path.replace("{boxId}", encodeURIComponent(sandboxId));
  const response = await fetch(path, { headers: { authorization: `Bearer ${token}` }, signal });
  if (!response.ok) return undefined;
  return ((await response.json()) as ResponseOf<typeof getBox>).config.kind;
}
