import { mdiAccountBoxOutline } from "@mdi/js";
import type { Intent } from "@terrarium/phone-system/system-ui";
import { View } from "@terrarium/phone-ui/render/elements";
import { useBack, useIntent, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { EmptyState } from "@terrarium/phone-ui/widgets/EmptyState.tsx";
import { TwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useCallback, useState, useSyncExternalStore, type ReactElement } from "react";
import type { ContactDraft } from "./contact-draft.ts";
import { emptyContact, type Contact } from "./contact.ts";
import { ContactDetails } from "./ContactDetails.tsx";
import { ContactEditor } from "./ContactEditor.tsx";
import { ContactList } from "./ContactList.tsx";
import { contactsStore } from "./contacts-store.ts";
import type { ContactsStore } from "./contacts-store.ts";
import { CONTACTS_STRINGS } from "./strings.ts";

type Open =
  | { kind: "details"; id: number }
  | { kind: "editor"; id: number | undefined; draft: ContactDraft; form: string };

/** Number of forms so far, for keys that no one sees. */
let forms = 0;

/** Each opened form starts fresh, even if it replaces a form for the same contact. */
const openEditor = (id: number | undefined, draft: ContactDraft): Open => ({
  kind: "editor",
  id,
  draft,
  form: `${forms++}`,
});

/** Shows all contacts and the open one. */
export function ContactsScreen(): ReactElement {
  const services = useServices();
  const texts = useStrings(CONTACTS_STRINGS);
  const store = contactsStore(services);
  const contacts = useSyncExternalStore(store.subscribe, store.get);
  const [open, setOpen] = useState<Open>();
  const intent = useIntent();
  const [heeded, setHeeded] = useState<Intent>();
  if (intent !== heeded) {
    setHeeded(intent);
    const asked = intent && openedBy(intent, store);
    if (asked) setOpen(asked);
  }
  const close = useCallback(() => setOpen(undefined), [setOpen]);

  // Another program may have deleted the contact meanwhile.
  const contact = open?.kind === "details" ? contacts.find(({ id }) => id === open.id) : undefined;
  const back = useCallback(() => {
    setOpen((at) => (at?.kind === "editor" && at.id !== undefined ? { kind: "details", id: at.id } : undefined));
  }, [setOpen]);
  const save = (draft: ContactDraft): void => {
    const { id } = open?.kind === "editor" ? open : {};
    if (id === undefined) setOpen({ kind: "details", id: store.add(draft).id });
    else {
      store.save({ ...draft, id });
      setOpen({ kind: "details", id });
    }
  };
  const detail =
    open?.kind === "editor" ? (
      <ContactEditor key={open.form} isNew={open.id === undefined} draft={open.draft} onSave={save} onClose={back} />
    ) : contact ? (
      <ContactDetails
        key={contact.id}
        contact={contact}
        onClose={close}
        onEdit={() => setOpen(openEditor(contact.id, draftOf(contact)))}
        onChange={(changed) => store.save(changed)}
        onDelete={(name) => {
          store.delete(({ id }) => id === contact.id);
          services.showToast(texts.deleted(name));
          close();
        }}
      />
    ) : undefined;
  return (
    <View style={{ grow: 1 }}>
      {detail && open?.kind === "details" ? <BackTo onBack={close} /> : null}
      <TwoPane
        list={
          <ContactList
            contacts={contacts}
            selected={contact?.id}
            onOpen={(id) => setOpen({ kind: "details", id })}
            onCreate={() => setOpen(openEditor(undefined, emptyContact))}
          />
        }
        detail={detail}
        empty={<EmptyState icon={mdiAccountBoxOutline} title={texts.choose} />}
      />
    </View>
  );
}

function BackTo({ onBack }: { onBack: () => void }): null {
  useBack(onBack);
  return null;
}

function draftOf({ id: _id, ...draft }: Contact): ContactDraft {
  return draft;
}

/**
 * Returns the view that an intent requests: a new contact with given values (ContactsContract.Intents.Insert), or a
 * contact by its URI.
 */
function openedBy(intent: Intent, store: ContactsStore): Open | undefined {
  const { action, dataUri = "", extras = {} } = intent;
  if (action === "android.intent.action.INSERT") {
    const { name = "", company = "", phone = "", email = "", notes = "" } = extras;
    const draft: ContactDraft = {
      ...emptyContact,
      name,
      company,
      note: notes,
      phones: phone === "" ? [] : [{ value: phone, type: "mobile" }],
      emails: email === "" ? [] : [{ value: email, type: "home" }],
    };
    return openEditor(undefined, draft);
  }
  const id = Number(/^content:\/\/com\.android\.contacts\/(?:raw_)?contacts\/(\d+)$/.exec(dataUri)?.[1] ?? Number.NaN);
  const contact = store.find(id);
  if (!contact) return undefined;
  return action === "android.intent.action.EDIT" ? openEditor(id, draftOf(contact)) : { kind: "details", id };
}
