import { mdiImageBrokenVariant } from "@mdi/js";
import { Icon, Image, Text, View } from "@terrarium/phone-ui/render/elements";
import type { DragEvent, PinchEvent, UiNode } from "@terrarium/phone-ui/render/node";
import { useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { useRef, useState, type ReactElement } from "react";
import type { Picture } from "./pictures.ts";
import { GALLERY_STRINGS } from "./strings.ts";
import { keepInside, NO_ZOOM, zoomAround, type Size, type Zoom } from "./zoom.ts";

const DOUBLE_TAP_MS = 300;
const DOUBLE_TAP_SCALE = 2.5;
/** Smallest part of the width, and smallest speed, of a swipe to the next picture. */
const TURN_PART = 0.25;
const TURN_PX_PER_SECOND = 500;

const UNKNOWN_FRAME: Size = { width: 0, height: 0 };

interface Held {
  zoom: Zoom;
  /** Horizontal offset of the row of pictures during a swipe, in px. */
  pulledPx: number;
  /** The frame's size in px at the last touch. */
  frame: Size;
}

const AT_REST: Held = { zoom: NO_ZOOM, pulledPx: 0, frame: UNKNOWN_FRAME };

/** A picture with pinch, pan, double tap and swipe gestures. */
export function ZoomablePicture(props: {
  picture: Picture;
  previous: Picture | undefined;
  next: Picture | undefined;
  onStep: (by: 1 | -1) => void;
  onTap: () => void;
}): ReactElement {
  const { picture, previous, next, onStep, onTap } = props;
  const { densityDpi, widthDp } = useScreen();
  const { clock } = useServices();
  const frame = useRef<UiNode>(null);
  const begun = useRef<Zoom>(NO_ZOOM);
  const tappedMs = useRef(-Infinity);
  const [shown, setShown] = useState<Held & { key: string }>({ key: "", ...AT_REST });
  // A different picture or a rotated screen resets the zoom.
  const key = `${widthDp} ${picture.path}`;
  const { zoom, pulledPx, frame: shownFrame } = shown.key === key ? shown : AT_REST;
  const set = (change: Partial<Held>): void => setShown({ key, zoom, pulledPx, frame: size(), ...change });
  const size = (): Size => {
    const bounds = frame.current?.bounds ?? { left: 0, top: 0, right: 1, bottom: 1 };
    return { width: bounds.right - bounds.left, height: bounds.bottom - bounds.top };
  };
  const fromCentre = (xPx: number, yPx: number): [number, number] => {
    const bounds = frame.current?.bounds ?? { left: 0, top: 0, right: 0, bottom: 0 };
    return [xPx - (bounds.left + bounds.right) / 2, yPx - (bounds.top + bounds.bottom) / 2];
  };

  const drag = (event: DragEvent): void => {
    if (event.phase === "start") begun.current = zoom;
    if (zoom.scale > 1) {
      const moved = { ...zoom, x: begun.current.x + event.dxPx, y: begun.current.y + event.dyPx };
      return set({ zoom: keepInside(moved, size()) });
    }
    if (event.phase === "move" || event.phase === "start") {
      const open = event.dxPx < 0 ? next : previous;
      return set({ pulledPx: open ? event.dxPx : event.dxPx / 4 });
    }
    const far = Math.abs(event.dxPx) > size().width * TURN_PART || Math.abs(event.velocityXPx) > TURN_PX_PER_SECOND;
    set({ pulledPx: 0 });
    if (event.phase === "end" && far) onStep(event.dxPx < 0 ? 1 : -1);
  };
  const pinch = (event: PinchEvent): void => {
    if (event.phase === "start") begun.current = zoom;
    if (event.phase === "cancel") return set({ zoom: begun.current });
    const [x, y] = fromCentre(event.xPx - event.dxPx, event.yPx - event.dyPx);
    const grown = zoomAround(begun.current, event.scale, x, y);
    set({ zoom: keepInside({ ...grown, x: grown.x + event.dxPx, y: grown.y + event.dyPx }, size()), pulledPx: 0 });
  };
  const tap = (): void => {
    const now = clock.elapsedMs();
    const again = now - tappedMs.current < DOUBLE_TAP_MS;
    tappedMs.current = again ? -Infinity : now;
    if (again) set({ zoom: zoom.scale > 1 ? NO_ZOOM : { ...NO_ZOOM, scale: DOUBLE_TAP_SCALE } });
    onTap();
  };

  const dp = (px: number): number => (px * 160) / densityDpi;
  return (
    <View
      ref={frame}
      id="photo"
      role="image"
      label={picture.name}
      onPress={tap}
      onDrag={drag}
      dragAxis={zoom.scale > 1 ? "any" : "x"}
      onPinch={pinch}
      rippleColor="#00000000"
      style={{ grow: 1, clip: true }}
    >
      {[previous, picture, next].map((each, index) =>
        each === undefined || (index !== 1 && (pulledPx === 0 || (index === 0) !== pulledPx > 0)) ? null : (
          <View
            key={`${each.path} ${each.modifiedMs}`}
            passThrough
            style={{
              absolute: true,
              width: `${index === 1 ? zoom.scale * 100 : 100}%`,
              height: `${index === 1 ? zoom.scale * 100 : 100}%`,
              left: dp(
                index === 1
                  ? zoom.x + pulledPx - (shownFrame.width * (zoom.scale - 1)) / 2
                  : pulledPx + (index - 1) * shownFrame.width,
              ),
              top: index === 1 ? dp(zoom.y - (shownFrame.height * (zoom.scale - 1)) / 2) : 0,
            }}
          >
            <FittedPicture picture={each} />
          </View>
        ),
      )}
    </View>
  );
}

function FittedPicture({ picture }: { picture: Picture }): ReactElement {
  const strings = useStrings(GALLERY_STRINGS);
  const [broken, setBroken] = useState(false);
  if (broken) {
    return (
      <View passThrough style={{ grow: 1, align: "center", justify: "center", gap: 12 }}>
        <Icon path={mdiImageBrokenVariant} size={56} color="#9a9a9a" passThrough />
        <Text id="broken" text={TYPE.bodyLarge} color="#d0d0d0">
          {strings.broken}
        </Text>
      </View>
    );
  }
  return (
    <Image
      passThrough
      source={{ path: picture.path }}
      fit="contain"
      onImageError={() => setBroken(true)}
      style={{ grow: 1 }}
    />
  );
}
