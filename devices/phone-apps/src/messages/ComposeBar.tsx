import { mdiSend } from "@mdi/js";
import { cutText } from "@terrarium/bounds/cut-text";
import { Field, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { useState, type ReactElement } from "react";
import { MAX_BODY_CHARS } from "./messages-store.ts";
import { MESSAGES_STRINGS } from "./strings.ts";

/** The input bar for a message. */
export function ComposeBar(props: { body: string; onSend: (body: string) => void }): ReactElement {
  const colors = useColors();
  const texts = useStrings(MESSAGES_STRINGS);
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  const [body, setBody] = useState(cutText(props.body, MAX_BODY_CHARS));
  const written = body.trim();
  return (
    <View
      style={{
        direction: "row",
        align: "end",
        gap: 4,
        paddingLeft: 16,
        paddingRight: 8,
        paddingTop: 6,
        paddingBottom: keyboard ? 8 : 8 + NAVIGATION_HEIGHT,
      }}
    >
      <View style={{ grow: 1, basis: 0, radius: 24, background: colors.surfaceHigh, paddingX: 18 }}>
        <Field
          id="compose"
          label={texts.compose}
          text={{ ...TYPE.bodyLarge, color: colors.onSurface }}
          color={colors.primary}
          placeholder={texts.compose}
          placeholderColor={colors.onSurfaceVariant}
          value={body}
          onChange={(text) => setBody(cutText(text, MAX_BODY_CHARS))}
          multiline
          takesFocus={props.body !== ""}
          style={{ paddingY: 12, maxHeight: 140 }}
        />
      </View>
      <IconButton
        id="send"
        path={mdiSend}
        label={texts.send}
        color={written === "" ? colors.onSurfaceVariant : colors.primary}
        disabled={written === ""}
        onPress={() => {
          props.onSend(written);
          setBody("");
        }}
      />
    </View>
  );
}
