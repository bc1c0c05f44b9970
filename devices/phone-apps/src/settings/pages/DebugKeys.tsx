import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { mdiAlertCircleOutline, mdiKeyOutline } from "@mdi/js";
import { formatPublicKey, parsePublicKeys } from "@terrarium/adb/public-key";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { useEffect, useState, type ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

interface ShownKey {
  name: string;
  fingerprint: string;
}

/** Lists the keys that may connect with `adb`, with the fingerprints that Android shows. */
export function DebugKeys(): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const { keys, problem } = useKeys();
  if (problem !== undefined) {
    return <ListRow id="keys_problem" icon={mdiAlertCircleOutline} danger title={strings.keysFailed(problem)} />;
  }
  if (keys?.length === 0)
    return <ListRow id="no_keys" icon={mdiKeyOutline} title={strings.keys} subtitle={strings.noKeys} />;
  return (
    <>
      {(keys ?? []).map((key, index) => (
        <ListRow
          key={key.fingerprint}
          id={`key_${index}`}
          icon={mdiKeyOutline}
          title={key.name}
          subtitle={key.fingerprint}
          subtitleLines={3}
        />
      ))}
    </>
  );
}

function useKeys(): { keys: readonly ShownKey[] | undefined; problem: string | undefined } {
  const { authorizedKeyFiles, run } = useServices();
  const [state, setState] = useState<{ keys: readonly ShownKey[] | undefined; problem: string | undefined }>({
    keys: undefined,
    problem: undefined,
  });
  useEffect(() => {
    let wanted = true;
    const show = (next: typeof state): void => {
      if (wanted) run(() => setState(next));
    };
    readKeys(authorizedKeyFiles).then(
      (keys) => show({ keys, problem: undefined }),
      (error: unknown) => show({ keys: undefined, problem: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      wanted = false;
    };
  }, [authorizedKeyFiles, run]);
  return state;
}

async function readKeys(files: readonly string[]): Promise<ShownKey[]> {
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  const keys = texts
    .flatMap((text) => parsePublicKeys(text).keys)
    .map(({ key, comment }) => ({ name: comment || "adb", fingerprint: fingerprint(formatPublicKey(key, "")) }));
  // One key may be in several files.
  return [...new Map(keys.map((key) => [key.fingerprint, key])).values()];
}

/** Returns the MD5 of the key's bytes, like AOSP's AdbDebuggingManager.getFingerprints. */
function fingerprint(line: string): string {
  const bytes = Buffer.from(line.trim(), "base64");
  return createHash("md5").update(bytes).digest("hex").toUpperCase().match(/../g)?.join(":") ?? "";
}
