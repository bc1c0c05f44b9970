import { mdiCloseCircleOutline, mdiEmailPlusOutline, mdiPhonePlusOutline } from "@mdi/js";
import { Scroll, View } from "@terrarium/phone-ui/render/elements";
import { NAVIGATION_HEIGHT } from "@terrarium/phone-ui/services/bars";
import { useBack, useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Avatar } from "@terrarium/phone-ui/widgets/Avatar.tsx";
import { Button } from "@terrarium/phone-ui/widgets/Button.tsx";
import { Chip } from "@terrarium/phone-ui/widgets/Chip.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { Column } from "@terrarium/phone-ui/widgets/Page.tsx";
import { TextInput } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import { useCallback, useState, type ReactElement, type ReactNode } from "react";
import { cleanDraft, draftProblem, type ContactDraft } from "./contact-draft.ts";
import { CONTACT_LIMITS, type Detail, type DetailType } from "./contact.ts";
import { CONTACTS_STRINGS } from "./strings.ts";

type ListField = "phones" | "emails";
const KINDS = {
  phones: ["mobile", "home", "work", "other"],
  emails: ["home", "work", "other"],
} as const satisfies Record<ListField, readonly DetailType[]>;

/** A form for one contact. Save validates every value; after a failed save, each change validates again. */
export function ContactEditor(props: {
  isNew: boolean;
  draft: ContactDraft;
  onSave: (draft: ContactDraft) => void;
  onClose: () => void;
}): ReactElement {
  const texts = useStrings(CONTACTS_STRINGS);
  const { showToast } = useServices();
  const { onClose } = props;
  const [draft, setDraft] = useState(() => withRows(props.draft));
  const [tried, setTried] = useState(false);
  const [leaving, setLeaving] = useState(false);
  const changed = JSON.stringify(cleanDraft(draft)) !== JSON.stringify(cleanDraft(props.draft));
  const close = useCallback(() => (changed ? setLeaving(true) : onClose()), [changed, onClose]);
  useBack(close);
  const wrong = tried ? draftProblem(draft) : undefined;
  const errorOf = (field: string): { error?: string } =>
    wrong?.field === field ? { error: texts.problems[wrong.problem] } : {};
  const save = (): void => {
    setTried(true);
    const found = draftProblem(draft);
    // The invalid field may be scrolled out of view.
    if (found) showToast(texts.problems[found.problem]);
    else props.onSave(cleanDraft(draft));
  };
  const setDetails = (field: ListField, details: Detail[]): void => setDraft({ ...draft, [field]: details });
  const list = (field: ListField): ReactNode =>
    draft[field]
      .map((detail, index) => ({ detail, index }))
      .map(({ detail, index }) => (
        <DetailInput
          key={index}
          field={field}
          index={index}
          detail={detail}
          {...errorOf(`${field}.${index}`)}
          onChange={(next) => setDetails(field, draft[field].with(index, next))}
          onRemove={() => setDetails(field, draft[field].toSpliced(index, 1))}
        />
      ));
  const add = (field: ListField): void => setDetails(field, [...draft[field], { value: "", type: KINDS[field][0] }]);
  return (
    <View style={{ grow: 1 }} enter={{ durationMs: 180, opacity: 0, translateY: 24 }}>
      <TopBar title={props.isNew ? texts.newContact : texts.editTitle} onBack={close}>
        <View style={{ paddingRight: 8 }}>
          <Button id="save" look="filled" label={texts.save} onPress={save} />
        </View>
      </TopBar>
      <Scroll id="editor" style={{ grow: 1, basis: 0 }}>
        <Column>
          <View style={{ gap: 14, paddingTop: 8, paddingBottom: 24 + NAVIGATION_HEIGHT }}>
            <View style={{ align: "center", paddingBottom: 4 }}>
              <Avatar name={draft.name.trim() || draft.company.trim()} size={88} />
            </View>
            <TextInput
              id="name"
              label={texts.name}
              value={draft.name}
              takesFocus={props.isNew && draft.name === ""}
              onChange={(name) => setDraft({ ...draft, name })}
              onSubmit={save}
              {...errorOf("name")}
            />
            <TextInput
              id="company"
              label={texts.company}
              value={draft.company}
              onChange={(company) => setDraft({ ...draft, company })}
              onSubmit={save}
              {...errorOf("company")}
            />
            {list("phones")}
            {list("emails")}
            <View style={{ direction: "row", wrap: true, gap: 8 }}>
              <Button
                id="add_phone"
                icon={mdiPhonePlusOutline}
                label={texts.addPhone}
                disabled={draft.phones.length >= CONTACT_LIMITS.details}
                onPress={() => add("phones")}
              />
              <Button
                id="add_email"
                icon={mdiEmailPlusOutline}
                label={texts.addEmail}
                disabled={draft.emails.length >= CONTACT_LIMITS.details}
                onPress={() => add("emails")}
              />
            </View>
            <TextInput
              id="note"
              label={texts.note}
              value={draft.note}
              multiline
              onChange={(note) => setDraft({ ...draft, note })}
              {...errorOf("note")}
            />
          </View>
        </Column>
      </Scroll>
      {leaving ? (
        <Dialog
          title={texts.discard}
          onDismiss={() => setLeaving(false)}
          actions={[
            { id: "keep_editing", label: texts.keepEditing, onPress: () => setLeaving(false) },
            { id: "discard", label: texts.discardYes, danger: true, onPress: onClose },
          ]}
        />
      ) : null}
    </View>
  );
}

/** One number or address: its value and its kind. */
function DetailInput(props: {
  field: ListField;
  index: number;
  detail: Detail;
  error?: string;
  onChange: (detail: Detail) => void;
  onRemove: () => void;
}): ReactElement {
  const texts = useStrings(CONTACTS_STRINGS);
  const { field, index, detail, error } = props;
  const name = field === "phones" ? "phone" : "email";
  return (
    <View style={{ gap: 8 }}>
      <TextInput
        id={`${name}_${index}`}
        label={texts[name]}
        inputType={field === "phones" ? "tel" : "email"}
        value={detail.value}
        onChange={(value) => props.onChange({ ...detail, value })}
        {...(error === undefined ? {} : { error })}
        trailing={
          <IconButton
            id={`remove_${name}_${index}`}
            path={mdiCloseCircleOutline}
            label={field === "phones" ? texts.removePhone : texts.removeEmail}
            onPress={props.onRemove}
          />
        }
      />
      <View style={{ direction: "row", wrap: true, gap: 8 }}>
        {KINDS[field].map((kind) => (
          <Chip
            key={kind}
            id={`${name}_${index}_${kind}`}
            label={texts[kind]}
            selected={detail.type === kind}
            onPress={() => props.onChange({ ...detail, type: kind })}
          />
        ))}
      </View>
    </View>
  );
}

/** Adds an empty number row to a form without numbers. */
function withRows(draft: ContactDraft): ContactDraft {
  return draft.phones.length > 0 ? draft : { ...draft, phones: [{ value: "", type: "mobile" }] };
}
