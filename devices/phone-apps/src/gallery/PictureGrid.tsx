import { mdiImageBrokenVariant } from "@mdi/js";
import { Icon, Image, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import type { Language } from "@terrarium/phone-ui/services/language";
import { useColors, useScreen, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { Outline } from "@terrarium/phone-ui/widgets/Outline.tsx";
import { useMemo, useState, type ReactElement } from "react";
import type { Picture } from "./pictures.ts";
import { GALLERY_STRINGS } from "./strings.ts";

const GAP = 3;
const SIDE = 8;
const SMALLEST_CELL = 110;
const RADIUS = 8;

type Row = { key: string; height: number } & ({ day: string } | { pictures: readonly Picture[] });

/** Thumbnails by day. Only those near the visible part are loaded. */
export function PictureGrid(props: { pictures: readonly Picture[]; onOpen: (path: string) => void }): ReactElement {
  const { pictures, onOpen } = props;
  const colors = useColors();
  const language = useLanguage();
  const strings = useStrings(GALLERY_STRINGS);
  const { widthDp, fontScale } = useScreen();
  const minuteMs = useSystem((state) => state.minuteMs);
  const columns = Math.max(3, Math.floor((widthDp - 2 * SIDE) / SMALLEST_CELL));
  const cell = (widthDp - 2 * SIDE - (columns - 1) * GAP) / columns;
  const today = dayFormat(language).format(minuteMs);
  const rows = useMemo(
    () => toRows(pictures, columns, cell + GAP, 28 + 20 * fontScale, language),
    [cell, columns, fontScale, language, pictures],
  );
  return (
    <LazyColumn
      id="pictures"
      items={rows}
      paddingBottom={16 + NAVIGATION_HEIGHT}
      render={(row) =>
        "day" in row ? (
          <View passThrough style={{ grow: 1, justify: "end", paddingX: 16, paddingBottom: 10 }}>
            <Text text={TYPE.titleSmall} color={colors.onSurface}>
              {row.day === today ? strings.today : row.day}
            </Text>
          </View>
        ) : (
          <View passThrough style={{ direction: "row", gap: GAP, paddingX: SIDE }}>
            {row.pictures.map((picture) => (
              <Thumbnail
                key={`${picture.path} ${picture.modifiedMs}`}
                picture={picture}
                size={cell}
                onPress={() => onOpen(picture.path)}
              />
            ))}
          </View>
        )
      }
    />
  );
}

function Thumbnail({ picture, size, onPress }: { picture: Picture; size: number; onPress: () => void }): ReactElement {
  const colors = useColors();
  const strings = useStrings(GALLERY_STRINGS);
  const [broken, setBroken] = useState(false);
  return (
    <View
      id="picture"
      role="image"
      label={strings.picture(picture.name)}
      onPress={onPress}
      style={{
        width: size,
        height: size,
        radius: RADIUS,
        clip: true,
        align: "center",
        justify: "center",
        background: colors.surfaceHighest,
      }}
    >
      {broken ? (
        <Icon path={mdiImageBrokenVariant} size={32} color={colors.outline} passThrough />
      ) : (
        <Image
          passThrough
          source={{ path: picture.path }}
          fit="cover"
          fades
          onImageError={() => setBroken(true)}
          style={{ width: size, height: size }}
        />
      )}
      <Outline radius={RADIUS} />
    </View>
  );
}

function toRows(
  pictures: readonly Picture[],
  columns: number,
  rowHeight: number,
  dayHeight: number,
  language: Language,
): Row[] {
  const rows: Row[] = [];
  let current: Picture[] = [];
  let day = "";
  const format = dayFormat(language);
  for (const picture of pictures) {
    const its = format.format(picture.modifiedMs);
    if (its !== day) {
      day = its;
      rows.push({ key: `day ${day}`, height: dayHeight, day });
      current = [];
    }
    if (current.length === 0) rows.push({ key: picture.path, height: rowHeight, pictures: current });
    current.push(picture);
    if (current.length === columns) current = [];
  }
  return rows;
}

function dayFormat(language: Language): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(language.locale, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
  });
}
