import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach } from "vitest";
import { useSession } from "../session/store.ts";
import { act } from "./act.ts";

export interface TeamPage {
  /** Where the present test shows what it renders. */
  page: () => HTMLElement;
  render: (node: ReactNode) => Promise<void>;
}

/** Gives each test of a file a page of its own, which the owner of the team org_1 looks at. */
export function provideTeamPage(): TeamPage {
  let page: HTMLElement;
  let root: Root;
  beforeEach(() => {
    useSession.setState({ team: { id: "org_1", name: "Team", role: "owner" } });
    page = document.createElement("div");
    document.body.append(page);
    root = createRoot(page);
  });
  afterEach(async () => {
    await act(() => root.unmount());
    page.remove();
    useSession.setState({ team: null });
  });
  return { page: () => page, render: (node) => act(() => root.render(node)) };
}
