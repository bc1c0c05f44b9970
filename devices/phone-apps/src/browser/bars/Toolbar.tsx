import { mdiArrowLeft, mdiArrowRight, mdiDotsVertical, mdiHomeOutline, mdiStar, mdiStarOutline } from "@mdi/js";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import type { ReactElement } from "react";
import { BROWSER_STRINGS } from "../strings.ts";

export interface ToolbarProps {
  canGoBack: boolean;
  canGoForward: boolean;
  bookmarked: boolean;
  isPage: boolean;
  tabs: number;
  onBack: () => void;
  onForward: () => void;
  onHome: () => void;
  onBookmark: () => void;
  onTabs: () => void;
  onMore: () => void;
}

/** The navigation buttons, at the bottom within reach of the thumb. */
export function Toolbar(props: ToolbarProps): ReactElement {
  const colors = useColors();
  return (
    <View
      style={{
        direction: "row",
        justify: "center",
        background: colors.surfaceContainer,
        paddingTop: 4,
        paddingBottom: NAVIGATION_HEIGHT - 4,
      }}
    >
      <View style={{ direction: "row", justify: "evenly", grow: 1, maxWidth: 560 }} passThrough>
        <ToolbarButtons {...props} />
      </View>
    </View>
  );
}

/** The navigation buttons without a bar, for low screens. */
export function ToolbarButtons(props: ToolbarProps): ReactElement {
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  return (
    <>
      <IconButton
        id="go_back"
        path={mdiArrowLeft}
        label={texts.back}
        disabled={!props.canGoBack}
        onPress={props.onBack}
      />
      <IconButton
        id="go_forward"
        path={mdiArrowRight}
        label={texts.forward}
        disabled={!props.canGoForward}
        onPress={props.onForward}
      />
      <IconButton id="home" path={mdiHomeOutline} label={texts.home} onPress={props.onHome} />
      <IconButton
        id="bookmark"
        path={props.bookmarked ? mdiStar : mdiStarOutline}
        label={props.bookmarked ? texts.unbookmark : texts.bookmark}
        selected={props.bookmarked}
        color={props.bookmarked ? colors.primary : colors.onSurfaceVariant}
        disabled={!props.isPage}
        onPress={props.onBookmark}
      />
      <TabsButton count={props.tabs} onPress={props.onTabs} />
      <IconButton id="more" path={mdiDotsVertical} label={texts.more} onPress={props.onMore} />
    </>
  );
}

/** A square with the number of tabs. */
function TabsButton({ count, onPress }: { count: number; onPress: () => void }): ReactElement {
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const color = colors.onSurfaceVariant;
  return (
    <View
      id="tabs_button"
      role="button"
      label={texts.tabCount(count)}
      onPress={onPress}
      rippleColor={color}
      style={{ width: 48, height: 48, radius: 24, align: "center", justify: "center" }}
    >
      <View
        passThrough
        style={{ width: 22, height: 22, radius: 5, border: { width: 2, color }, align: "center", justify: "center" }}
      >
        <Text text={{ size: 12, lineHeight: 16, weight: 700, color, fixed: true }} passThrough>
          {count}
        </Text>
      </View>
    </View>
  );
}
