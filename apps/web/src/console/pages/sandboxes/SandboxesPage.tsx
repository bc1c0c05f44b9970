import { Page } from "../../layout/Page.tsx";

export function SandboxesPage() {
  return (
    <Page title="SANDBOXES" documentTitle="Sandboxes">
      …
    </Page>
  );
}
