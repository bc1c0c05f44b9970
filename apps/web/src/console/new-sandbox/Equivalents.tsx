import { ChevronRight } from "lucide-react";
import type { NewSandbox } from "../../api/sandboxes.ts";
import { t } from "../../language/text.ts";
import { Snippet } from "../../ui/Snippet.tsx";
import { curlSnippet, sdkSnippet } from "./snippets.ts";

/** Code that creates the sandbox of the form. Collapsed by default. */
export function Equivalents({ config }: { config: NewSandbox }) {
  const { origin } = window.location;
  return (
    <details className="group min-w-0">
      <summary className="flex w-fit cursor-default list-none items-center gap-1.5 rounded text-sm text-mute transition-colors hover:text-text">
        <ChevronRight className="size-4 transition-transform group-open:rotate-90" aria-hidden="true" />
        {t("Create with code")}
      </summary>
      <div className="mt-2.5 grid gap-2 *:min-w-0">
        <Snippet label={t("the SDK call")} code={sdkSnippet(origin, config)} />
        <Snippet label={t("the curl command")} code={curlSnippet(origin, config)} />
      </div>
    </details>
  );
}
