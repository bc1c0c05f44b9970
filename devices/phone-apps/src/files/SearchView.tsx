import { posix } from "node:path";
import { mdiMagnify, mdiMagnifyClose } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useEffect, useMemo, useState, type ReactElement } from "react";
import type { Entry } from "../list-folder.ts";
import { FileRow, fileRowHeight } from "./FileRow.tsx";
import { FILES_ROOT, searchFiles } from "./folder-listing.ts";
import { FILES_STRINGS } from "./strings.ts";

/** Finds files by a part of their name, in this folder and below. A long press opens a file's folder. */
export function SearchView(props: {
  path: string;
  onBack: () => void;
  onOpen: (entry: Entry) => void;
  onShow: (folder: string) => void;
}): ReactElement {
  const { path, onBack, onOpen, onShow } = props;
  const strings = useStrings(FILES_STRINGS);
  const { fontScale } = useScreen();
  const [query, setQuery] = useState("");
  const found = useFound(path, query);
  const items = useMemo(
    () => (found ?? []).map((entry) => ({ key: entry.path, height: fileRowHeight(fontScale), entry })),
    [fontScale, found],
  );
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <View style={{ paddingX: 16, paddingTop: 8, paddingBottom: 8 }}>
        <SearchField
          id="query"
          label={strings.searchIn(path === FILES_ROOT ? strings.storage : posix.basename(path))}
          value={query}
          onChange={setQuery}
          onBack={onBack}
          takesFocus
        />
      </View>
      {query.trim() === "" || found === undefined ? (
        <EmptyState icon={mdiMagnify} title={strings.search} text={strings.nothingFoundHint} />
      ) : found.length === 0 ? (
        <EmptyState icon={mdiMagnifyClose} title={strings.nothingFound(query.trim())} text={strings.nothingFoundHint} />
      ) : (
        <LazyColumn
          id="found"
          items={items}
          paddingBottom={48}
          render={({ entry }) => (
            <FileRow
              entry={entry}
              selected={false}
              onPress={() => onOpen(entry)}
              onHold={() => onShow(posix.dirname(entry.path))}
            />
          )}
        />
      )}
    </View>
  );
}

/** Returns the matches of the query, or undefined until they are known. */
function useFound(path: string, query: string): readonly Entry[] | undefined {
  const { files, run } = useServices();
  const [found, setFound] = useState<{ query: string; entries: readonly Entry[] }>();
  useEffect(() => {
    if (query.trim() === "") return undefined;
    const controller = new AbortController();
    void searchFiles(files, path, query, controller.signal).then((entries) =>
      controller.signal.aborted ? undefined : run(() => setFound({ query, entries })),
    );
    return () => controller.abort();
  }, [files, path, query, run]);
  // The last query's matches stay visible until the next result arrives.
  return query.trim() === "" ? undefined : found?.entries;
}
