import { posix } from "node:path";
import { mdiMagnify, mdiPlus, mdiViewGridOutline, mdiViewListOutline, mdiDotsVertical } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useBack, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { OverlayHost } from "@terrarium/phone-ui/widgets/Overlay.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useCallback, useMemo, useState, type ReactElement } from "react";
import { viewIntent } from "../file-intents.ts";
import { kindOfFile } from "../file-kinds.ts";
import type { Entry } from "../list-folder.ts";
import { Breadcrumbs } from "./Breadcrumbs.tsx";
import { FileDialogs, type FileQuestion } from "./FileDialogs.tsx";
import { FILES_ROOT, sortEntries } from "./folder-listing.ts";
import { FolderList } from "./FolderList.tsx";
import { FolderView } from "./FolderView.tsx";
import { PasteBar } from "./PasteBar.tsx";
import { PicturePreview } from "./PicturePreview.tsx";
import { FilesPreferencesStore, type FilesPreferences } from "./preferences-store.ts";
import { SearchView } from "./SearchView.tsx";
import { SelectionBar } from "./SelectionBar.tsx";
import { StorageSummary } from "./StorageSummary.tsx";
import { FILES_STRINGS } from "./strings.ts";
import { TextView } from "./TextView.tsx";
import { useFileWork } from "./use-file-work.ts";
import { useFolder } from "./use-folder.ts";
import { useShownText } from "./use-shown-text.ts";

/** Shows the device's files, with navigation, selection and actions on the selection. */
export function FilesScreen(): ReactElement {
  const services = useServices();
  const both = useTwoPane();
  const strings = useStrings(FILES_STRINGS);
  const [preferences, setPreferences] = usePreferences();
  const [path, setPath] = useState(FILES_ROOT);
  const [selected, setSelected] = useState<readonly string[]>([]);
  const [searching, setSearching] = useState(false);
  const [question, setQuestion] = useState<FileQuestion>();
  const [text, setText] = useShownText();
  const goUp = useCallback(() => setPath((current) => (current === FILES_ROOT ? current : posix.dirname(current))), []);
  const folder = useFolder(path, preferences.hidden, goUp);
  const entries = useMemo(
    () => folder.entries && sortEntries(folder.entries, preferences.order),
    [folder.entries, preferences.order],
  );
  const chosen = useMemo(() => {
    const paths = new Set(selected);
    return entries?.filter((entry) => paths.has(entry.path)) ?? [];
  }, [entries, selected]);
  // The selection ends when all its files have been deleted meanwhile.
  const selecting = chosen.length > 0;
  const clear = useCallback(() => setSelected([]), []);
  const work = useFileWork(folder.refresh, clear);

  const leave = useCallback(() => {
    if (text !== undefined) setText(undefined);
    else if (selecting) clear();
    else if (searching) setSearching(false);
    else goUp();
  }, [clear, goUp, searching, selecting, setText, text]);
  useBack(text !== undefined || selecting || searching || path !== FILES_ROOT ? leave : undefined);

  const goTo = useCallback(
    (next: string): void => {
      clear();
      setSearching(false);
      setPath(next);
    },
    [clear],
  );
  const showFolder = useCallback(() => {
    if (text !== undefined) goTo(folderOf(text));
    setText(undefined);
  }, [goTo, setText, text]);
  const showList = (next: string): void => {
    setText(undefined);
    goTo(next);
  };
  const open = (entry: Entry): void => {
    if (entry.kind === "folder") goTo(entry.path);
    else if (entry.kind === "image" && both) setText(entry.path);
    else if (entry.kind === "image") services.startActivity(viewIntent(entry.path));
    else if (entry.kind === "text" || entry.kind === "other") setText(entry.path);
    else if (!services.startActivity(viewIntent(entry.path))) services.showToast(strings.noViewer);
  };
  const toggle = (entry: Entry): void =>
    setSelected((current) =>
      current.includes(entry.path) ? current.filter((each) => each !== entry.path) : [...current, entry.path],
    );

  const atRoot = path === FILES_ROOT;
  const content =
    text !== undefined ? (
      both && kindOfFile(text) === "image" ? (
        <PicturePreview key={text} path={text} onBack={() => setText(undefined)} />
      ) : (
        <TextView key={text} path={text} onBack={() => setText(undefined)} onFolder={showFolder} />
      )
    ) : searching ? (
      <SearchView path={path} onBack={() => setSearching(false)} onOpen={open} onShow={goTo} />
    ) : undefined;
  const folderView = (
    <View style={{ grow: 1, basis: 0 }}>
      {selecting ? (
        <SelectionBar
          entries={chosen}
          large={atRoot && !both}
          onClose={clear}
          onCarry={(mode) => work.carry(mode, chosen)}
          onAsk={setQuestion}
          onSelectAll={() => setSelected(entries?.map((entry) => entry.path) ?? [])}
        />
      ) : (
        <TopBar
          title={atRoot ? (both ? strings.storage : strings.appName) : posix.basename(path)}
          {...(atRoot ? { large: !both } : { onBack: leave })}
        >
          <IconButton id="search" path={mdiMagnify} label={strings.search} onPress={() => setSearching(true)} />
          <IconButton
            id="toggle_view"
            path={preferences.grid ? mdiViewListOutline : mdiViewGridOutline}
            label={preferences.grid ? strings.listView : strings.gridView}
            onPress={() => setPreferences({ ...preferences, grid: !preferences.grid })}
          />
          <IconButton
            id="more"
            path={mdiDotsVertical}
            label={strings.more}
            onPress={() => setQuestion({ kind: "menu" })}
          />
        </TopBar>
      )}
      {atRoot ? both ? null : <StorageSummary /> : <Breadcrumbs path={path} onGo={goTo} />}
      <FolderView
        key={path}
        entries={entries}
        error={folder.error}
        grid={preferences.grid}
        selected={selected}
        onPress={selecting ? toggle : open}
        onHold={toggle}
      />
      {work.carried || work.busy ? (
        <PasteBar work={work} onPaste={() => work.paste(path)} />
      ) : selecting ? null : (
        <Fab
          id="new_folder"
          icon={mdiPlus}
          label={strings.newFolder}
          onPress={() => setQuestion({ kind: "newFolder" })}
        />
      )}
      <FileDialogs
        question={question}
        path={path}
        preferences={preferences}
        onPreferences={setPreferences}
        work={work}
        onClose={() => setQuestion(undefined)}
      />
    </View>
  );
  return (
    <OverlayHost>
      <View style={{ grow: 1, basis: 0, direction: "row" }}>
        {both ? <FolderList key="folders" path={path} hidden={preferences.hidden} onGo={showList} /> : null}
        <View key="content" style={{ grow: 1, basis: 0 }}>
          {content ?? folderView}
        </View>
      </View>
    </OverlayHost>
  );
}

/** Returns the folder to show for a path. Paths outside the root show the root. */
function folderOf(path: string): string {
  const folder = posix.join(path, ".").replace(/\/$/, "");
  return folder.startsWith(`${FILES_ROOT}/`) ? folder : FILES_ROOT;
}

function usePreferences(): [FilesPreferences, (next: FilesPreferences) => void] {
  const { dataDir, log } = useServices();
  const store = useMemo(() => new FilesPreferencesStore(dataDir, log), [dataDir, log]);
  const [preferences, setPreferences] = useState(() => store.read());
  const change = (next: FilesPreferences): void => {
    setPreferences(next);
    store.write(next);
  };
  return [preferences, change];
}
