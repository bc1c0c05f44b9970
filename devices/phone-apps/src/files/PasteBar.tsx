import { Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import type { ReactElement } from "react";
import { FILES_STRINGS } from "./strings.ts";
import type { FileWork } from "./use-file-work.ts";

/** The bottom bar while files wait to be pasted or an operation runs. */
export function PasteBar({ work, onPaste }: { work: FileWork; onPaste: () => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const { carried, busy, drop } = work;
  const count = carried?.paths.length ?? 0;
  return (
    <View
      id="paste_bar"
      enter={{ durationMs: 160, opacity: 0, translateY: 24 }}
      style={{
        absolute: true,
        left: 12,
        right: 12,
        bottom: 8 + NAVIGATION_HEIGHT,
        minHeight: 64,
        radius: SHAPE.large,
        direction: "row",
        align: "center",
        justify: "end",
        gap: 4,
        paddingX: 12,
        background: colors.surfaceHighest,
        shadow: { color: "#00000047", blur: 10, y: 3 },
      }}
    >
      {busy || !carried ? (
        <Text id="working" text={TYPE.bodyLarge} color={colors.onSurface} style={{ grow: 1, paddingX: 10 }}>
          {strings.working}
        </Text>
      ) : (
        <>
          <Button id="paste_cancel" look="text" label={strings.cancel} onPress={drop} />
          <Button
            id="paste"
            look="filled"
            label={carried.mode === "copy" ? strings.pasteCopy(count) : strings.pasteMove(count)}
            onPress={onPaste}
          />
        </>
      )}
    </View>
  );
}
