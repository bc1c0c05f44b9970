import { mdiSendOutline } from "@mdi/js";
import { Scroll, View } from "@terrarium/phone-ui/render/elements";
import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { TextInput } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useState, useSyncExternalStore, type ReactElement } from "react";
import { displayName } from "../contacts/contact.ts";
import { contactsStore } from "../contacts/contacts-store.ts";
import { dialled, isPhoneNumber } from "../phone-number.ts";
import type { SmsRequest } from "./sms-intent.ts";
import { MESSAGES_STRINGS } from "./strings.ts";

const MOST_SUGGESTIONS = 30;

/** Selects the receiver: a number, or a contact's number. */
export function NewMessage(props: {
  body: string;
  onClose: () => void;
  onStart: (request: SmsRequest) => void;
}): ReactElement {
  const texts = useStrings(MESSAGES_STRINGS);
  const store = contactsStore(useServices());
  const contacts = useSyncExternalStore(store.subscribe, store.get);
  const twoPane = useTwoPane();
  const [to, setTo] = useState("");
  const [tried, setTried] = useState(false);
  const wanted = to.trim().toLowerCase();
  const digits = dialled(wanted);
  const suggestions = contacts
    .flatMap((contact) =>
      contact.phones.map(({ value }, place) => ({
        key: `${contact.id} ${place}`,
        name: displayName(contact) ?? value,
        value,
      })),
    )
    .filter(
      ({ name, value }) => name.toLowerCase().includes(wanted) || (digits !== "" && dialled(value).includes(digits)),
    )
    .slice(0, MOST_SUGGESTIONS);
  const number = isPhoneNumber(to.trim()) ? to.trim() : undefined;
  const start = (address: string): void => props.onStart({ address, body: props.body });
  const submit = (): void => {
    const chosen = number ?? (suggestions.length === 1 ? suggestions[0]?.value : undefined);
    if (chosen === undefined) setTried(true);
    else start(chosen);
  };
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateY: 24 }}>
      <TopBar title={texts.newMessage} {...(twoPane ? {} : { onBack: props.onClose })} />
      <View style={{ paddingX: 16, paddingBottom: 8 }}>
        <TextInput
          id="to"
          label={texts.to}
          placeholder={texts.toHint}
          value={to}
          onChange={(value) => {
            setTo(value);
            setTried(false);
          }}
          onSubmit={submit}
          takesFocus
          {...(tried ? { error: texts.badNumber } : {})}
        />
      </View>
      <Scroll id="suggestions" style={{ grow: 1, basis: 0 }}>
        {number === undefined ? null : (
          <ListRow
            id="send_to"
            plain
            icon={mdiSendOutline}
            title={texts.sendTo(number)}
            onPress={() => start(number)}
          />
        )}
        {suggestions.map(({ key, name, value }) => (
          <ListRow
            key={key}
            id="suggestion"
            plain
            leading={<Avatar name={name} />}
            title={name}
            subtitle={value}
            onPress={() => start(value)}
          />
        ))}
      </Scroll>
    </View>
  );
}
