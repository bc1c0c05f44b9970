import { mdiCellphone, mdiFolder, mdiFolderOutline } from "@mdi/js";
import { Icon, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useMemo, type ReactElement } from "react";
import { FILES_ROOT, sortEntries } from "./folder-listing.ts";
import { StorageSummary } from "./StorageSummary.tsx";
import { FILES_STRINGS } from "./strings.ts";
import { useFolder } from "./use-folder.ts";

/** Width of the list beside a folder's content, in dp. */
export const FOLDER_LIST_WIDTH = 300;

/** The storage and its folders, beside the content of one of them on wide screens. */
export function FolderList(props: { path: string; hidden: boolean; onGo: (path: string) => void }): ReactElement {
  const { path, hidden, onGo } = props;
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const { entries } = useFolder(FILES_ROOT, hidden, stay);
  const folders = useMemo(() => sortEntries(entries ?? [], "name").filter(({ kind }) => kind === "folder"), [entries]);
  const row = (name: string, target: string, selected: boolean, icon: string): ReactElement => (
    <View
      key={target}
      id="folder"
      role="button"
      label={name}
      selected={selected}
      onPress={() => onGo(target)}
      rippleColor={colors.onSurface}
      style={{
        direction: "row",
        align: "center",
        gap: 14,
        minHeight: 52,
        paddingX: 18,
        radius: 26,
        ...(selected ? { background: colors.secondaryContainer } : {}),
      }}
    >
      <Icon
        path={icon}
        size={22}
        color={selected ? colors.onSecondaryContainer : colors.onSurfaceVariant}
        passThrough
      />
      <Text
        text={TYPE.label}
        color={selected ? colors.onSecondaryContainer : colors.onSurface}
        maxLines={1}
        passThrough
        style={{ grow: 1, basis: 0 }}
      >
        {name}
      </Text>
    </View>
  );
  return (
    <View style={{ width: FOLDER_LIST_WIDTH, background: colors.surfaceLow }}>
      <TopBar title={strings.appName} large />
      <StorageSummary />
      <Scroll id="folders" style={{ grow: 1, basis: 0 }}>
        <View style={{ paddingX: 12, paddingBottom: 16 + NAVIGATION_HEIGHT }}>
          {row(strings.storage, FILES_ROOT, path === FILES_ROOT, mdiCellphone)}
          {folders.map((folder) => {
            const selected = path === folder.path || path.startsWith(`${folder.path}/`);
            return row(folder.name, folder.path, selected, selected ? mdiFolder : mdiFolderOutline);
          })}
        </View>
      </Scroll>
    </View>
  );
}

/** The root always exists. */
const stay = (): void => undefined;
