import { mdiCheckboxBlankOutline, mdiCheckboxMarked, mdiMenuDown, mdiRadioboxBlank, mdiRadioboxMarked } from "@mdi/js";
import { Field, Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { disabledOpacity, type } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import type { ComputedStyle } from "../css/computed-style.ts";
import { valueOf, type FormValues } from "../document/form-data.ts";
import type { PageControl } from "../document/page-document.ts";
import { strings } from "../strings.ts";
import { colorOn, type PagePaper } from "./page-paper.ts";

interface ControlProps {
  control: PageControl;
  style: ComputedStyle;
  paper: PagePaper;
  values: FormValues;
  onPress: () => void;
  onValue: (value: string) => void;
  onSubmit: () => void;
}

/** A control of a form on a page, in the page's colours where it has some. */
export function PageControlView(props: ControlProps): ReactElement | null {
  switch (props.control.type) {
    case "submit":
    case "reset":
      return <ButtonView {...props} />;
    case "checkbox":
    case "radio":
      return <ChoiceView {...props} />;
    case "select":
      return <SelectView {...props} />;
    case "text":
    case "password":
    case "textarea":
      return <TextView {...props} />;
    case "hidden":
      return null;
  }
}

function idOf({ name, type: kind }: PageControl): string {
  return name === "" ? kind : name;
}

function ButtonView({ control, style, paper, values, onPress }: ControlProps): ReactElement {
  const texts = useStrings(strings);
  const { value } = valueOf(control, values);
  const label = control.placeholder || value || (control.type === "reset" ? texts.reset : texts.submit);
  const filled = control.type === "submit";
  const background = style.background ?? (filled ? paper.colors.primary : undefined);
  const color =
    style.color !== undefined && style.background !== undefined
      ? colorOn(paper, style.color)
      : filled
        ? style.background === undefined
          ? paper.colors.onPrimary
          : paper.text
        : paper.colors.primary;
  return (
    <View
      id={idOf(control)}
      role="button"
      label={label}
      enabled={!control.disabled}
      {...(control.disabled ? {} : { onPress })}
      rippleColor={color}
      style={{
        ...frameOf(style, { radius: 20, ...(filled ? {} : { border: { width: 1, color: paper.colors.outline } }) }),
        ...(background === undefined ? {} : { background }),
        grow: 1,
        align: "center",
        justify: "center",
        paddingX: 8,
        opacity: control.disabled ? disabledOpacity : 1,
      }}
    >
      <Text
        text={{ ...type.label, size: style.fontSize === 16 ? 14 : style.fontSize, weight: style.bold ? 700 : 500 }}
        color={color}
        maxLines={1}
        passThrough
      >
        {label}
      </Text>
    </View>
  );
}

function ChoiceView({ control, paper, values, onPress }: ControlProps): ReactElement {
  const { value, checked } = valueOf(control, values);
  const [on, off] =
    control.type === "radio" ? [mdiRadioboxMarked, mdiRadioboxBlank] : [mdiCheckboxMarked, mdiCheckboxBlankOutline];
  return (
    <View
      id={idOf(control)}
      role={control.type === "radio" ? "radio" : "checkbox"}
      label={control.type === "radio" ? `${control.name} ${value}` : control.name}
      checkable
      checked={checked}
      enabled={!control.disabled}
      {...(control.disabled ? {} : { onPress })}
      style={{
        grow: 1,
        align: "center",
        justify: "center",
        radius: 16,
        opacity: control.disabled ? disabledOpacity : 1,
      }}
    >
      <Icon
        path={checked ? on : off}
        size={22}
        color={checked ? paper.colors.primary : paper.colors.onSurfaceVariant}
        passThrough
      />
    </View>
  );
}

function SelectView({ control, style, paper, values, onPress }: ControlProps): ReactElement {
  const { value } = valueOf(control, values);
  const shown = control.options.find((option) => option.value === value)?.label ?? "";
  return (
    <View
      id={idOf(control)}
      role="button"
      label={`${control.name}: ${shown}`}
      enabled={!control.disabled}
      {...(control.disabled ? {} : { onPress })}
      rippleColor={paper.text}
      style={{ ...fieldFrame(style, paper), grow: 1, direction: "row", align: "center" }}
    >
      <Text text={type.body} color={textColor(style, paper)} maxLines={1} passThrough style={{ grow: 1, basis: 0 }}>
        {shown}
      </Text>
      <Icon path={mdiMenuDown} size={22} color={paper.colors.onSurfaceVariant} passThrough />
    </View>
  );
}

function TextView({ control, style, paper, values, onValue, onSubmit }: ControlProps): ReactElement {
  const { value } = valueOf(control, values);
  const multiline = control.type === "textarea";
  const text = { id: idOf(control), label: control.placeholder || control.name };
  if (control.disabled)
    return (
      <View {...text} style={{ ...fieldFrame(style, paper), grow: 1, justify: "center", opacity: disabledOpacity }}>
        <Text text={type.body} color={textColor(style, paper)} maxLines={1} passThrough>
          {value}
        </Text>
      </View>
    );
  return (
    <View style={{ ...fieldFrame(style, paper), grow: 1, justify: multiline ? "start" : "center", clip: true }}>
      <Field
        {...text}
        text={{ ...type.body, color: textColor(style, paper) }}
        color={paper.colors.primary}
        placeholder={control.placeholder}
        placeholderColor={paper.colors.outline}
        value={value}
        onChange={(next) => onValue(next.slice(0, control.maxLength ?? 20_000))}
        onSubmit={onSubmit}
        enterAction={control.inputType === "search" ? "search" : control.followed ? "next" : "go"}
        inputType={control.inputType === "search" ? "text" : control.inputType}
        multiline={multiline}
        password={control.type === "password"}
        style={{ paddingY: 10 }}
      />
    </View>
  );
}

function textColor(style: ComputedStyle, paper: PagePaper): string {
  return style.background === undefined ? paper.text : colorOn(paper, style.color);
}

/** The page's border and corners, or those given. */
function frameOf(style: ComputedStyle, own: Pick<ViewStyle, "radius" | "border">): ViewStyle {
  const { top } = style.border;
  const border =
    top.visible && top.width > 0
      ? { border: { width: top.width, color: top.color || "#808080" } }
      : own.border && style.background === undefined
        ? { border: own.border }
        : {};
  const radius = style.radius.dp > 0 ? style.radius.dp : own.radius;
  return { ...border, ...(radius === undefined ? {} : { radius }) };
}

function fieldFrame(style: ComputedStyle, paper: PagePaper): ViewStyle {
  const background = style.background === undefined ? {} : { background: style.background };
  return {
    ...frameOf(style, { radius: 10, border: { width: 1, color: paper.colors.outline } }),
    ...background,
    paddingX: 12,
  };
}
