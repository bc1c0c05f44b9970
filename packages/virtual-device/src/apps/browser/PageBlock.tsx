import { mdiImageOffOutline, mdiImageOutline } from "@mdi/js";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { useMemo, type ReactElement } from "react";
import { readableOn } from "../../ui/contrast.ts";
import { Draw, Icon, Image, Text, View } from "../../ui/render/elements.ts";
import { isRightToLeft } from "../../ui/render/text-direction.ts";
import { useColors } from "../../ui/system/services.ts";
import { type, type Colors } from "../../ui/theme.ts";
import type { Picture } from "./network/load-images.ts";
import type { FormValues } from "./page/form-data.ts";
import type { LaidBlock, LaidRect } from "./page/layout-page.ts";
import type { LaidBox, LaidLine, LaidRun } from "./page/line-breaker.ts";
import { measure, pageFont } from "./page/measure.ts";
import type { InlineStyle, PageControl } from "./page/page-model.ts";
import { PageControlView } from "./PageControlView.tsx";

export interface PageBlockProps {
  block: LaidBlock;
  /** What is looked for, in small letters; empty for nothing. */
  query: string;
  /** The line with the match that the reader is at. */
  current: number | undefined;
  pictures: ReadonlyMap<string, Picture | undefined>;
  values: FormValues;
  onFollow: (address: string) => void;
  onHoldLink: (address: string) => void;
  onPress: (control: PageControl) => void;
  onValue: (control: PageControl, value: string) => void;
  onSubmit: (control: PageControl) => void;
}

/** A piece of a page: its text drawn as one picture, and over it what can be touched. */
export function PageBlock(props: PageBlockProps): ReactElement {
  const { block, query, current, pictures } = props;
  const colors = useColors();
  const draw = useMemo(
    () => (context: SKRSContext2D, _width: number, _height: number, scale: number) => {
      context.scale(scale, scale);
      context.translate(overhang, 0);
      drawBlock(context, block, colors, scale, query, current);
    },
    [block, colors, query, current],
  );
  return (
    <View
      passThrough
      id="block"
      {...(block.text === "" ? {} : { label: block.text })}
      style={{ absolute: true, left: 0, right: 0, top: 0, bottom: 0 }}
    >
      <Draw draw={draw} passThrough style={{ absolute: true, left: -overhang, right: -overhang, top: 0, bottom: 0 }} />
      {block.lines.flatMap((line) =>
        linksOf(line).map((link) => (
          <View
            key={`${line.y} ${link.x}`}
            id="link"
            label={link.text}
            onPress={() => props.onFollow(link.href)}
            onLongPress={() => props.onHoldLink(link.href)}
            rippleColor={colors.primary}
            style={{
              absolute: true,
              left: link.x,
              top: line.y,
              width: link.width,
              height: line.height,
              radius: 4,
            }}
          />
        )),
      )}
      {block.boxes.map((box) => {
        const key = `${box.x} ${box.y}`;
        const place = { absolute: true, left: box.x, top: box.y, width: box.width, height: box.height } as const;
        if (box.control) {
          const { control } = box;
          return (
            <View key={key} style={place} passThrough>
              <PageControlView
                control={control}
                values={props.values}
                onPress={() => props.onPress(control)}
                onValue={(value) => props.onValue(control, value)}
                onSubmit={() => props.onSubmit(control)}
              />
            </View>
          );
        }
        return <PagePicture key={key} box={box} pictures={pictures} place={place} onFollow={props.onFollow} />;
      })}
    </View>
  );
}

/** How far a mark reaches beyond the text, in dp. */
const overhang = 4;

interface LinkPlace {
  x: number;
  width: number;
  text: string;
  href: string;
}

/** The links of a line; runs of one link next to each other are one. */
function linksOf(line: LaidLine): LinkPlace[] {
  const links: LinkPlace[] = [];
  for (const { x, width, text, style } of line.runs) {
    if (style.href === undefined || text.trim() === "") continue;
    const last = links.at(-1);
    if (last && last.href === style.href && x - last.x - last.width < 6)
      links[links.length - 1] = { ...last, width: x + width - last.x, text: last.text + text };
    else links.push({ x, width, text: text.trim(), href: style.href });
  }
  return links;
}

function PagePicture(props: {
  box: LaidBox;
  pictures: ReadonlyMap<string, Picture | undefined>;
  place: { absolute: true; left: number; top: number; width: number; height: number };
  onFollow: (address: string) => void;
}): ReactElement | null {
  const { box, pictures, place, onFollow } = props;
  const colors = useColors();
  const { image, href } = box;
  const picture = image && pictures.get(image.src);
  const source = useMemo(() => picture && { bytes: picture.bytes }, [picture]);
  if (!image) return null;
  const touch = href === undefined ? {} : { onPress: () => onFollow(href) };
  const label = image.alt === "" ? {} : { label: image.alt };
  if (source)
    return (
      <Image
        id="picture"
        role="image"
        {...label}
        {...touch}
        source={source}
        fit="cover"
        style={{ ...place, radius: 4, clip: true }}
      />
    );
  return (
    <View
      id="picture"
      role="image"
      {...label}
      {...touch}
      style={{
        ...place,
        radius: 8,
        background: colors.surfaceContainer,
        direction: "row",
        align: "center",
        gap: 8,
        paddingX: 12,
        clip: true,
      }}
    >
      <Icon
        path={pictures.has(image.src) ? mdiImageOffOutline : mdiImageOutline}
        size={20}
        color={colors.outline}
        passThrough
      />
      <Text text={type.bodySmall} color={colors.onSurfaceVariant} maxLines={2} passThrough style={{ shrink: 1 }}>
        {image.alt}
      </Text>
    </View>
  );
}

function drawBlock(
  context: SKRSContext2D,
  block: LaidBlock,
  colors: Colors,
  scale: number,
  query: string,
  current: number | undefined,
): void {
  for (const rect of block.rects) drawRect(context, rect, colors);
  for (const [index, line] of block.lines.entries()) {
    for (const run of line.runs) drawBackground(context, run, line, colors);
    for (const run of line.runs) drawRun(context, run, line, colorOf(run.style, colors), scale);
    if (query !== "") drawMatches(context, line, query, matchColors(colors, index === current), scale);
  }
}

function drawRect(context: SKRSContext2D, { x, y, width, height, role }: LaidRect, colors: Colors): void {
  const fills = {
    quote: colors.outlineVariant,
    line: colors.outlineVariant,
    code: colors.surfaceContainer,
    header: colors.surfaceContainer,
  };
  context.fillStyle = fills[role];
  context.beginPath();
  if (role === "code") context.roundRect(x, y, width, height, 10);
  else context.rect(x, y, width, height);
  context.fill();
}

function drawBackground(context: SKRSContext2D, { x, width, style }: LaidRun, line: LaidLine, colors: Colors): void {
  const inline = style.mono && style.background === undefined;
  const fill = style.background ?? (inline ? colors.surfaceContainer : undefined);
  if (fill === undefined) return;
  context.fillStyle = fill;
  context.beginPath();
  context.roundRect(x - 2, line.baseline - style.size * 1.02, width + 4, style.size * 1.36, 4);
  context.fill();
}

interface MatchColors {
  fill: string;
  text: string;
}

function matchColors(colors: Colors, isCurrent: boolean): MatchColors {
  return isCurrent
    ? { fill: colors.primary, text: colors.onPrimary }
    : { fill: colors.primaryContainer, text: colors.onPrimaryContainer };
}

/** Marks what is looked for, and writes it once more in colours that can be read on the mark. */
function drawMatches(
  context: SKRSContext2D,
  line: LaidLine,
  query: string,
  { fill, text: color }: MatchColors,
  scale: number,
): void {
  const text = line.text.toLowerCase();
  context.save();
  context.beginPath();
  for (let at = text.indexOf(query); at >= 0; at = text.indexOf(query, at + query.length)) {
    const left = placeOf(line, at);
    context.roundRect(left - 1, line.y + 1, placeOf(line, at + query.length) - left + 2, line.height - 2, 4);
  }
  context.clip();
  context.fillStyle = fill;
  context.fillRect(-10, line.y, 10_000, line.height);
  for (const run of line.runs) drawRun(context, run, line, color, scale);
  context.restore();
}

/** Where the character with this index in the line's text begins, in dp. */
function placeOf(line: LaidLine, index: number): number {
  let start = 0;
  for (const run of line.runs) {
    if (index <= start + run.text.length) return run.x + measure(run.text.slice(0, index - start), run.style);
    start += run.text.length;
  }
  const last = line.runs.at(-1);
  return last ? last.x + last.width : 0;
}

/** The colour that the page asks for if it can be read, else the theme's. */
function colorOf(style: InlineStyle, colors: Colors): string {
  const paper = style.background ?? colors.surface;
  const plain = readableOn(colors.onSurface, paper) ?? colors.surface;
  return readableOn(style.href === undefined ? style.color : colors.primary, paper) ?? plain;
}

function drawRun(
  context: SKRSContext2D,
  { x, width, text, style }: LaidRun,
  line: LaidLine,
  color: string,
  scale: number,
): void {
  context.fillStyle = color;
  context.font = pageFont(text, style, 1);
  context.textAlign = "left";
  context.direction = isRightToLeft(text) ? "rtl" : "ltr";
  context.fillText(text, x, line.baseline);
  const thickness = Math.max(1 / scale, style.size / 16);
  if (style.underline || style.href !== undefined) context.fillRect(x, line.baseline + 2, width, thickness);
  if (style.strikethrough) context.fillRect(x, line.baseline - style.size * 0.3, width, thickness);
}
