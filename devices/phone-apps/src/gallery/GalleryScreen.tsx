import { mdiCameraOutline, mdiImageMultipleOutline } from "@mdi/js";
import { Scroll, View } from "@terrarium/phone-ui/render/elements";
import { useIntent, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Chip } from "@terrarium/phone-ui/widgets/Chip.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useCallback, useMemo, useState, type ReactElement } from "react";
import { pathOfUri } from "../file-intents.ts";
import { PhotoView } from "./PhotoView.tsx";
import { PictureGrid } from "./PictureGrid.tsx";
import type { Picture } from "./pictures.ts";
import { GALLERY_STRINGS } from "./strings.ts";
import { usePictures } from "./use-pictures.ts";

/** Shows all pictures by day, the pictures of one folder, or one picture in full screen. */
export function GalleryScreen(): ReactElement {
  const strings = useStrings(GALLERY_STRINGS);
  const services = useServices();
  const { pictures, refresh } = usePictures();
  const [album, setAlbum] = useState<string>();
  const [open, setOpen] = useOpenPicture();
  const albums = useMemo(() => [...new Set(pictures?.map((picture) => picture.album))].toSorted(), [pictures]);
  const chosen = album !== undefined && albums.includes(album) ? album : undefined;
  const shown = useMemo(
    () => pictures?.filter((picture) => chosen === undefined || picture.album === chosen),
    [chosen, pictures],
  );
  const close = useCallback(() => setOpen(undefined), [setOpen]);
  const neighbours = useMemo(
    () => (open === undefined || shown === undefined ? undefined : around(shown, open)),
    [open, shown],
  );
  const takeScreenshot = async (): Promise<void> => {
    try {
      await services.takeScreenshot();
      services.run(() => services.showToast(strings.screenshotTaken));
    } catch (error) {
      services.run(() => services.showToast(strings.failed(error instanceof Error ? error.message : String(error))));
    }
  };
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <View style={{ grow: 1, hidden: open !== undefined }}>
        <TopBar title={strings.appName} large subtitle={pictures ? strings.count(pictures.length) : ""}>
          <IconButton
            id="screenshot"
            path={mdiCameraOutline}
            label={strings.screenshot}
            onPress={() => void takeScreenshot()}
          />
        </TopBar>
        {albums.length < 2 ? null : (
          <Scroll horizontal style={{ height: 50, gap: 8, paddingX: 20, align: "center" }}>
            <Chip
              id="album_all"
              label={strings.all}
              selected={chosen === undefined}
              onPress={() => setAlbum(undefined)}
            />
            {albums.map((name) => (
              <Chip
                key={name}
                id={`album_${name}`}
                label={name}
                selected={name === chosen}
                onPress={() => setAlbum(name)}
              />
            ))}
          </Scroll>
        )}
        {shown === undefined ? null : shown.length === 0 ? (
          <EmptyState icon={mdiImageMultipleOutline} title={strings.empty} text={strings.emptyHint} />
        ) : (
          <PictureGrid key={chosen ?? ""} pictures={shown} onOpen={setOpen} />
        )}
      </View>
      {open === undefined || neighbours === undefined ? null : (
        <PhotoView path={open} pictures={neighbours} onShow={setOpen} onClose={close} onChange={refresh} />
      )}
    </View>
  );
}

/**
 * Returns the pictures to swipe through: the shown ones, or a single picture from elsewhere that an intent requested.
 */
function around(shown: readonly Picture[], path: string): readonly Picture[] {
  if (shown.some((picture) => picture.path === path)) return shown;
  const name = path.slice(path.lastIndexOf("/") + 1);
  return [{ path, name, album: "", sizeBytes: 0, modifiedMs: 0 }];
}

/** Returns the open picture: tapped by the user, or requested by an intent. */
function useOpenPicture(): [path: string | undefined, open: (path: string | undefined) => void] {
  const intent = useIntent();
  const [state, setState] = useState<{ intent: unknown; path: string | undefined }>({
    intent: undefined,
    path: undefined,
  });
  if (intent !== undefined && intent !== state.intent) setState({ intent, path: pathOfUri(intent.dataUri) });
  const open = useCallback((path: string | undefined) => setState({ intent, path }), [intent]);
  return [state.path, open];
}
