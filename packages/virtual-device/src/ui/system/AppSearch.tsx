import { mdiArrowLeft, mdiClose } from "@mdi/js";
import { useState, type ReactElement } from "react";
import { apps } from "../../apps/apps.ts";
import { Field, Scroll, Text, View } from "../render/elements.ts";
import { type } from "../theme.ts";
import { AppIcon } from "../widgets/AppIcon.tsx";
import { IconButton } from "../widgets/IconButton.tsx";
import { useColors, useScreen, useServices } from "./services.ts";
import { statusBarHeight } from "./StatusBar.tsx";
import { localize, useLocale } from "./strings.ts";

/** The launcher's search: narrows the apps down while typing; ENTER opens the first. */
export function AppSearch({ bottomInset, onClose }: { bottomInset: number; onClose: () => void }): ReactElement {
  const colors = useColors();
  const services = useServices();
  const { widthDp } = useScreen();
  const locale = useLocale();
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const found = apps
    .map((app) => ({ ...app, label: localize(app.label, locale) }))
    .filter((app) => app.label.toLowerCase().includes(wanted));
  const first = found[0];
  const columnWidth = Math.min(widthDp - 32, 680);
  return (
    <View
      packageName="com.terrarium.launcher"
      enter={{ durationMs: 200, opacity: 0, translateY: 24 }}
      style={{
        absolute: true,
        top: 0,
        left: 0,
        right: 0,
        bottom: 0,
        background: colors.surface,
        paddingTop: statusBarHeight + 8,
        paddingBottom: bottomInset,
      }}
    >
      <View
        style={{
          direction: "row",
          align: "center",
          height: 56,
          width: columnWidth,
          alignSelf: "center",
          paddingX: 4,
          radius: 28,
          background: colors.surfaceHigh,
        }}
      >
        <IconButton path={mdiArrowLeft} label="Back" color={colors.onSurface} onPress={onClose} />
        <Field
          text={{ ...type.bodyLarge, color: colors.onSurface }}
          color={colors.primary}
          style={{ grow: 1, basis: 0, paddingX: 4, paddingY: 12 }}
          label="Search apps"
          placeholder="Search apps"
          placeholderColor={colors.onSurfaceVariant}
          value={query}
          onChange={setQuery}
          onSubmit={() => first && services.startApp(first.packageName)}
          enterAction="search"
          takesFocus
        />
        {query === "" ? null : (
          <IconButton path={mdiClose} label="Clear" color={colors.onSurfaceVariant} onPress={() => setQuery("")} />
        )}
      </View>
      <Scroll style={{ grow: 1, basis: 0, width: columnWidth, alignSelf: "center", paddingY: 12 }}>
        {found.map((app) => (
          <View
            key={app.packageName}
            label={app.label}
            onPress={() => services.startApp(app.packageName)}
            rippleColor={colors.onSurface}
            style={{ direction: "row", align: "center", gap: 16, paddingX: 16, height: 68, radius: 20 }}
          >
            <AppIcon design={app.icon} size={44} />
            <Text text={type.bodyLarge} color={colors.onSurface}>
              {app.label}
            </Text>
          </View>
        ))}
        {found.length > 0 ? null : (
          <View style={{ align: "center", paddingTop: 40, paddingX: 32, gap: 6 }}>
            <Text text={{ ...type.titleMedium, textAlign: "center" }} color={colors.onSurface} maxLines={2}>
              {`No app named “${query.trim()}”`}
            </Text>
            <Text text={{ ...type.body, textAlign: "center" }} color={colors.onSurfaceVariant}>
              Try a part of its name
            </Text>
          </View>
        )}
      </Scroll>
    </View>
  );
}
