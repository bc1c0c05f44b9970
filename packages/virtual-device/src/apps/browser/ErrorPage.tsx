import { mdiAirplane, mdiFileQuestionOutline, mdiShieldLockOutline, mdiWebOff } from "@mdi/js";
import type { ReactElement } from "react";
import { Scroll, View } from "../../ui/render/elements.ts";
import { useStrings } from "../../ui/system/strings.ts";
import { Button } from "../../ui/widgets/Button.tsx";
import { EmptyState } from "../../ui/widgets/EmptyState.tsx";
import type { PageError, PageProblem } from "./network/load-page.ts";
import { strings } from "./strings.ts";

const icons: Partial<Record<PageProblem, string>> = {
  "egress-off": mdiShieldLockOutline,
  "address-not-allowed": mdiShieldLockOutline,
  "bad-certificate": mdiShieldLockOutline,
  "no-file": mdiFileQuestionOutline,
  "not-shown": mdiFileQuestionOutline,
  offline: mdiAirplane,
};

/** Says why there is no page, and what can be done about it. */
export function ErrorPage({ error, onRetry }: { error: PageError; onRetry: () => void }): ReactElement {
  const texts = useStrings(strings);
  const { title, text } = texts.problems[error.problem];
  return (
    <Scroll id="error" style={{ grow: 1, basis: 0 }}>
      <View style={{ grow: 1, paddingTop: 24 }}>
        <EmptyState icon={icons[error.problem] ?? mdiWebOff} title={title} text={text(error.subject)}>
          <Button id="retry" label={texts.retry} onPress={onRetry} />
        </EmptyState>
      </View>
    </Scroll>
  );
}
