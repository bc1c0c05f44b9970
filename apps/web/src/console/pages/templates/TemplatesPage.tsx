import { Page } from "../../layout/Page.tsx";

export function TemplatesPage() {
  return (
    <Page title="TEMPLATES" documentTitle="Templates">
      …
    </Page>
  );
}
