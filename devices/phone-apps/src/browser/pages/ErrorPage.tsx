import { mdiAirplane, mdiFileQuestionOutline, mdiShieldLockOutline, mdiWebOff } from "@mdi/js";
import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import type { ReactElement } from "react";
import type { PageError, PageProblem } from "../network/page-error.ts";
import { BROWSER_STRINGS } from "../strings.ts";

const ICONS: Partial<Record<PageProblem, string>> = {
  "egress-off": mdiShieldLockOutline,
  "address-not-allowed": mdiShieldLockOutline,
  "bad-certificate": mdiShieldLockOutline,
  "no-file": mdiFileQuestionOutline,
  offline: mdiAirplane,
};

/** Explains why a page cannot be shown, and possible remedies. */
export function ErrorPage({ error, onRetry }: { error: PageError; onRetry: () => void }): ReactElement {
  const texts = useStrings(BROWSER_STRINGS);
  const colors = useColors();
  const { title, text } = texts.problems[error.problem];
  return (
    <Scroll id="error" style={{ grow: 1, basis: 0 }}>
      <View style={{ grow: 1, paddingTop: 24 }}>
        <EmptyState icon={ICONS[error.problem] ?? mdiWebOff} title={title} text={text(error.subject)}>
          <View style={{ align: "center", gap: 16 }}>
            <Text id="error_code" text={TYPE.bodySmall} color={colors.onSurfaceVariant}>
              {error.code}
            </Text>
            <Button id="retry" label={texts.retry} onPress={onRetry} />
          </View>
        </EmptyState>
      </View>
    </Scroll>
  );
}
