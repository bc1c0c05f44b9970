import { Page } from "../../layout/Page.tsx";

export function ApiKeysPage() {
  return (
    <Page title="APIKEYS" documentTitle="ApiKeys">
      …
    </Page>
  );
}
