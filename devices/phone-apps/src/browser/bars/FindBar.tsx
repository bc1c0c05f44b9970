import { mdiChevronDown, mdiChevronUp, mdiClose } from "@mdi/js";
import { Field, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useSystem } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import type { ReactElement } from "react";
import { BROWSER_STRINGS } from "../strings.ts";
import type { PageMatches } from "../view/PageView.tsx";

/** The search field for the page, with buttons for the previous and next match. */
export function FindBar(props: {
  query: string;
  matches: PageMatches;
  onChange: (query: string) => void;
  onMove: (by: -1 | 1) => void;
  onClose: () => void;
}): ReactElement {
  const { query, matches, onMove } = props;
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const keyboard = useSystem((state) => state.keyboard !== undefined);
  return (
    <View
      style={{
        direction: "row",
        align: "center",
        paddingLeft: 20,
        paddingRight: 4,
        paddingTop: 4,
        paddingBottom: keyboard ? 4 : NAVIGATION_HEIGHT - 4,
        background: colors.surfaceContainer,
      }}
    >
      <Field
        id="find"
        label={texts.find}
        text={{ ...TYPE.bodyLarge, color: colors.onSurface }}
        color={colors.primary}
        placeholder={texts.find}
        placeholderColor={colors.onSurfaceVariant}
        value={query}
        onChange={props.onChange}
        onSubmit={() => onMove(1)}
        enterAction="search"
        takesFocus
        style={{ grow: 1, basis: 0, paddingY: 12 }}
      />
      {query === "" ? null : (
        <Text id="find_count" text={TYPE.body} color={colors.onSurfaceVariant} style={{ paddingX: 8 }}>
          {texts.findCount(matches.at + 1, matches.count)}
        </Text>
      )}
      <IconButton id="find_previous" path={mdiChevronUp} label={texts.previous} onPress={() => onMove(-1)} />
      <IconButton id="find_next" path={mdiChevronDown} label={texts.next} onPress={() => onMove(1)} />
      <IconButton id="find_close" path={mdiClose} label={texts.close} onPress={props.onClose} />
    </View>
  );
}
