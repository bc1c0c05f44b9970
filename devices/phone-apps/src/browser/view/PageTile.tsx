import { mdiImageOffOutline, mdiImageOutline } from "@mdi/js";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { Draw, Icon, Image, Text, View } from "@terrarium/phone-ui/render/elements";
import { type } from "@terrarium/phone-ui/theme";
import { useMemo, type ReactElement } from "react";
import { lengthIn } from "../css/values.ts";
import type { FormValues } from "../document/form-data.ts";
import type { PageControl, PageImage } from "../document/page-document.ts";
import type { PageAction } from "../layout/box.ts";
import type { PlacedAtom } from "../layout/display-list.ts";
import type { Tile } from "../layout/tiles.ts";
import type { Picture } from "../network/load-images.ts";
import { drawTile, type Search } from "./draw-tile.ts";
import type { PagePaper } from "./page-paper.ts";
import { PageControlView } from "./PageControlView.tsx";

export interface PageTileProps {
  tile: Tile;
  paper: PagePaper;
  search: Search;
  pictures: ReadonlyMap<string, Picture | undefined>;
  values: FormValues;
  onAction: (action: PageAction) => void;
  onHoldLink: (address: string) => void;
  onPress: (control: PageControl) => void;
  onValue: (control: PageControl, value: string) => void;
  onSubmit: (control: PageControl) => void;
}

/** A stripe of a page: its text drawn as one picture, and over it what can be touched. */
export function PageTile(props: PageTileProps): ReactElement {
  const { tile, paper, search } = props;
  const { top } = tile;
  const draw = useMemo(
    () => (context: SKRSContext2D, _width: number, _height: number, scale: number) =>
      drawTile(context, tile, paper, search, scale),
    [tile, paper, search],
  );
  const at = (area: { x: number; y: number; width: number; height: number }) =>
    ({ absolute: true, left: area.x, top: area.y - top, width: area.width, height: area.height }) as const;
  return (
    <View passThrough style={{ absolute: true, left: 0, right: 0, top: 0, bottom: 0 }}>
      <Draw draw={draw} passThrough style={{ absolute: true, left: 0, right: 0, top: 0, bottom: 0 }} />
      {tile.paragraphs.map((paragraph) => (
        <View
          key={`${paragraph.x} ${paragraph.y} ${paragraph.text.length}`}
          id="block"
          passThrough
          label={paragraph.text}
          style={at(paragraph)}
        />
      ))}
      {tile.touches.map((touch) => {
        const { action } = touch;
        const hold = action.kind === "link" ? { onLongPress: () => props.onHoldLink(action.href) } : {};
        return (
          <View
            key={`${touch.x} ${touch.y} ${touch.width}`}
            id={action.kind}
            label={touch.label.trim()}
            onPress={() => props.onAction(action)}
            {...hold}
            rippleColor={paper.link}
            style={{ ...at(touch), radius: 4 }}
          />
        );
      })}
      {tile.atoms.map((atom) => (
        <PageAtom key={`${atom.x} ${atom.y}`} {...props} atom={atom} place={at(atom)} />
      ))}
    </View>
  );
}

interface Place {
  absolute: true;
  left: number;
  top: number;
  width: number;
  height: number;
}

function PageAtom(props: PageTileProps & { atom: PlacedAtom; place: Place }): ReactElement | null {
  const { atom, place } = props;
  const { content, action } = atom.box;
  if ("image" in content)
    return (
      <PagePicture
        {...props}
        image={content.image}
        place={place}
        radius={lengthIn(atom.box.style.radius, place.width)}
        {...(action ? { action } : {})}
      />
    );
  const { control } = content;
  return (
    <View style={place} passThrough>
      <PageControlView
        control={control}
        style={atom.box.style}
        paper={props.paper}
        values={props.values}
        onPress={() => props.onPress(control)}
        onValue={(value) => props.onValue(control, value)}
        onSubmit={() => props.onSubmit(control)}
      />
    </View>
  );
}

function PagePicture(props: {
  image: PageImage;
  /** dp */
  radius: number;
  pictures: ReadonlyMap<string, Picture | undefined>;
  place: Place;
  paper: PagePaper;
  action?: PageAction;
  onAction: (action: PageAction) => void;
  onHoldLink: (address: string) => void;
}): ReactElement | null {
  const { image, pictures, place, action } = props;
  const { colors } = props.paper;
  const picture = pictures.get(image.src);
  const source = useMemo(() => picture && { bytes: picture.bytes }, [picture]);
  const touch = action ? { onPress: () => props.onAction(action) } : {};
  const hold = action?.kind === "link" ? { onLongPress: () => props.onHoldLink(action.href) } : {};
  const label = image.alt === "" ? {} : { label: image.alt };
  if (source)
    return (
      <Image
        id="picture"
        role="image"
        {...label}
        {...touch}
        {...hold}
        source={source}
        fit="cover"
        style={{ ...place, radius: Math.min(props.radius, place.width / 2), clip: true }}
      />
    );
  // One without words, of which nothing is known yet, leaves no hole.
  if (place.width <= 1) return null;
  return (
    <View
      id="picture"
      role="image"
      {...label}
      {...touch}
      {...hold}
      style={{
        ...place,
        radius: 8,
        background: colors.surfaceContainer,
        direction: "row",
        align: "center",
        gap: 8,
        paddingX: place.width < 60 ? 0 : 12,
        justify: place.width < 60 ? "center" : "start",
        clip: true,
      }}
    >
      <Icon
        path={pictures.has(image.src) ? mdiImageOffOutline : mdiImageOutline}
        size={20}
        color={colors.outline}
        passThrough
      />
      {place.width < 60 ? null : (
        <Text text={type.bodySmall} color={colors.onSurfaceVariant} maxLines={2} passThrough style={{ shrink: 1 }}>
          {image.alt}
        </Text>
      )}
    </View>
  );
}
