import { mdiImageOffOutline, mdiImageOutline } from "@mdi/js";
import { Icon, Image, RichText, Text, View } from "@terrarium/phone-ui/render/elements";
import type { ViewStyle } from "@terrarium/phone-ui/render/style";
import type { TextSpan } from "@terrarium/phone-ui/render/text-span";
import { TYPE } from "@terrarium/phone-ui/theme";
import type { ReactElement } from "react";
import { lineOf, type Block } from "../page/block.ts";
import type { PageScene } from "./page-scene.ts";
import { PageControlView } from "./PageControlView.tsx";

/** Returns a block of a page as elements of the UI toolkit. */
export function blockElement(block: Block, scene: PageScene, key = 0): ReactElement {
  const { style, content, marker } = block;
  switch (content.kind) {
    case "box":
      return (
        <View key={key} style={style}>
          {marker ? (
            <View passThrough style={{ absolute: true, right: "100%", paddingRight: 8 }}>
              <Text text={marker.style}>{marker.text}</Text>
            </View>
          ) : null}
          {content.children.map((child, at) => blockElement(child, scene, at))}
        </View>
      );
    case "text":
      return (
        <RichText key={key} text={content.text} spans={marked(content.spans, scene)} style={style}>
          {content.boxes.map((child, at) => blockElement(child, scene, at))}
        </RichText>
      );
    case "image":
      return pictureElement(content, style, scene, key);
    case "control":
      return (
        <View key={key} style={style}>
          <PageControlView control={content.control} scene={scene} />
        </View>
      );
  }
}

/** Returns the text with highlighted matches. */
function marked(spans: readonly TextSpan[], { marks, colors }: PageScene): readonly TextSpan[] {
  if (!marks || marks.wanted === "") return spans;
  const text = lineOf(spans).toLowerCase();
  const found: TextSpan[] = [];
  let [at, start] = [text.indexOf(marks.wanted), 0];
  for (const span of spans) {
    const end = start + span.text.length;
    for (let from = start; from < end;) {
      const isMatch = at >= 0 && from >= at;
      const matchEnd = at + marks.wanted.length;
      const to = Math.min(end, isMatch ? matchEnd : at < 0 ? end : at);
      const isCurrent = marks.passed === marks.current;
      const look = isCurrent
        ? { background: colors.primary, color: colors.onPrimary }
        : { background: colors.primaryContainer, color: colors.onPrimaryContainer };
      found.push({ ...span, text: span.text.slice(from - start, to - start), ...(isMatch ? look : {}) });
      if (isMatch && to === matchEnd) {
        at = text.indexOf(marks.wanted, matchEnd);
        marks.passed++;
      }
      from = to;
    }
    start = end;
  }
  return found;
}

function pictureElement(
  { image, touch }: Extract<Block["content"], { kind: "image" }>,
  style: ViewStyle,
  { colors, pictures }: PageScene,
  key: number,
): ReactElement {
  const { src, alt, width, height } = image;
  const picture = pictures.get(src);
  const told = { id: "picture", role: "image" as const, ...(alt === "" ? {} : { label: alt }), ...touch };
  if (picture) {
    const ratio = width !== undefined && height !== undefined ? height / width : picture.height / picture.width;
    const shown = width ?? (height === undefined ? picture.width : height / ratio);
    return (
      <Image
        key={key}
        {...told}
        source={picture}
        natural={{ width: shown, height: shown * ratio }}
        fit="cover"
        style={style}
      />
    );
  }
  // A picture without alternative text and of unknown size leaves no gap.
  if (alt === "" && width === undefined) return <View key={key} />;
  const frame: ViewStyle = {
    width: Math.max(24, width ?? 240),
    height: Math.max(24, Math.min(240, height ?? 48)),
    radius: 8,
  };
  const row: ViewStyle = { direction: "row", align: "center", justify: "center", gap: 8, clip: true };
  return (
    <View key={key} {...told} style={{ ...frame, ...row, background: colors.surfaceContainer, ...style }}>
      <Icon
        path={pictures.has(src) ? mdiImageOffOutline : mdiImageOutline}
        size={20}
        color={colors.outline}
        passThrough
      />
      {(width ?? 240) < 60 ? null : (
        <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} maxLines={2} passThrough style={{ shrink: 1 }}>
          {alt}
        </Text>
      )}
    </View>
  );
}
