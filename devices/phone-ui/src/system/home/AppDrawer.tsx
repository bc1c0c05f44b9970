import { mdiClose, mdiMagnify } from "@mdi/js";
import { useLayoutEffect, useState, type ReactElement } from "react";
import { Field, Icon, Scroll, Text, View } from "../../render/elements.ts";
import type { DragEvent } from "../../render/node.ts";
import { STATUS_BAR_HEIGHT } from "../../services/bars.ts";
import { textsOf } from "../../services/language.ts";
import { useColors, useScreen, useServices, useSystem } from "../../services/services.ts";
import { useLanguage } from "../../services/strings.ts";
import { TYPE } from "../../theme.ts";
import { IconButton } from "../../widgets/IconButton.tsx";
import { useInternals } from "../internals.ts";
import { useSystemStrings } from "../system-strings.ts";
import { useReveal } from "../use-reveal.ts";
import { HomeIcon } from "./HomeIcon.tsx";
import { DRAWER_REACH_DP } from "./use-pager.ts";

const OPEN_MS = 320;
const SHEET_CORNER_DP = 28;
const PULL_DP = 60;

/** All apps, on a sheet that rises from below and follows a pulling finger. */
export function AppDrawer({ bottomInset }: { bottomInset: number }): ReactElement | null {
  const services = useServices();
  const { stage, drawer } = useInternals();
  const open = useSystem((state) => state.searching !== false);
  const inApp = useSystem((state) => state.front !== undefined);
  const reveal = useReveal(open, OPEN_MS);
  useLayoutEffect(() => drawer.take(reveal));
  // An opening app enters over the current screen, so the drawer disappears without an animation.
  if (!reveal.present || (!open && inApp)) return null;
  const pull = (event: DragEvent): void => {
    const down = event.dyPx / stage.scale;
    if (event.phase === "start" || event.phase === "move") return reveal.follow(1 - down / DRAWER_REACH_DP);
    const closes = event.phase === "end" && down > PULL_DP;
    reveal.settle(!closes);
    if (closes) services.goHome();
  };
  return (
    <View
      ref={reveal.part("sheet", (progress) => ({
        translateYPx: stage.heightPx * (1 - progress),
        clip: { heightPx: stage.heightPx, radiusPx: SHEET_CORNER_DP * stage.scale * Math.min(1, (1 - progress) * 6) },
      }))}
      packageName="com.terrarium.launcher"
      modal
      inert={!open}
      id="apps_view"
      onDrag={pull}
      dragAxis="y"
      style={{ absolute: true, top: 0, left: 0, right: 0, bottom: 0 }}
    >
      <AppList bottomInset={bottomInset} />
    </View>
  );
}

/** All apps by name. Typing filters them; ENTER opens the first. */
function AppList({ bottomInset }: { bottomInset: number }): ReactElement {
  const colors = useColors();
  const services = useServices();
  const { widthDp } = useScreen();
  const language = useLanguage();
  const strings = useSystemStrings();
  const typing = useSystem((state) => state.searching === "search");
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = services.apps
    .map((app) => ({ packageName: app.packageName, label: textsOf(language, app.strings).appName }))
    .filter((app) => app.label.toLowerCase().includes(wanted))
    .toSorted((a, b) => a.label.localeCompare(b.label, language.locale));
  const [first] = found;
  const width = Math.min(widthDp - 32, 680);
  const columns = widthDp >= 500 ? 6 : 4;
  return (
    <View
      passThrough
      style={{
        grow: 1,
        background: colors.surface,
        paddingTop: STATUS_BAR_HEIGHT + 8,
        paddingBottom: bottomInset,
      }}
    >
      <View
        style={{
          direction: "row",
          align: "center",
          height: 56,
          width,
          alignSelf: "center",
          paddingLeft: 18,
          paddingRight: 4,
          radius: 28,
          background: colors.surfaceHigh,
        }}
      >
        <Icon path={mdiMagnify} size={22} color={colors.onSurfaceVariant} passThrough />
        <Field
          // A different key remounts the field, since a field can request the focus only when it appears.
          key={typing ? "typing" : "looking"}
          id="search_box_input"
          text={{ ...TYPE.bodyLarge, color: colors.onSurface }}
          color={colors.primary}
          style={{ grow: 1, basis: 0, paddingX: 12, paddingY: 14 }}
          label={strings.searchApps}
          placeholder={strings.searchApps}
          placeholderColor={colors.onSurfaceVariant}
          value={query}
          onChange={setQuery}
          onSubmit={() => first && services.startApp(first.packageName)}
          enterAction="search"
          takesFocus={typing}
        />
        {query === "" ? null : (
          <IconButton id="clear" path={mdiClose} label={strings.clear} onPress={() => setQuery("")} />
        )}
      </View>
      <Scroll id="apps_list_view" style={{ grow: 1, basis: 0, width, alignSelf: "center", paddingY: 14 }}>
        <View passThrough style={{ direction: "row", wrap: true }}>
          {found.map((app) => (
            <HomeIcon
              key={app.packageName}
              item={{ kind: "app", packageName: app.packageName }}
              width={width / columns}
              size={56}
              color={colors.onSurface}
              onPress={() => services.startApp(app.packageName)}
            />
          ))}
        </View>
        {found.length > 0 ? null : <NothingFound query={query.trim()} />}
      </Scroll>
    </View>
  );
}

function NothingFound({ query }: { query: string }): ReactElement {
  const colors = useColors();
  const strings = useSystemStrings();
  return (
    <View passThrough style={{ align: "center", paddingTop: 40, paddingX: 32, gap: 6 }}>
      <Text text={{ ...TYPE.titleMedium, textAlign: "center" }} color={colors.onSurface} maxLines={2} passThrough>
        {strings.noAppNamed(query)}
      </Text>
      <Text text={{ ...TYPE.body, textAlign: "center" }} color={colors.onSurfaceVariant} passThrough>
        {strings.tryPart}
      </Text>
    </View>
  );
}
