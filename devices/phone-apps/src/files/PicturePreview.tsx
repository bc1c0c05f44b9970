import { posix } from "node:path";
import { mdiImageBrokenVariant, mdiOpenInNew } from "@mdi/js";
import { Image, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useState, type ReactElement } from "react";
import { viewIntent } from "../file-intents.ts";
import { FILES_STRINGS } from "./strings.ts";

/** Shows a picture beside the list of folders. A tap or the button opens it in the app for pictures. */
export function PicturePreview({ path, onBack }: { path: string; onBack: () => void }): ReactElement {
  const services = useServices();
  const strings = useStrings(FILES_STRINGS);
  const [broken, setBroken] = useState(false);
  const open = (): void => void services.startActivity(viewIntent(path));
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <TopBar title={posix.basename(path)} onBack={onBack}>
        <IconButton id="open_picture" path={mdiOpenInNew} label={strings.openPicture} onPress={open} />
      </TopBar>
      {broken ? (
        <EmptyState icon={mdiImageBrokenVariant} title={strings.brokenPicture} />
      ) : (
        <View
          id="picture_preview"
          role="image"
          label={posix.basename(path)}
          onPress={open}
          style={{ grow: 1, basis: 0, marginX: 16, marginBottom: 16 + NAVIGATION_HEIGHT }}
        >
          <Image
            passThrough
            source={{ path }}
            fit="contain"
            fades
            onImageError={() => setBroken(true)}
            style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }}
          />
        </View>
      )}
    </View>
  );
}
