import { useIntent } from "@terrarium/phone-ui/services/services";
import { useCallback, useState } from "react";
import { pathOfUri } from "../file-intents.ts";

/** Returns the path of the open text file: opened in the app, or requested by an intent. */
export function useShownText(): [path: string | undefined, show: (path: string | undefined) => void] {
  const intent = useIntent();
  const [state, setState] = useState<{ intent: unknown; path: string | undefined }>({
    intent: undefined,
    path: undefined,
  });
  if (intent !== undefined && intent !== state.intent) setState({ intent, path: pathOfUri(intent.dataUri) });
  const show = useCallback((path: string | undefined) => setState({ intent, path }), [intent]);
  return [state.path, show];
}
