import type { ReactElement } from "react";
import { Icon, Text, View } from "../../render/elements.ts";
import type { DragEvent } from "../../render/node.ts";
import type { Colors } from "../../theme.ts";

export interface KeyLook {
  colors: Colors;
  height: number;
  onPress: () => void;
}

const RADIUS = 9;

/** A key that types its label. While it is held, `onHold` receives the finger's movements. */
export function CharacterKey(
  props: KeyLook & { character: string; size?: number; onHold?: (event: DragEvent) => void },
): ReactElement {
  const { character, colors, height, onPress, size = 20, onHold } = props;
  return (
    <View
      onPress={onPress}
      {...(onHold ? { onDrag: onHold, dragAfterHold: true } : {})}
      label={character}
      rippleColor={colors.onSurface}
      style={{ grow: 1, basis: 0, height, radius: RADIUS, background: colors.key, align: "center", justify: "center" }}
    >
      <Text
        text={{ size, lineHeight: size + 6, weight: 400, color: "", fixed: true }}
        color={colors.onSurface}
        passThrough
      >
        {character}
      </Text>
    </View>
  );
}

export function SpaceKey({ label, colors, height, onPress }: KeyLook & { label: string }): ReactElement {
  return (
    <View
      onPress={onPress}
      label={label}
      rippleColor={colors.onSurface}
      style={{ grow: 5, basis: 0, height, radius: RADIUS, background: colors.key }}
    />
  );
}

export interface SpecialKey extends KeyLook {
  background: string;
  color: string;
  label: string;
  grow: number;
  selected?: boolean;
}

/** A key with another action, labelled by a glyph or a word. */
export function ActionKey(
  props: SpecialKey & { face: { path: string } | { text: string }; repeats?: boolean; round?: boolean },
): ReactElement {
  const { face } = props;
  return (
    <View
      onPress={props.onPress}
      label={props.label}
      rippleColor={props.color}
      {...(props.selected === undefined ? {} : { selected: props.selected })}
      {...(props.repeats ? { repeats: true } : {})}
      style={{
        grow: props.grow,
        basis: 0,
        height: props.height,
        radius: props.round ? props.height / 2 : RADIUS,
        background: props.background,
        align: "center",
        justify: "center",
      }}
    >
      {"path" in face ? (
        <Icon path={face.path} size={21} color={props.color} />
      ) : (
        <Text text={{ size: 14, lineHeight: 20, weight: 500, color: "", fixed: true }} color={props.color} passThrough>
          {face.text}
        </Text>
      )}
    </View>
  );
}
