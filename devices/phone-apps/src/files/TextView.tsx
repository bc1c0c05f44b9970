import { posix } from "node:path";
import { mdiAlertCircleOutline, mdiFileQuestionOutline } from "@mdi/js";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { FileError } from "@terrarium/device-files/file-error";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { useEffect, useState, type ReactElement } from "react";
import { formatBytes } from "../format-bytes.ts";
import { explain, FILES_STRINGS } from "./strings.ts";

/** Largest part of a text to show. Users do not read more on a phone. */
const SHOWN_BYTES = 64 * 1024;

interface Content {
  /** Undefined if the file is not text. */
  text: string | undefined;
  sizeBytes: number;
}

/** Shows the beginning of a text file, or a message for other files. Calls `onFolder` if the path is a folder. */
export function TextView(props: { path: string; onBack: () => void; onFolder: () => void }): ReactElement {
  const { path, onBack, onFolder } = props;
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const { files, run } = useServices();
  const [state, setState] = useState<{ content: Content } | { error: unknown }>();
  useEffect(() => {
    let wanted = true;
    const show = (next: { content: Content } | { error: unknown }): void => {
      if (wanted) run(() => setState(next));
    };
    readText(files, path).then(
      (content) => show({ content }),
      (error: unknown) => {
        if (!(error instanceof FileError && error.code === "EISDIR")) show({ error });
        else if (wanted) run(onFolder);
      },
    );
    return () => {
      wanted = false;
    };
  }, [files, onFolder, path, run]);
  const content = state && "content" in state ? state.content : undefined;
  const cut = content && content.sizeBytes > SHOWN_BYTES;
  const subtitle = cut
    ? strings.cutOff(formatBytes(SHOWN_BYTES), formatBytes(content.sizeBytes))
    : content && formatBytes(content.sizeBytes);
  return (
    <Page title={posix.basename(path)} onBack={onBack} {...(subtitle === undefined ? {} : { subtitle })}>
      {state && "error" in state ? (
        <View style={{ paddingTop: 80 }}>
          <EmptyState icon={mdiAlertCircleOutline} title={explain(state.error, strings)} text={path} />
        </View>
      ) : content && content.text === undefined ? (
        <View style={{ paddingTop: 80 }}>
          <EmptyState icon={mdiFileQuestionOutline} title={posix.basename(path)} text={strings.binary} />
        </View>
      ) : (
        <Text id="text" text={TYPE.body} color={colors.onSurface} style={{ marginX: 8, marginTop: 8 }}>
          {content?.text ?? ""}
        </Text>
      )}
    </Page>
  );
}

async function readText(files: DeviceFiles, path: string): Promise<Content> {
  const { bytes, sizeBytes } = await files.readStart(path, SHOWN_BYTES);
  const text = bytes.includes(0) ? undefined : new TextDecoder().decode(bytes).replaceAll("\t", "    ");
  return { text, sizeBytes };
}
