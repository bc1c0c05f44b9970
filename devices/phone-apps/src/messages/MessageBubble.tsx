import { mdiAlertCircleOutline, mdiContentCopy } from "@mdi/js";
import { Icon, Text, View } from "@terrarium/phone-ui/render/elements";
import { formatTime } from "@terrarium/phone-ui/services/format-clock";
import { useColors, useScreen, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import type { ReactElement } from "react";
import { formatDay } from "./format-time.ts";
import type { Message } from "./messages-store.ts";
import { oneTimeCode } from "./one-time-code.ts";
import { MESSAGES_STRINGS } from "./strings.ts";

/** One message with its time and status. Incoming messages are on the left, outgoing ones on the right. */
export function MessageBubble(props: {
  message: Message;
  /** True if the previous message belongs to the same group. */
  follows: boolean;
  /** True if the next message belongs to the same group. The time then shows below that message. */
  goesOn: boolean;
  onCopy: (text: string) => void;
  onLongPress: () => void;
  onPress?: () => void;
}): ReactElement {
  const { message, follows } = props;
  const colors = useColors();
  const texts = useStrings(MESSAGES_STRINGS);
  const { widthDp } = useScreen();
  const twoPane = useTwoPane();
  const incoming = message.box === "inbox";
  const code = incoming ? oneTimeCode(message.body) : undefined;
  const state = incoming
    ? undefined
    : message.box === "sent"
      ? texts.sent
      : message.box === "draft"
        ? texts.draft
        : texts.notSent;
  const failed = state === texts.notSent;
  const near = follows ? 6 : 20;
  return (
    <View style={{ align: incoming ? "start" : "end", marginTop: follows ? 3 : 12, gap: 4 }}>
      <View
        id="message"
        label={message.body}
        {...(props.onPress ? { onPress: props.onPress } : {})}
        onLongPress={props.onLongPress}
        rippleColor={colors.onSurface}
        style={{
          maxWidth: Math.min(440, (twoPane ? widthDp * 0.55 : widthDp) * 0.78),
          paddingX: 16,
          paddingY: 10,
          radius: incoming ? [near, 20, 20, 6] : [20, near, 6, 20],
          background: incoming ? colors.surfaceHigh : colors.primaryContainer,
        }}
      >
        <Text
          text={{ ...TYPE.bodyLarge, lineHeight: 22 }}
          color={incoming ? colors.onSurface : colors.onPrimaryContainer}
          passThrough
        >
          {message.body}
        </Text>
      </View>
      {code === undefined ? null : (
        <View
          id="copy_code"
          role="button"
          label={texts.copyCode(code)}
          onPress={() => props.onCopy(code)}
          rippleColor={colors.primary}
          style={{
            direction: "row",
            align: "center",
            gap: 8,
            height: 36,
            paddingX: 14,
            radius: 18,
            border: { width: 1, color: colors.outlineVariant },
          }}
        >
          <Icon path={mdiContentCopy} size={16} color={colors.primary} passThrough />
          <Text text={TYPE.label} color={colors.primary} passThrough>
            {texts.copyCode(code)}
          </Text>
        </View>
      )}
      <View
        style={{ direction: "row", align: "center", gap: 4, paddingX: 6, hidden: props.goesOn && !failed }}
        passThrough
      >
        {failed ? <Icon path={mdiAlertCircleOutline} size={14} color={colors.error} /> : null}
        <Text text={TYPE.bodySmall} color={failed ? colors.error : colors.onSurfaceVariant}>
          {state === undefined ? formatTime(message.dateMs) : `${formatTime(message.dateMs)} · ${state}`}
        </Text>
      </View>
    </View>
  );
}

/** Separates the messages of two days. */
export function DayTitle({ epochMs }: { epochMs: number }): ReactElement {
  const colors = useColors();
  const texts = useStrings(MESSAGES_STRINGS);
  const language = useLanguage();
  const minuteMs = useSystem((state) => state.minuteMs);
  return (
    <Text
      text={{ ...TYPE.labelSmall, textAlign: "center" }}
      color={colors.onSurfaceVariant}
      style={{ marginTop: 16, marginBottom: 4 }}
    >
      {formatDay(epochMs, minuteMs, language, texts)}
    </Text>
  );
}
