import { useEffect, useState } from "react";

/** Fetched once per page load. A failed request is repeated. */
let asked: Promise<string | null> | undefined;

/** Loaded lazily, because the contract and its validation are large: the sign-in page shows first. */
const ask = async (): Promise<string | null> => {
  const { loginClient } = await import("./auth.ts");
  return (await loginClient()).alphaHost;
};

/**
 * Returns the host that requires an invite code, as the server reports it: null if there is none, undefined until
 * known. Sends a request only while `isWanted`. If the request fails, the result is null, and the server itself rejects
 * users without access.
 */
export function useAlphaHost(isWanted: boolean): string | null | undefined {
  const [alphaHost, setAlphaHost] = useState<string | null>();
  useEffect(() => {
    if (!isWanted || alphaHost !== undefined) return undefined;
    let isCurrent = true;
    asked ??= ask();
    asked.then(
      (answer) => isCurrent && setAlphaHost(answer),
      (error: unknown) => {
        console.error("Whether this is the alpha host could not be asked", error);
        asked = undefined;
        if (isCurrent) setAlphaHost(null);
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [isWanted, alphaHost]);
  return alphaHost;
}
