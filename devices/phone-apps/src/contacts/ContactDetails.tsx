import {
  mdiDomain,
  mdiEmailOutline,
  mdiMessageTextOutline,
  mdiPencilOutline,
  mdiPhone,
  mdiSimOff,
  mdiStar,
  mdiStarOutline,
  mdiTextBoxOutline,
  mdiTrashCanOutline,
} from "@mdi/js";
import { Scroll, Text, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useColors, useScreen, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { ActionTile } from "@terrarium/phone-ui/widgets/ActionTile.tsx";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { ListGroup, ListRow } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { SectionTitle } from "@terrarium/phone-ui/widgets/SectionTitle.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useTwoPane } from "@terrarium/phone-ui/widgets/TwoPane.tsx";
import { useState, type ReactElement } from "react";
import { displayName, type Contact, type Detail } from "./contact.ts";
import { CONTACTS_STRINGS } from "./strings.ts";

/**
 * Smallest screen height in dp for a large picture. On lower screens, the name comes first, and the picture is small.
 */
const LOW_SCREEN_DP = 480;

type Asked = { kind: "call"; number: string } | { kind: "delete" };

export function ContactDetails(props: {
  contact: Contact;
  onClose: () => void;
  onEdit: () => void;
  onChange: (contact: Contact) => void;
  onDelete: (name: string) => void;
}): ReactElement {
  const { contact, onEdit } = props;
  const colors = useColors();
  const texts = useStrings(CONTACTS_STRINGS);
  const services = useServices();
  const twoPane = useTwoPane();
  const low = useScreen().heightDp < LOW_SCREEN_DP;
  const [asked, setAsked] = useState<Asked>();
  const name = displayName(contact) ?? texts.nameless;
  const [phone] = contact.phones;
  const [email] = contact.emails;
  const message = (number: string): void =>
    void services.startActivity({
      action: "android.intent.action.SENDTO",
      dataUri: `smsto:${encodeURIComponent(number)}`,
    });
  const copy = (text: string, said: string): void => {
    services.clipboard.set(text);
    services.showToast(said);
  };
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateX: 24 }}>
      <TopBar title="" {...(twoPane ? {} : { onBack: props.onClose })}>
        <IconButton
          id="favourite"
          path={contact.favourite ? mdiStar : mdiStarOutline}
          label={contact.favourite ? texts.unfavour : texts.favour}
          color={contact.favourite ? colors.primary : colors.onSurfaceVariant}
          selected={contact.favourite}
          onPress={() => props.onChange({ ...contact, favourite: !contact.favourite })}
        />
        <IconButton id="edit" path={mdiPencilOutline} label={texts.edit} onPress={onEdit} />
        <IconButton
          id="delete"
          path={mdiTrashCanOutline}
          label={texts.delete}
          onPress={() => setAsked({ kind: "delete" })}
        />
      </TopBar>
      <Scroll id="details" style={{ grow: 1, basis: 0 }}>
        <Column>
          <View style={{ align: "center", gap: 4, paddingBottom: 20 }}>
            <Avatar name={name} size={low ? 72 : 120} />
            <Text
              id="name"
              text={{ ...TYPE.headline, textAlign: "center" }}
              color={colors.onSurface}
              maxLines={3}
              style={{ marginTop: 16 }}
            >
              {name}
            </Text>
            {contact.company === "" || contact.company === name ? null : (
              <Text id="company" text={TYPE.bodyLarge} color={colors.onSurfaceVariant} maxLines={2}>
                {contact.company}
              </Text>
            )}
          </View>
          <View style={{ direction: "row", gap: 8, paddingBottom: 8 }}>
            <ActionTile
              id="call"
              icon={mdiPhone}
              label={texts.call}
              disabled={!phone}
              onPress={() => phone && setAsked({ kind: "call", number: phone.value })}
            />
            <ActionTile
              id="message"
              icon={mdiMessageTextOutline}
              label={texts.message}
              disabled={!phone}
              onPress={() => phone && message(phone.value)}
            />
            <ActionTile
              id="email"
              icon={mdiEmailOutline}
              label={texts.email}
              disabled={!email}
              onPress={() => email && copy(email.value, texts.emailCopied)}
            />
          </View>
          <SectionTitle>{texts.contactInfo}</SectionTitle>
          {contact.phones.length + contact.emails.length === 0 && contact.company === "" ? (
            <View style={{ align: "start", gap: 12, paddingX: 8 }}>
              <Text text={TYPE.body} color={colors.onSurfaceVariant}>
                {texts.noInfo}
              </Text>
              <Button id="add_info" label={texts.addInfo} onPress={onEdit} />
            </View>
          ) : (
            <ListGroup>
              {placed(contact.phones).map(({ value, type: kind, place }) => (
                <ListRow
                  key={place}
                  id={`phone_${place}`}
                  icon={mdiPhone}
                  title={value}
                  subtitle={texts[kind]}
                  onPress={() => setAsked({ kind: "call", number: value })}
                  onLongPress={() => copy(value, texts.copied)}
                  trailing={
                    <IconButton
                      id={`message_${place}`}
                      path={mdiMessageTextOutline}
                      label={`${texts.message} ${value}`}
                      onPress={() => message(value)}
                    />
                  }
                />
              ))}
              {placed(contact.emails).map(({ value, type: kind, place }) => (
                <ListRow
                  key={place}
                  id={`email_${place}`}
                  icon={mdiEmailOutline}
                  title={value}
                  subtitle={texts[kind]}
                  onPress={() => copy(value, texts.emailCopied)}
                />
              ))}
              {contact.company === "" ? null : (
                <ListRow id="company_row" icon={mdiDomain} title={contact.company} subtitle={texts.company} />
              )}
            </ListGroup>
          )}
          {contact.note === "" ? null : (
            <View>
              <SectionTitle>{texts.note}</SectionTitle>
              <ListGroup>
                <ListRow
                  id="note"
                  icon={mdiTextBoxOutline}
                  title={texts.note}
                  subtitle={contact.note}
                  subtitleLines={100}
                />
              </ListGroup>
            </View>
          )}
          <View style={{ height: 24 + NAVIGATION_HEIGHT }} />
        </Column>
      </Scroll>
      {asked?.kind === "call" ? (
        <Dialog
          title={texts.noSim}
          icon={mdiSimOff}
          text={texts.noSimText(asked.number)}
          onDismiss={() => setAsked(undefined)}
          actions={[
            {
              id: "copy_number",
              label: texts.copyNumber,
              onPress: () => {
                copy(asked.number, texts.copied);
                setAsked(undefined);
              },
            },
            { id: "ok", label: texts.ok, onPress: () => setAsked(undefined) },
          ]}
        />
      ) : null}
      {asked?.kind === "delete" ? (
        <Dialog
          title={texts.deleteTitle(name)}
          text={texts.deleteText}
          onDismiss={() => setAsked(undefined)}
          actions={[
            { id: "cancel", label: texts.cancel, onPress: () => setAsked(undefined) },
            { id: "delete_yes", label: texts.deleteYes, danger: true, onPress: () => props.onDelete(name) },
          ]}
        />
      ) : null}
    </View>
  );
}

/** Adds each detail's index, to distinguish equal details. */
function placed(details: readonly Detail[]): (Detail & { place: number })[] {
  return details.map((detail, place) => ({ ...detail, place }));
}
