import { Bookmark } from "lucide-react";
import { useRef, useState } from "react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuCheckItem, MenuGroup, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { NameDialog } from "../../parts/NameDialog.tsx";
import {
  isFull,
  type SavedView,
  useSavedViews,
  VIEW_NAME_MAX_CHARS,
  viewNameProblem,
  viewQuery,
} from "../../parts/saved-views.ts";

export interface ViewsMenuProps {
  parameters: URLSearchParams;
  onOpen: (view: SavedView) => void;
}

/** Saved views of the list. The current one can be renamed and deleted; any other state can be saved. */
export function ViewsMenu({ parameters, onOpen }: ViewsMenuProps) {
  const { views, save, remove } = useSavedViews();
  const [dialog, setDialog] = useState<"save" | "rename">();
  const trigger = useRef<HTMLButtonElement>(null);
  const query = viewQuery(parameters);
  const current = views.find((view) => view.query === query);
  const close = () => setDialog(undefined);
  const store = (view: SavedView, former?: string) => {
    try {
      save(view, former);
    } catch (error) {
      console.error("The view could not be saved", error);
      toast.error(t("The view could not be saved"), { description: t("This browser's storage is full") });
    }
  };
  const deleteCurrent = (view: SavedView) => {
    remove(view);
    toast.success(t("Deleted the view {name}", { name: view.name }), {
      action: { label: t("Undo"), onClick: () => store(view) },
    });
  };
  return (
    <>
      <Menu
        align="start"
        className="max-w-80"
        trigger={
          <Button
            ref={trigger}
            aria-label={current === undefined ? t("Views") : t("Views: {name}", { name: current.name })}
          >
            <Bookmark className="size-4 text-mute" aria-hidden="true" />
            <span className="max-w-40 truncate max-sm:hidden">{current?.name ?? t("Views")}</span>
          </Button>
        }
      >
        {views.length > 0 && (
          <>
            <MenuGroup label={t("Saved views")}>
              {views.map((view) => (
                <MenuCheckItem key={view.name} checked={view === current} onSelect={() => onOpen(view)}>
                  <bdi className="truncate">{view.name}</bdi>
                </MenuCheckItem>
              ))}
            </MenuGroup>
            <MenuSeparator />
          </>
        )}
        {current === undefined ? (
          <MenuItem disabled={isFull(views)} onSelect={() => setDialog("save")}>
            {isFull(views) ? t("View limit reached: delete one first") : t("Save this view...")}
          </MenuItem>
        ) : (
          <>
            <MenuItem onSelect={() => setDialog("rename")}>{t("Rename...")}</MenuItem>
            <MenuItem isDestructive onSelect={() => deleteCurrent(current)}>
              {t("Delete")}
            </MenuItem>
          </>
        )}
      </Menu>
      <NameDialog
        isOpen={dialog === "save"}
        onClose={close}
        returnFocusTo={trigger}
        title={t("Save View")}
        description={t("Saves search, filters, order and look of this list in this browser, for you and this team.")}
        maxChars={VIEW_NAME_MAX_CHARS}
        problemOf={(name) => viewNameProblem(name, views)}
        onName={(name) => store({ name: name.trim(), query })}
      />
      <NameDialog
        isOpen={dialog === "rename"}
        onClose={close}
        returnFocusTo={trigger}
        title={t("Rename View")}
        initialName={current?.name}
        maxChars={VIEW_NAME_MAX_CHARS}
        problemOf={(name) =>
          viewNameProblem(
            name,
            views.filter((view) => view !== current),
          )
        }
        onName={(name) => store({ name: name.trim(), query }, current?.name)}
      />
    </>
  );
}
