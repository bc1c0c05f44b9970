import { mdiHistory, mdiTrashCanOutline, mdiWeb } from "@mdi/js";
import { cutText } from "@terrarium/bounds/cut-text";
import { View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useScreen } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { LazyColumn } from "@terrarium/phone-ui/widgets/LazyColumn.tsx";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import type { ReactElement } from "react";
import { shortAddress } from "../address.ts";
import type { Visit } from "../session/browser-store.ts";
import { BROWSER_STRINGS } from "../strings.ts";

const ROW_HEIGHT = 68;

/** Lists the visited pages, latest first. */
export function HistoryPage(props: {
  visits: readonly Visit[];
  onOpen: (address: string) => void;
  onClear: () => void;
}): ReactElement {
  const texts = useStrings(BROWSER_STRINGS);
  const { fontScale } = useScreen();
  const height = Math.round(ROW_HEIGHT * Math.max(1, fontScale));
  return (
    <View style={{ grow: 1 }}>
      <TopBar title={texts.history} large>
        <IconButton
          id="clear_history"
          path={mdiTrashCanOutline}
          label={texts.clearHistory}
          disabled={props.visits.length === 0}
          onPress={props.onClear}
        />
      </TopBar>
      {props.visits.length === 0 ? (
        <EmptyState icon={mdiHistory} title={texts.noHistory} />
      ) : (
        <LazyColumn
          id="visits"
          items={props.visits.map((visit) => ({ ...visit, key: visit.address, height }))}
          paddingBottom={NAVIGATION_HEIGHT}
          render={({ address, title }) => (
            <ListRow
              id="visit"
              plain
              icon={mdiWeb}
              title={cutText(title || shortAddress(address), 80)}
              subtitle={address}
              subtitleLines={1}
              onPress={() => props.onOpen(address)}
            />
          )}
        />
      )}
    </View>
  );
}
