import type { ReactElement } from "react";
import { Field, Scroll, View } from "../../render/elements.ts";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import { useColors, useScreen, useServices } from "../../services/services.ts";
import { TYPE } from "../../theme.ts";
import { useSystemStrings } from "../system-strings.ts";
import { renameFolder, takeFromFolder, type HomeItem } from "./home-layout.ts";
import type { HomeStore } from "./home-store.ts";
import { HomeIcon } from "./HomeIcon.tsx";

const WIDEST_CELL = 88;
const PADDING = 20;
/** Distance to the sides of the screen. */
const MARGIN = 24;

/** An open folder with its editable name and its apps. A long press moves an app back to the page. */
export function FolderView(props: {
  folder: Extract<HomeItem, { kind: "folder" }>;
  store: HomeStore;
  onClose: () => void;
}): ReactElement {
  const { folder, store, onClose } = props;
  const services = useServices();
  const colors = useColors();
  const strings = useSystemStrings();
  const { widthDp, heightDp } = useScreen();
  // A low, wide screen has more columns, since it has fewer rows.
  const columns = Math.min(widthDp > heightDp ? 6 : 3, folder.packages.length);
  const cell = Math.min(WIDEST_CELL, (widthDp - 2 * MARGIN - 2 * PADDING - 1) / columns);
  return (
    <View
      modal
      onPress={onClose}
      enter={{ durationMs: 160, opacity: 0 }}
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        bottom: 0,
        align: "center",
        justify: "center",
        background: colors.scrim,
        paddingTop: STATUS_BAR_HEIGHT,
        paddingBottom: NAVIGATION_HEIGHT,
      }}
    >
      <View
        id="folder_content"
        enter={{ durationMs: 200, scale: 0.86, opacity: 0 }}
        style={{
          width: columns * cell + 2 * PADDING + 1,
          maxHeight: "100%",
          padding: PADDING,
          gap: 14,
          radius: 32,
          background: colors.surfaceContainer,
        }}
      >
        <Field
          id="folder_name"
          text={{ ...TYPE.titleMedium, color: colors.onSurface, textAlign: "start" }}
          color={colors.primary}
          style={{ paddingX: 8, paddingY: 8 }}
          label={strings.folderName}
          placeholder={strings.folder}
          placeholderColor={colors.onSurfaceVariant}
          value={folder.name}
          onChange={(name) => store.set(renameFolder(store.get(), folder.id, name))}
          onSubmit={() => services.hideKeyboard()}
          enterAction="done"
        />
        {/* One dp wider than the cells, because their widths are rounded. */}
        <Scroll style={{ shrink: 1 }}>
          <View style={{ direction: "row", wrap: true, width: columns * cell + 1 }}>
            {folder.packages.map((packageName) => (
              <HomeIcon
                key={packageName}
                item={{ kind: "app", packageName }}
                width={cell}
                size={52}
                color={colors.onSurface}
                onPress={() => {
                  onClose();
                  services.startApp(packageName);
                }}
                onDrag={(event) => {
                  if (event.phase === "end") store.set(takeFromFolder(store.get(), folder.id, packageName));
                }}
              />
            ))}
          </View>
        </Scroll>
      </View>
    </View>
  );
}
