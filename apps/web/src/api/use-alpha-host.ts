import { useEffect, useState } from "react";

/** Asked for once for each page; a failure is asked again. */
let asked: Promise<string | null> | undefined;

/** The contract and its validation are large: the sign-in is on the screen before they are needed. */
const ask = async (): Promise<string | null> => {
  const { loginClient } = await import("./auth.ts");
  return (await loginClient()).alphaHost;
};

/**
 * The host on which an invite is required, as the server says; null: none; undefined: not known yet. Asks only while it
 * is wanted. If the server cannot be asked there is none: the server itself refuses who may not pass.
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
