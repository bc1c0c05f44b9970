import { lazy, Suspense } from "react";
import { messageOf } from "../../../api/api-error.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";

export interface NoSandboxesProps {
  error: Error | null;
  /** The team has none at all. */
  isTeamEmpty: boolean;
  hasSearch: boolean;
  hasFilters: boolean;
  pageCount: number;
  onRetry: () => void;
  onClear: () => void;
  onCreate: () => void;
}

const GettingStarted = lazy(async () => ({ default: (await import("./GettingStarted.tsx")).GettingStarted }));

/** Why no row is shown, and what to do next. */
export function NoSandboxes(props: NoSandboxesProps) {
  const { error, isTeamEmpty, hasSearch, hasFilters, pageCount } = props;
  if (error !== null)
    return (
      <>
        <Headline>{t("No sandboxes found")}</Headline>
        <p role="alert" className="mt-1 text-bad">
          {t("{failure}: {reason}", { failure: t("The list could not be loaded"), reason: messageOf(error) })}
        </p>
        <Button className="mt-4" onClick={props.onRetry}>
          {t("Try Again")}
        </Button>
      </>
    );
  if (hasSearch || (hasFilters && !isTeamEmpty))
    return (
      <>
        <Headline>{hasSearch ? t("No matching sandboxes found") : t("No sandboxes found")}</Headline>
        {!isTeamEmpty && (
          <p className="mt-1">
            {pageCount > 1
              ? t("Search and filters look at this page of the list only.")
              : t("None passes the search and the filters.")}
          </p>
        )}
        <Button className="mt-4" onClick={props.onClear}>
          {t("Clear search and filters")}
        </Button>
      </>
    );
  return (
    <>
      <Headline>{t("No sandboxes found")}</Headline>
      <Suspense>
        <GettingStarted onCreate={props.onCreate} />
      </Suspense>
    </>
  );
}

const Headline = ({ children }: { children: string }) => <p className="text-base font-medium text-text">{children}</p>;
