import { mdiArrowLeft, mdiClose, mdiEyeOutline, mdiMagnify } from "@mdi/js";
import { useState, type ReactElement, type ReactNode } from "react";
import { Field, Icon, Text, View } from "../render/elements.ts";
import type { InputType } from "../render/node.ts";
import { useColors } from "../services/services.ts";
import { SHAPE, TYPE } from "../theme.ts";
import { IconButton } from "./IconButton.tsx";
import { useKitStrings } from "./strings.ts";

export interface TextInputProps {
  id: string;
  /** Name of the field, shown above the value. */
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** Error of the value, in red below the field. */
  error?: string;
  /** A hint below the field. */
  help?: string;
  multiline?: boolean;
  /** Whether its characters are hidden. */
  password?: boolean;
  takesFocus?: boolean;
  /** Type of the text, for the keyboard. */
  inputType?: InputType;
  onSubmit?: () => void;
  trailing?: ReactNode;
}

/** A field with its name, and a hint or error below it. */
export function TextInput(props: TextInputProps): ReactElement {
  const { id, label, value, onChange, error, multiline = false, password = false } = props;
  const colors = useColors();
  const strings = useKitStrings();
  const [shown, setShown] = useState(false);
  const note = error ?? props.help;
  return (
    <View style={{ gap: 4 }}>
      <View
        style={{
          direction: "row",
          align: "center",
          radius: SHAPE.small,
          background: colors.surfaceHighest,
          ...(error === undefined ? {} : { border: { width: 2, color: colors.error } }),
        }}
      >
        <View style={{ grow: 1, basis: 0 }}>
          <Text
            text={TYPE.bodySmall}
            color={error === undefined ? colors.primary : colors.error}
            maxLines={1}
            passThrough
            style={{ absolute: true, left: 16, right: 8, top: 8 }}
          >
            {label}
          </Text>
          <Field
            id={id}
            label={label}
            text={{ ...TYPE.bodyLarge, color: colors.onSurface }}
            color={colors.primary}
            value={value}
            onChange={onChange}
            placeholder={props.placeholder ?? ""}
            placeholderColor={colors.outline}
            multiline={multiline}
            password={password && !shown}
            takesFocus={props.takesFocus ?? false}
            inputType={props.inputType ?? "text"}
            {...(props.onSubmit ? { onSubmit: props.onSubmit } : {})}
            style={{ paddingX: 16, paddingTop: 26, paddingBottom: 8, minHeight: multiline ? 96 : 58 }}
          />
        </View>
        {password ? (
          <IconButton
            id={`${id}_show`}
            path={mdiEyeOutline}
            label={strings.showPassword}
            selected={shown}
            color={shown ? colors.primary : colors.onSurfaceVariant}
            onPress={() => setShown(!shown)}
          />
        ) : null}
        {props.trailing}
      </View>
      {note === undefined ? null : (
        <Text
          id={`${id}_note`}
          text={TYPE.bodySmall}
          color={error === undefined ? colors.onSurfaceVariant : colors.error}
          style={{ marginX: 16 }}
        >
          {note}
        </Text>
      )}
    </View>
  );
}

/** A search pill: a magnifier or a back button before the field, and a button that clears it. */
export function SearchField(props: {
  id: string;
  /** For example "Search notes". */
  label: string;
  value: string;
  onChange: (value: string) => void;
  onBack?: () => void;
  onSubmit?: () => void;
  takesFocus?: boolean;
}): ReactElement {
  const { id, label, value, onChange, onBack } = props;
  const colors = useColors();
  const strings = useKitStrings();
  return (
    <View
      style={{
        direction: "row",
        align: "center",
        minHeight: 52,
        radius: 26,
        paddingLeft: onBack ? 4 : 16,
        paddingRight: 4,
        background: colors.surfaceHigh,
      }}
    >
      {onBack ? (
        <IconButton id="back" path={mdiArrowLeft} label={strings.back} color={colors.onSurface} onPress={onBack} />
      ) : (
        <Icon path={mdiMagnify} size={22} color={colors.onSurfaceVariant} passThrough />
      )}
      <Field
        id={id}
        label={label}
        text={{ ...TYPE.bodyLarge, color: colors.onSurface }}
        color={colors.primary}
        value={value}
        onChange={onChange}
        placeholder={label}
        placeholderColor={colors.onSurfaceVariant}
        enterAction="search"
        takesFocus={props.takesFocus ?? false}
        {...(props.onSubmit ? { onSubmit: props.onSubmit } : {})}
        style={{ grow: 1, basis: 0, paddingX: onBack ? 4 : 12, paddingY: 13 }}
      />
      {value === "" ? null : (
        <IconButton id={`${id}_clear`} path={mdiClose} label={strings.clear} onPress={() => onChange("")} />
      )}
    </View>
  );
}
