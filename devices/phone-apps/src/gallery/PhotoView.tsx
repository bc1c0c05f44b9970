import { mdiArrowLeft, mdiInformationOutline, mdiShareVariantOutline, mdiTrashCanOutline } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT, STATUS_BAR_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useBack, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { FullBleed } from "@terrarium/phone-ui/widgets/FullBleed.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { useCallback, useEffect, useState, type ReactElement } from "react";
import { PhotoDialogs, type PhotoQuestion } from "./PhotoDialogs.tsx";
import type { Picture } from "./pictures.ts";
import { GALLERY_STRINGS } from "./strings.ts";
import { ZoomablePicture } from "./ZoomablePicture.tsx";

const ON_PHOTO = "#ffffff";
const BAR_SHADE = "#000000a6";

/** Shows one picture in full screen. A swipe opens the next or previous picture; a tap hides the bars. */
export function PhotoView(props: {
  path: string;
  pictures: readonly Picture[];
  onShow: (path: string) => void;
  onClose: () => void;
  /** Called after pictures were deleted. */
  onChange: () => void;
}): ReactElement | null {
  const { path, pictures, onShow, onClose, onChange } = props;
  const services = useServices();
  const strings = useStrings(GALLERY_STRINGS);
  const { widthDp } = useScreen();
  const [bars, setBars] = useState(true);
  const [question, setQuestion] = useState<PhotoQuestion>();
  useBack(onClose);
  const index = pictures.findIndex((picture) => picture.path === path);
  const picture = pictures[index];
  useGone(path, pictures, onClose);
  const step = useCallback(
    (by: 1 | -1) => {
      const next = pictures[index + by];
      if (next) onShow(next.path);
    },
    [index, onShow, pictures],
  );
  if (!picture) return null;
  const remove = async (): Promise<void> => {
    const next = pictures[index + 1] ?? pictures[index - 1];
    try {
      await services.files.remove(path, false);
      services.run(() => (next ? onShow(next.path) : onClose()));
    } catch (error) {
      services.run(() => services.showToast(strings.failed(error instanceof Error ? error.message : String(error))));
    }
    onChange();
  };
  return (
    <>
      <FullBleed
        background="#000000"
        foreground={bars ? ON_PHOTO : "#00000000"}
        enter={{ durationMs: 180, opacity: 0, scale: 0.96 }}
      >
        <ZoomablePicture
          picture={picture}
          previous={pictures[index - 1]}
          next={pictures[index + 1]}
          onStep={step}
          onTap={() => setBars(!bars)}
        />
        {bars ? (
          <>
            <View
              style={{
                absolute: true,
                top: 0,
                left: 0,
                right: 0,
                minHeight: 56 + STATUS_BAR_HEIGHT,
                direction: "row",
                align: "center",
                paddingX: 4,
                paddingTop: STATUS_BAR_HEIGHT,
                background: BAR_SHADE,
              }}
            >
              <IconButton id="back" path={mdiArrowLeft} label={strings.close} color={ON_PHOTO} onPress={onClose} />
              <Text
                id="photo_name"
                text={TYPE.titleMedium}
                color={ON_PHOTO}
                maxLines={1}
                style={{ grow: 1, basis: 0, paddingX: 8 }}
              >
                {picture.name}
              </Text>
              {pictures.length < 2 ? null : (
                <Text id="photo_place" text={TYPE.body} color={ON_PHOTO} style={{ paddingRight: 12 }}>
                  {`${index + 1} / ${pictures.length}`}
                </Text>
              )}
            </View>
            <View
              style={{
                absolute: true,
                bottom: 0,
                left: 0,
                right: 0,
                direction: "row",
                justify: "center",
                gap: Math.min(56, widthDp / 8),
                paddingTop: 6,
                paddingBottom: 4 + NAVIGATION_HEIGHT,
                background: BAR_SHADE,
              }}
            >
              <IconButton
                id="share"
                path={mdiShareVariantOutline}
                label={strings.share}
                color={ON_PHOTO}
                onPress={() => setQuestion("share")}
              />
              <IconButton
                id="details"
                path={mdiInformationOutline}
                label={strings.details}
                color={ON_PHOTO}
                onPress={() => setQuestion("details")}
              />
              <IconButton
                id="delete"
                path={mdiTrashCanOutline}
                label={strings.delete}
                color={ON_PHOTO}
                onPress={() => setQuestion("delete")}
              />
            </View>
          </>
        ) : null}
      </FullBleed>
      {question === undefined ? null : (
        <PhotoDialogs
          question={question}
          picture={picture}
          onDelete={() => void remove()}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </>
  );
}

/** Closes with a message if the picture is missing. Checks again whenever the list of pictures changes. */
function useGone(path: string, pictures: readonly Picture[], onClose: () => void): void {
  const { files, run, showToast } = useServices();
  const strings = useStrings(GALLERY_STRINGS);
  useEffect(() => {
    if (!pictures.some((picture) => picture.path === path)) return undefined;
    let wanted = true;
    files.status(path, true).catch(() => {
      if (!wanted) return;
      run(() => {
        showToast(strings.gone);
        onClose();
      });
    });
    return () => {
      wanted = false;
    };
  }, [files, onClose, path, pictures, run, showToast, strings]);
}
