import { mdiContentCopy, mdiDotsVertical, mdiFolderMoveOutline, mdiTrashCanOutline } from "@mdi/js";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { IconButton } from "@terrarium/phone-ui/widgets/IconButton.tsx";
import { TopBar } from "@terrarium/phone-ui/widgets/TopBar.tsx";
import type { ReactElement } from "react";
import type { Entry } from "../list-folder.ts";
import type { FileQuestion } from "./FileDialogs.tsx";
import { FILES_STRINGS } from "./strings.ts";
import type { CarryMode } from "./use-file-work.ts";

/** The actions for the selected files. */
export function SelectionBar(props: {
  entries: readonly Entry[];
  /** True where the bar replaces the large top bar. */
  large: boolean;
  onClose: () => void;
  onCarry: (mode: CarryMode) => void;
  onAsk: (question: FileQuestion) => void;
  onSelectAll: () => void;
}): ReactElement {
  const { entries, large, onClose, onCarry, onAsk, onSelectAll } = props;
  const colors = useColors();
  const strings = useStrings(FILES_STRINGS);
  const color = colors.onSecondaryContainer;
  return (
    <TopBar title={`${entries.length}`} label={strings.selected(entries.length)} onClose={onClose} large={large}>
      <IconButton id="copy" path={mdiContentCopy} label={strings.copy} color={color} onPress={() => onCarry("copy")} />
      <IconButton
        id="move"
        path={mdiFolderMoveOutline}
        label={strings.move}
        color={color}
        onPress={() => onCarry("move")}
      />
      <IconButton
        id="delete"
        path={mdiTrashCanOutline}
        label={strings.delete}
        color={color}
        onPress={() => onAsk({ kind: "delete", entries })}
      />
      <IconButton
        id="more"
        path={mdiDotsVertical}
        label={strings.more}
        color={color}
        onPress={() => onAsk({ kind: "selectionMenu", entries, onSelectAll, onAsk })}
      />
    </TopBar>
  );
}
