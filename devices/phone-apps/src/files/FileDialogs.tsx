import { posix } from "node:path";
import { mdiEyeOutline, mdiInformationOutline, mdiPencilOutline, mdiSelectAll, mdiTrashCanOutline } from "@mdi/js";
import { View } from "@terrarium/phone-ui/render/elements";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { DetailsDialog } from "@terrarium/phone-ui/widgets/DetailsDialog.tsx";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import { Menu } from "@terrarium/phone-ui/widgets/Menu.tsx";
import { TextInput } from "@terrarium/phone-ui/widgets/TextInput.tsx";
import { useState, type ReactElement } from "react";
import { formatBytes } from "../format-bytes.ts";
import { formatMoment } from "../format-when.ts";
import type { Entry } from "../list-folder.ts";
import { checkName } from "./file-operations.ts";
import { SORT_ORDERS } from "./folder-listing.ts";
import type { FilesPreferences } from "./preferences-store.ts";
import { FILES_STRINGS } from "./strings.ts";
import type { FileWork } from "./use-file-work.ts";

/** A menu or dialog over the folder. */
export type FileQuestion =
  | { kind: "menu" }
  | { kind: "newFolder" }
  | {
      kind: "selectionMenu";
      entries: readonly Entry[];
      onSelectAll: () => void;
      onAsk: (question: FileQuestion) => void;
    }
  | { kind: "delete"; entries: readonly Entry[] }
  | { kind: "rename"; entry: Entry }
  | { kind: "details"; entries: readonly Entry[] };

interface DialogProps {
  path: string;
  preferences: FilesPreferences;
  onPreferences: (preferences: FilesPreferences) => void;
  work: FileWork;
  onClose: () => void;
}

export function FileDialogs(props: DialogProps & { question: FileQuestion | undefined }): ReactElement | null {
  const { question, path, preferences, onPreferences, work, onClose } = props;
  const strings = useStrings(FILES_STRINGS);
  switch (question?.kind) {
    case undefined:
      return null;
    case "menu":
      return (
        <Menu
          onDismiss={onClose}
          items={[
            ...SORT_ORDERS.map((order) => ({
              id: `sort_${order}`,
              label: `${strings.sortBy}: ${strings.orders[order]}`,
              checked: preferences.order === order,
              onPress: () => onPreferences({ ...preferences, order }),
            })),
            {
              id: "show_hidden",
              label: strings.showHidden,
              icon: mdiEyeOutline,
              checked: preferences.hidden,
              onPress: () => onPreferences({ ...preferences, hidden: !preferences.hidden }),
            },
          ]}
        />
      );
    case "selectionMenu":
      return <SelectionMenu {...question} onClose={onClose} />;
    case "newFolder":
      return (
        <NameDialog
          title={strings.newFolder}
          action={strings.create}
          initial=""
          onDone={(name) => work.makeFolder(path, name)}
          onClose={onClose}
        />
      );
    case "rename":
      return (
        <NameDialog
          title={strings.rename}
          action={strings.rename}
          initial={question.entry.name}
          onDone={(name) => work.rename(question.entry, name)}
          onClose={onClose}
        />
      );
    case "delete":
      return <DeleteDialog entries={question.entries} work={work} onClose={onClose} />;
    case "details":
      return <EntriesDialog entries={question.entries} onClose={onClose} />;
  }
}

function SelectionMenu(
  props: Extract<FileQuestion, { kind: "selectionMenu" }> & { onClose: () => void },
): ReactElement {
  const { entries, onSelectAll, onAsk, onClose } = props;
  const strings = useStrings(FILES_STRINGS);
  const [entry] = entries;
  return (
    <Menu
      onDismiss={onClose}
      items={[
        {
          id: "rename",
          label: strings.rename,
          icon: mdiPencilOutline,
          disabled: entries.length !== 1,
          onPress: () => entry && onAsk({ kind: "rename", entry }),
        },
        {
          id: "details",
          label: strings.details,
          icon: mdiInformationOutline,
          onPress: () => onAsk({ kind: "details", entries }),
        },
        { id: "select_all", label: strings.selectAll, icon: mdiSelectAll, onPress: onSelectAll },
      ]}
    />
  );
}

function NameDialog(props: {
  title: string;
  action: string;
  initial: string;
  onDone: (name: string) => void;
  onClose: () => void;
}): ReactElement {
  const { title, action, initial, onDone, onClose } = props;
  const strings = useStrings(FILES_STRINGS);
  const [name, setName] = useState(initial);
  const problem = checkName(name.trim());
  // An empty field needs no error text.
  const error = problem === undefined || problem === "empty" ? undefined : strings.names[problem];
  const done = (): void => {
    if (problem !== undefined) return;
    onClose();
    onDone(name.trim());
  };
  return (
    <Dialog
      title={title}
      onDismiss={onClose}
      actions={[
        { id: "cancel", label: strings.cancel, onPress: onClose },
        { id: "confirm", label: action, onPress: done, disabled: problem !== undefined },
      ]}
    >
      <View style={{ paddingX: 24 }}>
        <TextInput
          id="name"
          label={strings.name}
          value={name}
          onChange={setName}
          onSubmit={done}
          takesFocus
          {...(error === undefined ? {} : { error })}
        />
      </View>
    </Dialog>
  );
}

/** Largest number of files that the dialog names. Beyond it, the dialog shows a count. */
const NAMED_AT_MOST = 10;

function DeleteDialog(props: { entries: readonly Entry[]; work: FileWork; onClose: () => void }): ReactElement {
  const { entries, work, onClose } = props;
  const strings = useStrings(FILES_STRINGS);
  const remove = (): void => {
    onClose();
    work.remove(entries);
  };
  return (
    <Dialog
      icon={mdiTrashCanOutline}
      title={strings.deleteTitle(entries.length)}
      text={strings.deleteText(
        entries
          .slice(0, NAMED_AT_MOST)
          .map((entry) => entry.name)
          .join(", "),
        Math.max(0, entries.length - NAMED_AT_MOST),
      )}
      onDismiss={onClose}
      actions={[
        { id: "cancel", label: strings.cancel, onPress: onClose },
        { id: "confirm", label: strings.delete, danger: true, onPress: remove },
      ]}
    />
  );
}

function EntriesDialog({ entries, onClose }: { entries: readonly Entry[]; onClose: () => void }): ReactElement {
  const strings = useStrings(FILES_STRINGS);
  const language = useLanguage();
  const [entry] = entries;
  const bytes = entries.reduce((sum, each) => sum + (each.kind === "folder" ? 0 : each.sizeBytes), 0);
  const rows: [string, string][] =
    entry && entries.length === 1
      ? [
          [strings.kind, strings.kinds[entry.kind]],
          [strings.where, posix.dirname(entry.path)],
          ...(entry.kind === "folder" ? [] : [[strings.size, formatBytes(bytes)] satisfies [string, string]]),
          [strings.changed, formatMoment(entry.modifiedMs, language)],
        ]
      : [[strings.size, formatBytes(bytes)]];
  return (
    <DetailsDialog
      title={entry && entries.length === 1 ? entry.name : strings.items(entries.length)}
      rows={rows}
      onClose={onClose}
    />
  );
}
