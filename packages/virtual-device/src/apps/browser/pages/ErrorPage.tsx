import { mdiAirplane, mdiFileQuestionOutline, mdiShieldLockOutline, mdiWebOff } from "@mdi/js";
import type { ReactElement } from "react";
import { Scroll, Text, View } from "../../../ui/render/elements.ts";
import { useColors } from "../../../ui/system/services.ts";
import { useStrings } from "../../../ui/system/strings.ts";
import { type } from "../../../ui/theme.ts";
import { Button } from "../../../ui/widgets/Button.tsx";
import { EmptyState } from "../../../ui/widgets/EmptyState.tsx";
import type { PageError, PageProblem } from "../network/page-error.ts";
import { strings } from "../strings.ts";

const icons: Partial<Record<PageProblem, string>> = {
  "egress-off": mdiShieldLockOutline,
  "address-not-allowed": mdiShieldLockOutline,
  "bad-certificate": mdiShieldLockOutline,
  "no-file": mdiFileQuestionOutline,
  offline: mdiAirplane,
};

/** Says why there is no page, and what can be done about it. */
export function ErrorPage({ error, onRetry }: { error: PageError; onRetry: () => void }): ReactElement {
  const texts = useStrings(strings);
  const colors = useColors();
  const { title, text } = texts.problems[error.problem];
  return (
    <Scroll id="error" style={{ grow: 1, basis: 0 }}>
      <View style={{ grow: 1, paddingTop: 24 }}>
        <EmptyState icon={icons[error.problem] ?? mdiWebOff} title={title} text={text(error.subject)}>
          <View style={{ align: "center", gap: 16 }}>
            <Text id="error_code" text={type.bodySmall} color={colors.onSurfaceVariant}>
              {error.code}
            </Text>
            <Button id="retry" label={texts.retry} onPress={onRetry} />
          </View>
        </EmptyState>
      </View>
    </Scroll>
  );
}
