import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiMenuDown, mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import type { ReactElement } from "react";
import { Field, Icon, Text, View } from "../../ui/render/elements.ts";
import { useColors } from "../../ui/system/services.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { type } from "../../ui/theme.ts";
import { Button } from "../../ui/widgets/Button.tsx";
import { valueOf, type FormValues } from "./page/form-data.ts";
import type { PageControl } from "./page/page-model.ts";
import { strings } from "./strings.ts";

/** A control of a form on a page. */
export function PageControlView(props: {
  control: PageControl;
  values: FormValues;
  onPress: () => void;
  onValue: (value: string) => void;
  onSubmit: () => void;
}): ReactElement | null {
  const { control, onPress } = props;
  const colors = useColors();
  const texts = useStrings(strings);
  const { value, checked } = valueOf(control, props.values);
  const id = control.name === "" ? control.type : control.name;
  const frame = { grow: 1, radius: 10, border: { width: 1, color: colors.outline }, paddingX: 12 } as const;
  switch (control.type) {
    case "submit":
    case "reset": {
      const label = control.placeholder || value || (control.type === "reset" ? texts.reset : texts.submit);
      return (
        <Button id={id} label={label} look={control.type === "submit" ? "filled" : "outlined"} onPress={onPress} />
      );
    }
    case "checkbox":
    case "radio": {
      const [on, off] =
        control.type === "radio" ? [mdiRadioboxMarked, mdiRadioboxBlank] : [mdiCheckboxMarked, mdiCheckboxBlankOutline];
      return (
        <View
          id={id}
          role={control.type}
          label={control.type === "radio" ? `${control.name} ${value}` : control.name}
          checkable
          checked={checked}
          onPress={onPress}
          style={{ grow: 1, align: "center", justify: "center", radius: 16 }}
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
          id={id}
          role="button"
          label={`${control.name}: ${shown}`}
          onPress={onPress}
          rippleColor={colors.onSurface}
          style={{ ...frame, direction: "row", align: "center" }}
        >
          <Text text={type.body} color={colors.onSurface} maxLines={1} passThrough style={{ grow: 1, basis: 0 }}>
            {shown}
          </Text>
          <Icon path={mdiMenuDown} size={22} color={colors.onSurfaceVariant} passThrough />
        </View>
      );
    }
    case "text":
    case "password":
    case "textarea":
      return (
        <View style={{ ...frame, justify: control.type === "textarea" ? "start" : "center", clip: true }}>
          <Field
            id={id}
            label={control.placeholder || control.name}
            text={{ ...type.body, color: colors.onSurface }}
            color={colors.primary}
            placeholder={control.placeholder}
            placeholderColor={colors.outline}
            value={value}
            onChange={props.onValue}
            onSubmit={props.onSubmit}
            enterAction="done"
            multiline={control.type === "textarea"}
            password={control.type === "password"}
            style={{ paddingY: 12 }}
          />
        </View>
      );
    case "hidden":
      return null;
  }
}
