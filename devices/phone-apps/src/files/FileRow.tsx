import { mdiCheck } from "@mdi/js";
import { Icon, Image, Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE, type Colors } from "@terrarium/phone-ui/theme";
import { Outline } from "@terrarium/phone-ui/widgets/Outline.tsx";
import type { ReactElement } from "react";
import { KIND_ICONS } from "../file-kinds.ts";
import { formatBytes } from "../format-bytes.ts";
import { formatWhen } from "../format-when.ts";
import type { Entry } from "../list-folder.ts";

interface FileProps {
  entry: Entry;
  selected: boolean;
  onPress: () => void;
  onHold: () => void;
}

/** Heights in dp. They grow with the text. */
export const fileRowHeight = (fontScale: number): number => 28 + 40 * Math.max(1, fontScale);
export const fileTileHeight = (fontScale: number): number => 124 + 40 * Math.max(1, fontScale);

/** One line with a file's icon, name, size and date. */
export function FileRow({ entry, selected, onPress, onHold }: FileProps): ReactElement {
  const colors = useColors();
  const note = useNote(entry);
  return (
    <View
      id="entry"
      label={entry.name}
      selected={selected}
      onPress={onPress}
      onLongPress={onHold}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        direction: "row",
        align: "center",
        gap: 16,
        marginX: 8,
        paddingX: 14,
        radius: SHAPE.medium,
        ...(selected ? { background: colors.secondaryContainer } : {}),
      }}
    >
      <Leading entry={entry} selected={selected} colors={colors} />
      <View passThrough style={{ grow: 1, basis: 0 }}>
        <Text text={TYPE.bodyLarge} color={colors.onSurface} maxLines={1} passThrough>
          {entry.name}
        </Text>
        <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} maxLines={1} passThrough>
          {note}
        </Text>
      </View>
    </View>
  );
}

function Leading({ entry, selected, colors }: { entry: Entry; selected: boolean; colors: Colors }): ReactElement {
  const folder = entry.kind === "folder";
  const box = { width: 42, height: 42, radius: folder ? 21 : 12, align: "center", justify: "center" } as const;
  if (selected) {
    return (
      <View passThrough style={{ ...box, radius: 21, background: colors.primary }}>
        <Icon path={mdiCheck} size={24} color={colors.onPrimary} passThrough />
      </View>
    );
  }
  return (
    <View
      passThrough
      style={{ ...box, clip: true, background: folder ? colors.secondaryContainer : colors.surfaceHigh }}
    >
      <Icon
        path={KIND_ICONS[entry.kind]}
        size={23}
        color={folder ? colors.onSecondaryContainer : colors.onSurfaceVariant}
        passThrough
      />
      {entry.kind === "image" ? (
        <>
          <Image
            passThrough
            source={{ path: entry.path }}
            fit="cover"
            style={{ absolute: true, width: 42, height: 42 }}
          />
          <Outline radius={box.radius} />
        </>
      ) : null}
    </View>
  );
}

/** A thumbnail or an icon, with the name below. */
export function FileTile({ entry, selected, onPress, onHold }: FileProps): ReactElement {
  const colors = useColors();
  const note = useNote(entry);
  const folder = entry.kind === "folder";
  return (
    <View
      id="entry"
      label={entry.name}
      selected={selected}
      onPress={onPress}
      onLongPress={onHold}
      rippleColor={colors.onSurface}
      style={{
        grow: 1,
        margin: 4,
        padding: 6,
        gap: 6,
        radius: SHAPE.large - 4,
        background: selected ? colors.secondaryContainer : colors.surfaceContainer,
      }}
    >
      <View
        passThrough
        style={{
          grow: 1,
          basis: 0,
          radius: SHAPE.medium,
          clip: true,
          align: "center",
          justify: "center",
          background: folder ? colors.secondaryContainer : colors.surfaceHigh,
        }}
      >
        <Icon
          path={selected ? mdiCheck : KIND_ICONS[entry.kind]}
          size={38}
          color={folder ? colors.onSecondaryContainer : colors.onSurfaceVariant}
          passThrough
        />
        {entry.kind === "image" && !selected ? (
          <>
            <Image
              passThrough
              source={{ path: entry.path }}
              fit="cover"
              style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }}
            />
            <Outline radius={SHAPE.medium} />
          </>
        ) : null}
      </View>
      <View passThrough style={{ paddingX: 6, paddingBottom: 4 }}>
        <Text text={TYPE.label} color={colors.onSurface} maxLines={1} passThrough>
          {entry.name}
        </Text>
        <Text text={TYPE.bodySmall} color={colors.onSurfaceVariant} maxLines={1} passThrough>
          {note}
        </Text>
      </View>
    </View>
  );
}

/** Returns size and date of a file, or only the date of a folder. */
function useNote(entry: Entry): string {
  const minuteMs = useSystem((state) => state.minuteMs);
  const when = formatWhen(entry.modifiedMs, minuteMs, useLanguage());
  return entry.kind === "folder" ? when : `${formatBytes(entry.sizeBytes)} · ${when}`;
}
