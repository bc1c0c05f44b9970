import { mdiAlertCircleOutline, mdiFolderOpenOutline } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useMemo, type ReactElement } from "react";
import type { Entry } from "../list-folder.ts";
import { FileRow, fileRowHeight, FileTile, fileTileHeight } from "./FileRow.tsx";
import { FOLDER_LIST_WIDTH } from "./FolderList.tsx";
import { explain, FILES_STRINGS } from "./strings.ts";

const TILE_WIDTH = 150;
/** Space below the last row for the floating button. */
const BOTTOM_SPACE = 112;

interface FolderViewProps {
  /** Undefined while loading. */
  entries: readonly Entry[] | undefined;
  error: unknown;
  grid: boolean;
  selected: readonly string[];
  onPress: (entry: Entry) => void;
  onHold: (entry: Entry) => void;
}

/** Shows a folder's content as rows or tiles, or the reason for an empty view. */
export function FolderView(props: FolderViewProps): ReactElement {
  const { entries, error, grid, selected, onPress, onHold } = props;
  const strings = useStrings(FILES_STRINGS);
  const { widthDp: screenDp, fontScale } = useScreen();
  const widthDp = useTwoPane() ? screenDp - FOLDER_LIST_WIDTH : screenDp;
  const columns = grid ? Math.max(2, Math.floor((widthDp - 24) / TILE_WIDTH)) : 1;
  const height = grid ? fileTileHeight(fontScale) : fileRowHeight(fontScale);
  const rows = useMemo(() => {
    const result: { key: string; height: number; entries: readonly Entry[] }[] = [];
    for (let at = 0; at < (entries?.length ?? 0); at += columns) {
      const inRow = entries?.slice(at, at + columns) ?? [];
      result.push({ key: inRow[0]?.path ?? "", height, entries: inRow });
    }
    return result;
  }, [columns, entries, height]);
  if (entries === undefined) return <View style={{ grow: 1 }} />;
  if (error !== undefined) return <EmptyState icon={mdiAlertCircleOutline} title={explain(error, strings)} />;
  if (entries.length === 0) {
    return <EmptyState icon={mdiFolderOpenOutline} title={strings.emptyFolder} text={strings.emptyFolderHint} />;
  }
  const shared = (entry: Entry): { entry: Entry; selected: boolean; onPress: () => void; onHold: () => void } => ({
    entry,
    selected: selected.includes(entry.path),
    onPress: () => onPress(entry),
    onHold: () => onHold(entry),
  });
  return (
    <LazyColumn
      id="entries"
      items={rows}
      paddingBottom={BOTTOM_SPACE}
      render={({ entries: inRow }) =>
        grid ? (
          <View passThrough style={{ direction: "row", paddingX: 12, grow: 1 }}>
            {Array.from({ length: columns }, (_, column) => {
              const entry = inRow[column];
              return (
                <View key={column} passThrough style={{ grow: 1, basis: 0 }}>
                  {entry ? <FileTile {...shared(entry)} /> : null}
                </View>
              );
            })}
          </View>
        ) : (
          (inRow.map((entry) => <FileRow key={entry.path} {...shared(entry)} />)[0] ?? null)
        )
      }
    />
  );
}
