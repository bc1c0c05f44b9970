import type { ReactNode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach } from "vitest";
import { useSession } from "../session/store.ts";
import { act } from "./act.ts";

export interface TeamPage {
  /** Returns the container of the current test. */
  page: () => HTMLElement;
  render: (node: ReactNode) => Promise<void>;
}

/** Creates a page for each test of a file, signed in as the owner of the team org_1. */
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
