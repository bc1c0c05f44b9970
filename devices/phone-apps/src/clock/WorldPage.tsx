import { mdiCloseCircleOutline, mdiMagnifyClose, mdiPlus } from "@mdi/js";
import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { textsOf } from "@terrarium/phone-ui/services/language";
import { useBack, useColors, useServices, useSystem } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { Fab } from "@terrarium/phone-ui/widgets/Fab.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useState, type ReactElement } from "react";
import { minutesAhead } from "./cities.ts";
import type { ClockState, ClockStore } from "./clock-store.ts";
import { CLOCK_STRINGS, type ClockStrings } from "./strings.ts";

/** Shows the time here and in the chosen cities. */
export function WorldPage({ store, state }: { store: ClockStore; state: ClockState }): ReactElement {
  const strings = useStrings(CLOCK_STRINGS);
  const language = useLanguage();
  const colors = useColors();
  const minuteMs = useSystem((system) => system.minuteMs);
  const [adding, setAdding] = useState(false);
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (adding) {
    return (
      <CityPicker
        chosen={state.zones}
        onChoose={(zone) => {
          store.set({ zones: [...store.get().zones.filter((each) => each !== zone), zone] });
          setAdding(false);
        }}
        onBack={() => setAdding(false)}
      />
    );
  }
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <Column paddingX={0}>
        <TopBar title={strings.world} large />
      </Column>
      <Scroll style={{ grow: 1, basis: 0 }}>
        <Column>
          <View style={{ paddingX: 8, paddingBottom: 20, gap: 2 }}>
            <Text
              id="local_time"
              text={{ size: 64, lineHeight: 72, weight: 300, color: "", letterSpacing: -1.5, fixed: true }}
              color={colors.onSurface}
            >
              {timeIn(undefined, minuteMs)}
            </Text>
            <Text text={TYPE.body} color={colors.onSurfaceVariant}>
              {`${strings.here} · ${new Intl.DateTimeFormat(language.locale, { dateStyle: "full" }).format(minuteMs)}`}
            </Text>
          </View>
          <ListGroup>
            {state.zones.map((zone) => (
              <ListRow
                key={zone}
                id={`city_${zone}`}
                title={strings.cities[zone] ?? zone}
                subtitle={describeOffset(minutesAhead(zone, here, minuteMs), strings)}
                trailing={
                  <>
                    <Text text={{ ...TYPE.headline, fixed: true }} color={colors.onSurface} passThrough>
                      {timeIn(zone, minuteMs)}
                    </Text>
                    <IconButton
                      id={`remove_${zone}`}
                      path={mdiCloseCircleOutline}
                      label={strings.removeCity(strings.cities[zone] ?? zone)}
                      onPress={() => store.set({ zones: store.get().zones.filter((each) => each !== zone) })}
                    />
                  </>
                }
              />
            ))}
          </ListGroup>
          <View style={{ height: 96 }} passThrough />
        </Column>
      </Scroll>
      <Fab id="add_city" icon={mdiPlus} label={strings.addCity} onPress={() => setAdding(true)} />
    </View>
  );
}

function CityPicker(props: {
  chosen: readonly string[];
  onChoose: (zone: string) => void;
  onBack: () => void;
}): ReactElement {
  const { chosen, onChoose, onBack } = props;
  const strings = useStrings(CLOCK_STRINGS);
  const language = useLanguage();
  const minuteMs = useSystem((system) => system.minuteMs);
  const { languages } = useServices();
  const [query, setQuery] = useState("");
  useBack(onBack);
  const wanted = plain(query.trim());
  const names = languages.map((each) => textsOf(each, CLOCK_STRINGS).cities);
  const found = Object.entries(strings.cities)
    .filter(([zone]) => !chosen.includes(zone) && names.some((cities) => plain(cities[zone] ?? "").includes(wanted)))
    .toSorted(([, a], [, b]) => a.localeCompare(b, language.locale));
  return (
    <View style={{ grow: 1, basis: 0 }}>
      <View style={{ padding: 16 }}>
        <SearchField
          id="query"
          label={strings.searchCities}
          value={query}
          onChange={setQuery}
          onBack={onBack}
          takesFocus
        />
      </View>
      {found.length === 0 ? (
        <EmptyState icon={mdiMagnifyClose} title={strings.noCity(query.trim())} />
      ) : (
        <Scroll style={{ grow: 1, basis: 0 }}>
          {found.map(([zone, name]) => (
            <ListRow
              key={zone}
              plain
              id={`choose_${zone}`}
              title={name}
              subtitle={timeIn(zone, minuteMs)}
              onPress={() => onChoose(zone)}
            />
          ))}
        </Scroll>
      )}
    </View>
  );
}

/** Removes accents and capitals, because users search without them. */
function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase();
}

function timeIn(zone: string | undefined, atMs: number): string {
  const options = { hour: "2-digit", minute: "2-digit", ...(zone === undefined ? {} : { timeZone: zone }) } as const;
  return new Intl.DateTimeFormat("en-GB", options).format(atMs);
}

function describeOffset(minutes: number, strings: ClockStrings): string {
  if (minutes === 0) return strings.sameTime;
  const hours = `${Number((Math.abs(minutes) / 60).toFixed(2))}`;
  return minutes > 0 ? strings.ahead(hours) : strings.behind(hours);
}
