import { messageOf } from "../../../api/api-error.ts";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Snippet } from "../../../ui/Snippet.tsx";

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

const SNIPPET = (origin: string) => `import { GboxClient } from "gbox-sdk";

const gbox = new GboxClient({ apiKey: "…", baseUrl: "${origin}" });
const android = await gbox.initAndroid();
console.log("gbox id: ", android.sandboxId);
await android.keypress("home");`;

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
      <p className="mt-1 mb-5">{t("Start a device here, or from code with an API key of this team:")}</p>
      <Snippet label={t("the SDK example")} code={SNIPPET(window.location.origin)} />
      <Button kind="primary" className="mt-5" onClick={props.onCreate}>
        {t("New Sandbox")}
      </Button>
    </>
  );
}

const Headline = ({ children }: { children: string }) => <p className="text-base font-medium text-text">{children}</p>;
