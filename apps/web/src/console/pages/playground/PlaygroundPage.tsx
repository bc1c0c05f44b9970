import { Page } from "../../layout/Page.tsx";

export function PlaygroundPage() {
  return (
    <Page title="PLAYGROUND" documentTitle="Playground">
      …
    </Page>
  );
}
