import { mdiHistory } from "@mdi/js";
import { Scroll, View } from "@terrarium/phone-ui/render/elements";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { SearchField } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { shortAddress } from "../address.ts";
import type { Bookmark } from "../session/browser-store.ts";
import { BROWSER_STRINGS } from "../strings.ts";

const MOST_SUGGESTIONS = 8;

/** An input for an address or a search, with known pages below. */
export function AddressEditor(props: {
  address: string;
  known: readonly Bookmark[];
  onOpen: (typed: string) => void;
  onClose: () => void;
}): ReactElement {
  const texts = useStrings(BROWSER_STRINGS);
  const [typed, setTyped] = useState(props.address);
  const wanted = typed === props.address ? "" : typed.trim().toLowerCase();
  const suggestions = [...new Map(props.known.map((page) => [page.address, page])).values()]
    .filter(({ address, title }) => `${title} ${address}`.toLowerCase().includes(wanted))
    .slice(0, MOST_SUGGESTIONS);
  return (
    <View style={{ grow: 1 }}>
      <View style={{ paddingX: 12, paddingTop: 6, paddingBottom: 8 }}>
        <SearchField
          id="address_input"
          label={texts.search}
          value={typed}
          onChange={setTyped}
          onBack={props.onClose}
          onSubmit={() => (typed.trim() === "" ? props.onClose() : props.onOpen(typed))}
          takesFocus
        />
      </View>
      <Scroll id="suggestions" style={{ grow: 1, basis: 0 }}>
        {suggestions.map(({ address, title }) => (
          <ListRow
            key={address}
            id="suggestion"
            plain
            icon={mdiHistory}
            title={title || shortAddress(address)}
            subtitle={address}
            subtitleLines={1}
            onPress={() => props.onOpen(address)}
          />
        ))}
      </Scroll>
    </View>
  );
}
