import { createContext, Fragment, useContext, useId, useLayoutEffect, useMemo, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { View } from "../render/elements.ts";
import { STATUS_BAR_HEIGHT } from "../services/bars.ts";
import { useBack, useColors } from "../services/services.ts";

interface Host {
  put: (id: string, overlay: ReactNode) => void;
  drop: (id: string) => void;
}

const HostContext = createContext<Host | undefined>(undefined);

/** The container that displays the overlays of its descendants over its whole area. */
export function OverlayHost({ children }: { children: ReactNode }): ReactElement {
  const [overlays, setOverlays] = useState<ReadonlyMap<string, ReactNode>>(new Map());
  const host = useMemo<Host>(
    () => ({
      put: (id, overlay) => setOverlays((current) => new Map(current).set(id, overlay)),
      drop: (id) => setOverlays((current) => new Map([...current].filter(([each]) => each !== id))),
    }),
    [],
  );
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <HostContext value={host}>{children}</HostContext>
      {[...overlays].map(([id, overlay]) => (
        <Fragment key={id}>{overlay}</Fragment>
      ))}
    </View>
  );
}

interface OverlayProps {
  onDismiss: () => void;
  /** Whether it darkens the content behind it. */
  dim?: boolean;
  children: ReactNode;
}

/**
 * An element over the page; a touch outside it or BACK dismisses it. Without an OverlayHost it must be the last child
 * of the page's outermost View.
 */
export function Overlay(props: OverlayProps): ReactElement | null {
  const host = useContext(HostContext);
  const id = useId();
  const layer = <OverlayLayer {...props} />;
  // The host renders this layer, so it receives a new one after every rendering.
  useLayoutEffect(() => host?.put(id, layer));
  useLayoutEffect(() => () => host?.drop(id), [host, id]);
  return host ? null : layer;
}

function OverlayLayer({ onDismiss, dim = false, children }: OverlayProps): ReactElement {
  const colors = useColors();
  useBack(onDismiss);
  const fill = { absolute: true, left: 0, right: 0, bottom: 0, top: -STATUS_BAR_HEIGHT } as const;
  return (
    <View modal style={fill}>
      <View
        id="touch_outside"
        onPress={onDismiss}
        rippleColor="#00000000"
        {...(dim ? { enter: { kind: "window", durationMs: 140, opacity: 0 } } : {})}
        style={{ ...fill, top: 0, ...(dim ? { background: colors.scrim } : {}) }}
      />
      {children}
    </View>
  );
}
