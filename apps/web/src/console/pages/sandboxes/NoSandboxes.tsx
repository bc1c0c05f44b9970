import { Plus } from "lucide-react";
import { type ReactNode, Suspense } from "react";
import { ConnectionError, messageOf } from "../../../api/api-error.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { lateView } from "../../../viewer/parts/late-view.tsx";
import { failureReason } from "../../parts/LoadFailure.tsx";

export interface NoSandboxesProps {
  error: Error | null;
  hasSearch: boolean;
  /** The active filters, in words. */
  filters: readonly string[];
  /** Number of the team's ended sandboxes that are not listed. */
  hiddenEnded: number;
  onRetry: () => void;
  onClear: () => void;
  /** Lists ended sandboxes too, with the same search. */
  onShowEnded: () => void;
  onCreate: () => void;
  /** Starts a phone without further questions. */
  onStart: () => void;
  isStarting: boolean;
}

const GettingStarted = lateView("GettingStarted", () => import("./GettingStarted.tsx"));

/** Explains why the list is empty, and offers next steps. */
export function NoSandboxes(props: NoSandboxesProps) {
  const { error, hasSearch, filters, hiddenEnded } = props;
  if (error !== null)
    return (
      <>
        <Headline>
          {error instanceof ConnectionError ? failureReason(error) : t("The list could not be loaded")}
        </Headline>
        <p role="alert" className="mt-1 text-bad">
          {error instanceof ConnectionError
            ? t("{failure}: {reason}", { failure: t("The list could not be loaded"), reason: messageOf(error) })
            : messageOf(error)}
        </p>
        <Button className="mt-4" onClick={props.onRetry}>
          {t("Try Again")}
        </Button>
      </>
    );
  const isNarrowed = hasSearch || filters.length > 0;
  const showEnded = hiddenEnded > 0 && (
    <Button onClick={props.onShowEnded}>
      {isNarrowed
        ? t("Include {count} ended", { count: hiddenEnded })
        : t("Show {count} ended", { count: hiddenEnded })}
    </Button>
  );
  if (isNarrowed)
    return (
      <>
        <Headline>{hasSearch ? t("No matching sandboxes found") : t("No sandboxes found")}</Headline>
        {filters.length > 0 && (
          <p className="mt-1">{t("Active filters: {filters}.", { filters: filters.join(", ") })}</p>
        )}
        <Actions>
          <Button onClick={props.onClear}>{t("Clear search and filters")}</Button>
          {showEnded}
        </Actions>
      </>
    );
  if (hiddenEnded > 0)
    return (
      <>
        <Headline>{t("No sandboxes found")}</Headline>
        <p className="mt-1">{t("No sandboxes are running.")}</p>
        <Actions>
          <Button kind="primary" onClick={props.onCreate}>
            <Plus className="size-4" aria-hidden="true" />
            {t("New Sandbox")}
          </Button>
          {showEnded}
        </Actions>
      </>
    );
  return (
    <>
      <p className="text-sm text-mute">{t("No sandboxes found")}</p>
      <Headline>{t("Start your first sandbox")}</Headline>
      <Suspense fallback={<span aria-busy="true" className="mt-8 block h-80" />}>
        <GettingStarted onStart={props.onStart} isStarting={props.isStarting} onCreate={props.onCreate} />
      </Suspense>
    </>
  );
}

const Headline = ({ children }: { children: string }) => <p className="text-base font-medium text-text">{children}</p>;

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap justify-center gap-2">{children}</div>
);
