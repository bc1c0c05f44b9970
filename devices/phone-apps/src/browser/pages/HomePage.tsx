import { mdiFolderOutline, mdiMagnify, mdiShieldLockOutline, mdiStarOutline } from "@mdi/js";
import { Icon, Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { SHAPE, TYPE } from "@terrarium/phone-ui/theme";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import type { ReactElement } from "react";
import { shortAddress } from "../address.ts";
import type { Bookmark, Visit } from "../session/browser-store.ts";
import { BROWSER_STRINGS } from "../strings.ts";

const SHOWN_VISITS = 4;
const FILES_ADDRESS = "file:///sdcard/";

/** The start page. It works offline, and shows when there is no internet access. */
export function HomePage(props: {
  bookmarks: readonly Bookmark[];
  visits: readonly Visit[];
  onSearch: () => void;
  onOpen: (address: string) => void;
  onHistory: () => void;
}): ReactElement {
  const { bookmarks, visits, onOpen } = props;
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const { egress } = useServices();
  const { heightDp } = useScreen();
  return (
    <Scroll id="home_page" style={{ grow: 1, basis: 0 }}>
      <Column>
        <Text
          text={{ ...TYPE.headline, weight: 500, textAlign: "center" }}
          color={colors.onSurface}
          style={{ marginTop: heightDp > 560 ? 56 : 20, marginBottom: 20 }}
        >
          {texts.appName}
        </Text>
        <View
          id="search"
          role="button"
          label={texts.search}
          onPress={props.onSearch}
          rippleColor={colors.onSurface}
          style={{
            direction: "row",
            align: "center",
            gap: 12,
            height: 56,
            radius: 28,
            paddingX: 20,
            background: colors.surfaceHigh,
          }}
        >
          <Icon path={mdiMagnify} size={22} color={colors.onSurfaceVariant} passThrough />
          <Text text={TYPE.bodyLarge} color={colors.onSurfaceVariant} maxLines={1} passThrough style={{ shrink: 1 }}>
            {texts.search}
          </Text>
        </View>
        {egress === "off" ? <NoInternet /> : null}
        <SectionTitle>{texts.bookmarks}</SectionTitle>
        <ListGroup>
          <ListRow
            id="files"
            icon={mdiFolderOutline}
            title={texts.files}
            subtitle={texts.filesText}
            onPress={() => onOpen(FILES_ADDRESS)}
          />
          {bookmarks.map(({ address, title }) => (
            <ListRow
              key={address}
              id="bookmark_row"
              leading={<Avatar name={shortAddress(address) || title} />}
              title={title}
              subtitle={address}
              subtitleLines={1}
              onPress={() => onOpen(address)}
            />
          ))}
          {bookmarks.length === 0 ? (
            <ListRow id="no_bookmarks" icon={mdiStarOutline} title={texts.bookmarks} subtitle={texts.noBookmarks} />
          ) : null}
        </ListGroup>
        {visits.length === 0 ? null : (
          <View>
            <SectionTitle>{texts.recent}</SectionTitle>
            <ListGroup>
              {visits.slice(0, SHOWN_VISITS).map(({ address, title }) => (
                <ListRow
                  key={address}
                  id="recent"
                  leading={<Avatar name={shortAddress(address) || title} />}
                  title={title || shortAddress(address)}
                  subtitle={address}
                  subtitleLines={1}
                  onPress={() => onOpen(address)}
                />
              ))}
            </ListGroup>
            <View style={{ align: "start", paddingTop: 8 }}>
              <Button id="all_history" look="text" label={texts.history} onPress={props.onHistory} />
            </View>
          </View>
        )}
        <View style={{ height: NAVIGATION_HEIGHT }} />
      </Column>
    </Scroll>
  );
}

/** Explains that the operator can allow internet access, and how. */
function NoInternet(): ReactElement {
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  return (
    <View
      style={{
        direction: "row",
        gap: 16,
        padding: 18,
        marginTop: 16,
        radius: SHAPE.large,
        background: colors.tertiaryContainer,
      }}
    >
      <Icon path={mdiShieldLockOutline} size={24} color={colors.onTertiaryContainer} />
      <View style={{ grow: 1, basis: 0, gap: 4 }}>
        <Text id="no_internet" text={TYPE.titleMedium} color={colors.onTertiaryContainer}>
          {texts.offTitle}
        </Text>
        <Text text={TYPE.body} color={colors.onTertiaryContainer}>
          {texts.offText}
        </Text>
      </View>
    </View>
  );
}
