import { useEffect, useState } from "react";

const STORAGE_KEY = "playground-script";

/** The script in the editor. It stays with the tab while other pages are visited. */
export function useScript(sample: string) {
  const [script, setScript] = useState(() => sessionStorage.getItem(STORAGE_KEY) ?? sample);
  useEffect(() => {
    if (script === sample) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, script);
  }, [script, sample]);
  return [script, setScript] as const;
}
