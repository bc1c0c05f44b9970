import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiMenuDown, mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import { cutText } from "@terrarium/bounds/cut-text";
import { Field, Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { DISABLED_OPACITY, TYPE } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import { valueOf } from "../document/form-data.ts";
import type { PageControl } from "../document/page-document.ts";
import { BROWSER_STRINGS } from "../strings.ts";
import type { PageScene } from "./page-scene.ts";

/** A form control on a page. */
export function PageControlView({ control, scene }: { control: PageControl; scene: PageScene }): ReactElement {
  const texts = useStrings(BROWSER_STRINGS);
  const { disabled, name, placeholder } = control;
  const { colors } = scene;
  const { value, checked } = valueOf(control, scene.values);
  const frame: ViewStyle = {
    grow: 1,
    radius: 10,
    border: { width: 1, color: colors.outline },
    background: colors.surfaceLow,
    paddingX: 12,
    opacity: disabled ? DISABLED_OPACITY : 1,
  };
  const told = { id: name === "" ? control.type : name, enabled: !disabled };
  const pressed = {
    ...told,
    ...(disabled ? {} : { onPress: () => scene.onPress(control) }),
    rippleColor: colors.onSurface,
  };
  switch (control.type) {
    case "hidden":
      return <View />;
    case "submit":
    case "reset": {
      const isFilled = control.type === "submit";
      const label = placeholder || value || (isFilled ? texts.submit : texts.reset);
      const look: ViewStyle = { minHeight: 40, radius: 20, paddingX: 24, align: "center", justify: "center" };
      return (
        <View
          {...pressed}
          role="button"
          label={label}
          style={{ ...frame, ...look, background: isFilled ? colors.primary : colors.surfaceLow }}
        >
          <Text text={TYPE.label} color={isFilled ? colors.onPrimary : colors.primary} maxLines={1} passThrough>
            {label}
          </Text>
        </View>
      );
    }
    case "checkbox":
    case "radio": {
      const isRadio = control.type === "radio";
      const [on, off] = isRadio ? [mdiRadioboxMarked, mdiRadioboxBlank] : [mdiCheckboxMarked, mdiCheckboxBlankOutline];
      const label = isRadio ? `${name} ${value}` : name;
      return (
        <View
          {...pressed}
          role={control.type}
          label={label}
          checkable
          checked={checked}
          style={{ grow: 1, align: "center", justify: "center" }}
        >
          <Icon
            path={checked ? on : off}
            size={22}
            color={checked ? colors.primary : colors.onSurfaceVariant}
            passThrough
          />
        </View>
      );
    }
    case "select": {
      const shown = control.options.find((option) => option.value === value)?.label ?? "";
      return (
        <View
          {...pressed}
          role="button"
          label={`${name}: ${shown}`}
          style={{ ...frame, direction: "row", align: "center" }}
        >
          <Text text={TYPE.body} color={colors.onSurface} maxLines={1} passThrough style={{ grow: 1, basis: 0 }}>
            {shown}
          </Text>
          <Icon path={mdiMenuDown} size={22} color={colors.onSurfaceVariant} passThrough />
        </View>
      );
    }
    case "text":
    case "password":
    case "textarea": {
      const isMultiline = control.type === "textarea";
      const { inputType, followed, maxLength = 20_000 } = control;
      const label = placeholder || name;
      const style: ViewStyle = { ...frame, justify: isMultiline ? "start" : "center", clip: true };
      if (disabled)
        return (
          <View {...told} label={label} style={style}>
            <Text text={TYPE.body} color={colors.onSurface} maxLines={1} passThrough>
              {value}
            </Text>
          </View>
        );
      return (
        <View style={style}>
          <Field
            {...told}
            label={label}
            text={{ ...TYPE.body, color: colors.onSurface }}
            color={colors.primary}
            placeholder={placeholder}
            placeholderColor={colors.outline}
            value={value}
            onChange={(next) => scene.onValue(control, cutText(next, maxLength))}
            onSubmit={() => scene.onSubmit(control)}
            enterAction={inputType === "search" ? "search" : followed ? "next" : "go"}
            inputType={inputType === "search" ? "text" : inputType}
            multiline={isMultiline}
            password={control.type === "password"}
            style={{ paddingY: 10 }}
          />
        </View>
      );
    }
  }
}
