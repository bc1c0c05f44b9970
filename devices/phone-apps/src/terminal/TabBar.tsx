import { mdiClose, mdiDotsVertical, mdiPlus } from "@mdi/js";
import { Icon, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { useMemo, type ReactElement } from "react";
import { TERMINAL_STRINGS } from "./strings.ts";

export const TAB_BAR_HEIGHT = 52;
/** Approximate width of a tab and its gap, in dp. */
const TAB_WIDTH = 106;

/** Shows the open shells and the menu. */
export function TabBar(props: {
  numbers: readonly number[];
  selected: number;
  onSelect: (number: number) => void;
  onClose: (number: number) => void;
  onNew: () => void;
  onMore: () => void;
}): ReactElement {
  const texts = useStrings(TERMINAL_STRINGS);
  const place = props.numbers.indexOf(props.selected);
  // Scrolls the selected tab and the one before it into view.
  const scrollTo = useMemo(() => ({ offset: Math.max(0, place - 1) * TAB_WIDTH }), [place]);
  return (
    <View style={{ direction: "row", align: "center", height: TAB_BAR_HEIGHT, paddingLeft: 8 }}>
      <Scroll id="tabs" horizontal scrollTo={scrollTo} style={{ grow: 1, basis: 0 }}>
        <View style={{ direction: "row", gap: 6, align: "center", height: TAB_BAR_HEIGHT }} passThrough>
          {props.numbers.map((number) => (
            <ShellTab
              key={number}
              number={number}
              selected={number === props.selected}
              onPress={() => props.onSelect(number)}
              onClose={() => props.onClose(number)}
            />
          ))}
        </View>
      </Scroll>
      <IconButton id="new_tab" path={mdiPlus} label={texts.newTab} onPress={props.onNew} />
      <IconButton id="more" path={mdiDotsVertical} label={texts.more} onPress={props.onMore} />
    </View>
  );
}

function ShellTab(props: {
  number: number;
  selected: boolean;
  onPress: () => void;
  onClose: () => void;
}): ReactElement {
  const colors = useColors();
  const texts = useStrings(TERMINAL_STRINGS);
  const { number, selected } = props;
  const color = selected ? colors.onSecondaryContainer : colors.onSurfaceVariant;
  return (
    <View
      id="tab"
      role="tab"
      label={texts.tab(number)}
      selected={selected}
      onPress={props.onPress}
      rippleColor={color}
      style={{
        direction: "row",
        align: "center",
        height: 36,
        radius: 18,
        paddingLeft: 16,
        paddingRight: 4,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      <Text text={{ ...TYPE.label, fixed: true }} color={color} passThrough>
        {texts.tab(number)}
      </Text>
      <View
        id="close_tab"
        role="button"
        label={texts.closeTab(number)}
        onPress={props.onClose}
        rippleColor={color}
        style={{ width: 32, height: 32, radius: 16, align: "center", justify: "center" }}
      >
        <Icon path={mdiClose} size={16} color={color} passThrough />
      </View>
    </View>
  );
}
