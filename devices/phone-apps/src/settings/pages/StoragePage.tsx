import {
  mdiDownloadOutline,
  mdiFileDocumentOutline,
  mdiFileOutline,
  mdiFolderOpenOutline,
  mdiImageOutline,
  mdiMovieOpenOutline,
  mdiTimerSandEmpty,
} from "@mdi/js";
import type { DeviceFiles } from "@terrarium/device-files/device-files";
import { usageBytes } from "@terrarium/device-files/storage-quota";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { useEffect, useState, type ReactElement } from "react";
import { formatBytes } from "../../format-bytes.ts";
import { StorageBar } from "../../StorageBar.tsx";
import type { TitleKey } from "../routes.ts";
import { SETTINGS_STRINGS } from "../strings.ts";

const CATEGORIES = [
  { key: "images", icon: mdiImageOutline, folders: ["/sdcard/Pictures", "/sdcard/DCIM"] },
  { key: "downloads", icon: mdiDownloadOutline, folders: ["/sdcard/Download"] },
  { key: "documents", icon: mdiFileDocumentOutline, folders: ["/sdcard/Documents"] },
  { key: "media", icon: mdiMovieOpenOutline, folders: ["/sdcard/Music", "/sdcard/Movies"] },
  { key: "otherFiles", icon: mdiFileOutline, folders: ["/sdcard"] },
  { key: "temporary", icon: mdiTimerSandEmpty, folders: ["/data/local/tmp"] },
] as const satisfies readonly { key: TitleKey; icon: string; folders: readonly string[] }[];

/** Request for an app that shows files (AOSP DocumentsContract.Root.MIME_TYPE_ITEM). */
const OPEN_STORAGE = { action: "android.intent.action.VIEW", mimeType: "vnd.android.document/root" } as const;

type Usage = Partial<Record<TitleKey, number>>;

export function StoragePage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const colors = useColors();
  const services = useServices();
  const { usedBytes, limitBytes } = services.files.quota;
  const { usage, problem } = useUsage();
  return (
    <Page title={strings.storage} {...props}>
      <View style={{ background: colors.surfaceContainer, radius: SHAPE.large, padding: 20, gap: 14, marginTop: 4 }}>
        <View style={{ direction: "row", align: "end", gap: 8, wrap: true }}>
          <Text id="used" text={{ ...TYPE.headline, weight: 500 }} color={colors.onSurface}>
            {formatBytes(usedBytes)}
          </Text>
          <Text id="total" text={TYPE.body} color={colors.onSurfaceVariant} style={{ marginBottom: 4 }}>
            {strings.storageUsed(`${Math.round((usedBytes / limitBytes) * 100)} %`, formatBytes(limitBytes))}
          </Text>
        </View>
        <StorageBar usedBytes={usedBytes} limitBytes={limitBytes} />
        <View style={{ direction: "row" }}>
          <Button
            id="open_files"
            icon={mdiFolderOpenOutline}
            label={strings.openFiles}
            onPress={() => services.startAppFor(OPEN_STORAGE)}
          />
        </View>
      </View>
      <SectionTitle>{strings.folders}</SectionTitle>
      {problem === undefined ? null : (
        <Text id="problem" text={TYPE.body} color={colors.error} style={{ marginX: 8, marginBottom: 12 }}>
          {strings.storageFailed(problem)}
        </Text>
      )}
      <ListGroup>
        {CATEGORIES.map(({ key, icon }) => {
          const bytes = usage[key];
          return (
            <ListRow
              key={key}
              id={`storage_${key}`}
              icon={icon}
              title={strings[key]}
              subtitle={bytes === undefined ? strings.counting : formatBytes(bytes)}
            />
          );
        })}
      </ListGroup>
    </Page>
  );
}

/** Returns the size of each category, computed again whenever the page opens. */
function useUsage(): { usage: Usage; problem: string | undefined } {
  const { files, run } = useServices();
  const [state, setState] = useState<{ usage: Usage; problem: string | undefined }>({ usage: {}, problem: undefined });
  useEffect(() => {
    let wanted = true;
    const show = (usage: Usage, problem?: string): void => {
      if (wanted) run(() => setState({ usage, problem }));
    };
    countUsage(files).then(show, (error: unknown) => show({}, error instanceof Error ? error.message : String(error)));
    return () => {
      wanted = false;
    };
  }, [files, run]);
  return state;
}

async function countUsage(files: DeviceFiles): Promise<Usage> {
  const usage: Usage = {};
  let counted = 0;
  for (const { key, folders } of CATEGORIES) {
    let bytes = 0;
    for (const folder of folders) bytes += await usageBytes(files.resolve(folder, true).hostPath);
    // The size of /sdcard includes the other categories.
    usage[key] = key === "otherFiles" ? Math.max(0, bytes - counted) : bytes;
    counted += bytes;
  }
  return usage;
}
