import { QueryClientProvider } from "@tanstack/react-query";
import type { LegalDocument } from "@terrarium/contract/legal";
import { Suspense } from "react";
import { useLocation } from "react-router";
import { useLegalText } from "../../../api/legal.ts";
import { queryClient } from "../../../api/query-client.ts";
import { type Label, t } from "../../../language/text.ts";
import { PRIVACY } from "../../../session/access.ts";
import { lateView } from "../../../viewer/parts/late-view.tsx";
import { PublicPage } from "../../layout/PublicPage.tsx";
import { LoadFailure } from "../../parts/LoadFailure.tsx";
import { useDocumentTitle } from "../../parts/use-document-title.ts";

const MarkdownText = lateView("MarkdownText", () => import("./MarkdownText.tsx"));

interface Words {
  title: Label;
  failure: Label;
  none: Label;
}
const WORDS: Record<LegalDocument, Words> = {
  terms: {
    title: "Terms of Service",
    failure: "The terms of service could not be loaded",
    none: "The operator of this server has not published terms of service. Ask them before you rely on it.",
  },
  privacy: {
    title: "Privacy Policy",
    failure: "The privacy policy could not be loaded",
    none: "The operator of this server has not published a privacy policy. Ask them what happens to your data.",
  },
};

/** Shows the operator's legal text, or states that none is published. */
export function LegalPage() {
  const document = useLocation().pathname.startsWith(PRIVACY) ? "privacy" : "terms";
  useDocumentTitle(t(WORDS[document].title));
  return (
    <PublicPage>
      <QueryClientProvider client={queryClient}>
        <LegalText document={document} />
      </QueryClientProvider>
    </PublicPage>
  );
}

function LegalText({ document }: { document: LegalDocument }) {
  const { title, failure, none } = WORDS[document];
  const { data, error, isFetching, refetch } = useLegalText(document);
  if (error !== null)
    return <LoadFailure title={t(failure)} error={error} isRetrying={isFetching} onRetry={() => void refetch()} />;
  if (data === undefined) return <p className="text-mute">{t("Loading...")}</p>;
  if (data === null)
    return (
      <>
        <h1 className="text-2xl font-semibold tracking-[-0.02em]">{t(title)}</h1>
        <p className="mt-3 text-mute">{t(none)}</p>
      </>
    );
  return (
    <Suspense fallback={<p className="text-mute">{t("Loading...")}</p>}>
      <MarkdownText text={data} />
    </Suspense>
  );
}
