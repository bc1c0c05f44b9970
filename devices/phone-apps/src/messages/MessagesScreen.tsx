import { mdiMessageTextOutline } from "@mdi/js";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { View } from "@terrarium/phone-ui/render/elements";
import { useBack, useIntent, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { TwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useCallback, useState, useSyncExternalStore, type ReactElement } from "react";
import { ConversationList } from "./ConversationList.tsx";
import { messagesStore } from "./messages-store.ts";
import { NewMessage } from "./NewMessage.tsx";
import { smsRequest, type SmsRequest } from "./sms-intent.ts";
import { MESSAGES_STRINGS } from "./strings.ts";
import { ThreadView } from "./ThreadView.tsx";

/** Shows all conversations, and the open or new one. */
export function MessagesScreen(): ReactElement {
  const services = useServices();
  const texts = useStrings(MESSAGES_STRINGS);
  const store = messagesStore(services);
  const threads = useSyncExternalStore(store.subscribe, store.threads);
  /** With an address: an open conversation. Without one: a new message without a receiver so far. */
  const [open, setOpen] = useState<SmsRequest>();
  const intent = useIntent();
  const [heeded, setHeeded] = useState<Intent>();
  if (intent !== heeded) {
    setHeeded(intent);
    const request = intent && smsRequest(intent);
    if (request) setOpen(request);
  }
  const close = useCallback(() => setOpen(undefined), [setOpen]);
  useBack(open ? close : undefined);
  const thread = open && store.threadWith(open.address);
  const detail =
    open === undefined ? undefined : open.address === "" ? (
      <NewMessage body={open.body} onClose={close} onStart={setOpen} />
    ) : (
      <ThreadView
        key={`${open.address}\n${open.body}`}
        address={thread?.address ?? open.address}
        thread={thread}
        body={open.body}
        onClose={close}
      />
    );
  return (
    <View style={{ grow: 1 }}>
      <TwoPane
        list={
          <ConversationList
            threads={threads}
            selected={thread?.id}
            onOpen={(address) => setOpen({ address, body: "" })}
            onCreate={() => setOpen({ address: "", body: "" })}
          />
        }
        detail={detail}
        empty={<EmptyState icon={mdiMessageTextOutline} title={texts.choose} />}
      />
    </View>
  );
}
