import type { Box } from "@terrarium/contract/boxes";
import { firstFilesPath } from "@terrarium/contract/proxy";
import type { WatchedSandbox } from "@terrarium/contract/proxy-messages";
import { hasScreen, type SandboxKind } from "@terrarium/contract/sandbox-kind";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import { type Label, t } from "../language/text.ts";
import { useSession } from "../session/store.ts";
import { readAddress, type ViewerAction, type ViewerAddress } from "./parts/address.ts";
import { KeptView, ViewLoading } from "./parts/KeptView.tsx";
import { lateView } from "./parts/late-view.tsx";
import { Notice } from "./parts/Notice.tsx";
import { ScreenView } from "./screen/ScreenView.tsx";
import { type ShownSandbox, TopBar } from "./TopBar.tsx";
import { useBox } from "./use-box.ts";

const ShellView = lateView("ShellView", () => import("./shell/ShellView.tsx"));
const FilesView = lateView("FilesView", () => import("./files/FilesView.tsx"));

const TITLES: Record<ViewerAction, Label> = { stream: "Screen", shell: "Shell", "list-files": "Files" };
const VIEWS: readonly ViewerAction[] = ["stream", "shell", "list-files"];

/** Whether the page is in a frame, as in the playground. It then shows only the view itself. */
const isEmbedded = window.self !== window.top;

/** The page at /api/v1/proxy/{id}/: the screen, shell or files of one sandbox, chosen by the address's fragment. */
export function Viewer() {
  const address = useAddress();
  const sessionToken = useSession((session) => session.token);
  const token = address.link?.token ?? (address.isBare ? null : sessionToken);
  // A link shows all details only with a shell. The screen reports the name and the time left to everyone.
  const canAsk = address.link === undefined || address.link.rights.includes("shell");
  const [watched, setWatched] = useState<ShownSandbox>(UNKNOWN);
  const watch = useCallback(
    (sandbox: WatchedSandbox | undefined) =>
      setWatched(({ name }) => (sandbox === undefined ? { ...UNKNOWN, name } : { ...UNKNOWN, ...sandbox })),
    [],
  );
  const { box, ...asked } = useBox(address.sandboxId, canAsk ? token : null);
  // A link names the kind, so its pages need not wait for the answer.
  const isAsked = address.link === undefined && asked.isAsked;
  const kind = address.link ? address.link.kind : box?.config.kind;
  // The screen is the default view. A sandbox without a screen shows its shell instead.
  const action = address.action === "stream" && !hasScreen(kind) ? "shell" : address.action;
  // A link may end before the sandbox, which only the screen's server reports.
  const shown = box !== undefined && (!address.link || watched.endsAt === undefined) ? shownBox(box) : watched;
  const title = `${t(TITLES[action])} · ${address.sandboxId} · Terrarium`;
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <div className="flex h-dvh flex-col overflow-hidden">
      {!isEmbedded && !address.isBare && (
        <TopBar address={address} action={action} kind={kind} isKindAsked={isAsked} sandbox={shown} />
      )}
      <main className="relative min-h-0 flex-1">
        {token === null ? (
          <Notice end={{ kind: address.isBare ? "link-over" : "unauthorized", detail: "" }} />
        ) : (
          <Views
            key={`${address.sandboxId} ${token}`}
            address={address}
            action={action}
            kind={kind}
            isKindAsked={isAsked}
            token={token}
            onSandbox={watch}
          />
        )}
      </main>
    </div>
  );
}

const UNKNOWN: ShownSandbox = { name: undefined, endsAt: undefined };

const shownBox = ({ config, status, expiresAt }: Box): ShownSandbox => ({
  name: config.name ?? undefined,
  endsAt: status === "running" ? expiresAt : undefined,
});

interface ViewProps {
  address: ViewerAddress;
  action: ViewerAction;
  kind: SandboxKind | undefined;
  isKindAsked: boolean;
  token: string;
  onSandbox: (sandbox: WatchedSandbox | undefined) => void;
}

/** The current view, with the views opened earlier hidden. */
function Views(props: ViewProps) {
  // Addresses of other views name no folder, so the files view keeps its folder.
  const [folder, setFolder] = useState(props.address.path);
  if (props.address.path !== undefined && props.address.path !== folder) setFolder(props.address.path);
  return VIEWS.filter((action) => action !== "stream" || hasScreen(props.kind)).map((action) => (
    <KeptView key={action} label={t(TITLES[action])} isShown={action === props.action} className="absolute inset-0">
      <View {...props} action={action} folder={folder} />
    </KeptView>
  ));
}

function View({
  address,
  action,
  kind,
  isKindAsked,
  token,
  folder,
  onSandbox,
}: ViewProps & { folder: string | undefined }) {
  switch (action) {
    case "stream":
      return (
        <ScreenView
          sandboxId={address.sandboxId}
          url={address.screenSocketUrl}
          token={token}
          {...(kind !== undefined && { kind })}
          isWatched={address.link?.rights.includes("input") === false}
          isBare={address.isBare}
          onSandbox={onSandbox}
        />
      );
    case "shell":
      return <ShellView sandboxId={address.sandboxId} token={token} />;
    case "list-files":
      if (folder === undefined && isKindAsked) return <ViewLoading />;
      return <FilesView sandboxId={address.sandboxId} path={folder ?? firstFilesPath(kind ?? "phone")} token={token} />;
  }
}

function useAddress(): ViewerAddress {
  const href = useSyncExternalStore(subscribeToHash, () => location.href);
  return useMemo(() => readAddress(new URL(href)), [href]);
}

function subscribeToHash(listener: () => void): () => void {
  window.addEventListener("hashchange", listener);
  return () => window.removeEventListener("hashchange", listener);
}
