import { posix } from "node:path";
import { mdiTrashCanOutline } from "@mdi/js";
import { mimeTypeOf } from "@terrarium/device-files/mime-types";
import { View } from "@terrarium/phone-ui/render/elements";
import { pictureSize } from "@terrarium/phone-ui/render/picture-size";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { AppIcon } from "@terrarium/phone-ui/widgets/AppIcon.tsx";
import { DetailsDialog } from "@terrarium/phone-ui/widgets/DetailsDialog.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { useEffect, useState, type ReactElement } from "react";
import { fileUri } from "../file-intents.ts";
import { formatBytes } from "../format-bytes.ts";
import { formatMoment } from "../format-when.ts";
import type { Picture } from "./pictures.ts";
import { GALLERY_STRINGS } from "./strings.ts";

export type PhotoQuestion = "share" | "details" | "delete";

const SEND_ACTION = "android.intent.action.SEND";
const PICTURE_BYTES_MAX = 32 * 1024 * 1024;

export function PhotoDialogs(props: {
  question: PhotoQuestion;
  picture: Picture;
  onDelete: () => void;
  onClose: () => void;
}): ReactElement {
  const { question, picture, onDelete, onClose } = props;
  const strings = useStrings(GALLERY_STRINGS);
  switch (question) {
    case "share":
      return <ShareDialog picture={picture} onClose={onClose} />;
    case "details":
      return <PictureDetailsDialog picture={picture} onClose={onClose} />;
    case "delete":
      return (
        <Dialog
          icon={mdiTrashCanOutline}
          title={strings.deleteTitle}
          text={strings.deleteText(picture.name)}
          onDismiss={onClose}
          actions={[
            { id: "cancel", label: strings.cancel, onPress: onClose },
            {
              id: "confirm",
              label: strings.delete,
              danger: true,
              onPress: () => {
                onClose();
                onDelete();
              },
            },
          ]}
        />
      );
  }
}

/** Lists the apps that accept shared pictures. */
function ShareDialog({ picture, onClose }: { picture: Picture; onClose: () => void }): ReactElement {
  const strings = useStrings(GALLERY_STRINGS);
  const services = useServices();
  const language = useLanguage();
  const mimeType = mimeTypeOf(picture.path) ?? "image/*";
  const takers = services.apps.filter((app) =>
    app.intents?.some((filter) => filter.action === SEND_ACTION && filter.mimeType?.startsWith("image/")),
  );
  const share = (packageName: string): void => {
    onClose();
    services.startActivity({
      packageName,
      action: SEND_ACTION,
      mimeType,
      extras: { "android.intent.extra.STREAM": fileUri(picture.path) },
    });
  };
  return (
    <Dialog
      title={strings.shareWith}
      onDismiss={onClose}
      actions={[{ id: "cancel", label: strings.cancel, onPress: onClose }]}
    >
      <View>
        {takers.map((app) => (
          <ListRow
            key={app.packageName}
            plain
            id={`share_${app.packageName}`}
            leading={<AppIcon design={app.icon} size={40} />}
            title={textsOf(language, app.strings).appName}
            onPress={() => share(app.packageName)}
          />
        ))}
      </View>
    </Dialog>
  );
}

function PictureDetailsDialog({ picture, onClose }: { picture: Picture; onClose: () => void }): ReactElement {
  const strings = useStrings(GALLERY_STRINGS);
  const language = useLanguage();
  const { sizeBytes, modifiedMs, dimensions } = useDetails(picture.path);
  const rows = [
    [strings.name, picture.name],
    [strings.where, posix.dirname(picture.path)],
    [strings.dimensions, dimensions ?? strings.unknown],
    [strings.size, sizeBytes === undefined ? strings.unknown : formatBytes(sizeBytes)],
    [strings.taken, modifiedMs === undefined ? strings.unknown : formatMoment(modifiedMs, language)],
  ] as const;
  return <DetailsDialog title={strings.details} rows={rows} onClose={onClose} />;
}

interface PictureDetails {
  sizeBytes?: number;
  modifiedMs?: number;
  /** Dimensions such as "720 × 1280". Absent if the picture cannot be read. */
  dimensions?: string;
}

function useDetails(path: string): PictureDetails {
  const { files, run } = useServices();
  const [details, setDetails] = useState<PictureDetails>({});
  useEffect(() => {
    let wanted = true;
    const show = (known: PictureDetails): void => {
      if (wanted) run(() => setDetails((before) => ({ ...before, ...known })));
    };
    // Details of a damaged or deleted picture stay "not known".
    const ignore = (): void => undefined;
    files
      .status(path, true)
      .then((status) => show({ sizeBytes: status.sizeBytes, modifiedMs: status.modifiedAtMs }))
      .catch(ignore);
    files
      .readAll(path, PICTURE_BYTES_MAX)
      .then((bytes) => {
        const size = pictureSize(bytes);
        return size && show({ dimensions: `${size.width} × ${size.height}` });
      })
      .catch(ignore);
    return () => {
      wanted = false;
    };
  }, [files, path, run]);
  return details;
}
