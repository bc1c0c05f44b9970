import { mdiArrowDown, mdiArrowLeft, mdiArrowRight, mdiArrowUp } from "@mdi/js";
import { Icon, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import { TERMINAL_STRINGS } from "./strings.ts";
import type { SpecialKey } from "./terminal-keys.ts";

export const KEY_ROW_HEIGHT = 44;

/** Keys that the on-screen keyboard lacks. Ctrl stays pressed for the next key. */
export function KeyRow(props: {
  control: boolean;
  onControl: () => void;
  onKey: (key: SpecialKey) => void;
  onText: (text: string) => void;
}): ReactElement {
  const { onKey, onText } = props;
  const texts = useStrings(TERMINAL_STRINGS);
  return (
    <Scroll id="keys" horizontal style={{ height: KEY_ROW_HEIGHT }}>
      <View style={{ direction: "row", align: "center", gap: 4, paddingX: 6 }} passThrough>
        <Key id="key_escape" text="Esc" label="Esc" onPress={() => onKey("escape")} />
        <Key id="key_tab" text="Tab" label="Tab" onPress={() => onKey("tab")} />
        <Key id="key_ctrl" text="Ctrl" label="Ctrl" checked={props.control} onPress={props.onControl} />
        <Key id="key_up" icon={mdiArrowUp} label={texts.up} repeats onPress={() => onKey("up")} />
        <Key id="key_down" icon={mdiArrowDown} label={texts.down} repeats onPress={() => onKey("down")} />
        <Key id="key_left" icon={mdiArrowLeft} label={texts.left} repeats onPress={() => onKey("left")} />
        <Key id="key_right" icon={mdiArrowRight} label={texts.right} repeats onPress={() => onKey("right")} />
        {["/", "-", "|", "~"].map((text) => (
          <Key key={text} id="key_text" text={text} label={text} onPress={() => onText(text)} />
        ))}
        <Key id="key_home" text="Home" label="Home" onPress={() => onKey("home")} />
        <Key id="key_end" text="End" label="End" onPress={() => onKey("end")} />
        <Key id="key_page_up" text="PgUp" label="PgUp" onPress={() => onKey("pageUp")} />
        <Key id="key_page_down" text="PgDn" label="PgDn" onPress={() => onKey("pageDown")} />
      </View>
    </Scroll>
  );
}

function Key(props: {
  id: string;
  label: string;
  text?: string;
  icon?: string;
  checked?: boolean;
  repeats?: boolean;
  onPress: () => void;
}): ReactElement {
  const colors = useColors();
  const active = props.checked === true;
  const color = active ? colors.onPrimary : colors.onSurface;
  return (
    <View
      id={props.id}
      role="button"
      label={props.label}
      {...(props.checked === undefined ? {} : { checkable: true, checked: props.checked })}
      {...(props.repeats ? { repeats: true } : {})}
      onPress={props.onPress}
      rippleColor={color}
      style={{
        height: 36,
        minWidth: 40,
        paddingX: 10,
        radius: 10,
        align: "center",
        justify: "center",
        background: active ? colors.primary : colors.surfaceContainer,
      }}
    >
      {props.icon === undefined ? (
        <Text text={{ ...TYPE.label, fixed: true }} color={color} passThrough>
          {props.text ?? ""}
        </Text>
      ) : (
        <Icon path={props.icon} size={18} color={color} passThrough />
      )}
    </View>
  );
}
