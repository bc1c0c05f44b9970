import { BookOpen, Check, ChevronsUpDown, Languages, LogOut, Plus, QrCode } from "lucide-react";
import { useRef, useState } from "react";
import { useNavigate } from "react-router";
import { languageOf } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { switchTeam, useSession } from "../../session/store.ts";
import { Avatar } from "../../ui/Avatar.tsx";
import { Menu, MenuGroup, MenuItem, MenuSeparator } from "../../ui/Menu.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { switchLanguage, useOtherLanguages } from "../../ui/switch-language.ts";
import { lateDialog } from "../../viewer/parts/late-view.tsx";
import { CreateTeamDialog } from "../parts/CreateTeamDialog.tsx";
import { DOCS_PATH } from "../parts/links.ts";
import { LogoutDialog } from "../parts/LogoutDialog.tsx";

const InviteCodeDialog = lateDialog("InviteCodeDialog", () => import("./InviteCodeDialog.tsx"));

/** Shows the user and the current team. Switches and creates teams, switches the language, and signs out. */
export function UserMenu({ onNavigate }: { onNavigate?: (() => void) | undefined }) {
  const { user, team, teamList } = useSession();
  const [dialog, setDialog] = useState<"create-team" | "invite-code" | "logout">();
  const navigate = useNavigate();
  const trigger = useRef<HTMLButtonElement>(null);
  const close = () => setDialog(undefined);
  const otherLanguages = useOtherLanguages();
  const goTo = (path: string) => {
    onNavigate?.();
    void navigate(path);
  };
  if (user === null) return <UserSkeleton />;
  return (
    <>
      <Menu
        side="top"
        align="start"
        className="w-(--radix-dropdown-menu-trigger-width) min-w-52"
        trigger={
          <button
            ref={trigger}
            type="button"
            className="flex w-full items-center gap-2.5 rounded-md p-2 text-left transition-colors hover:bg-raised aria-expanded:bg-raised"
          >
            <span className="sr-only">{t("User menu")}</span>
            <Avatar name={user.name} image={user.avatar} />
            <span className="min-w-0 flex-1">
              <span className="block truncate text-sm leading-4 font-medium">{user.name}</span>
              <span className="block truncate text-xs leading-4 text-mute">{team?.name}</span>
            </span>
            <ChevronsUpDown className="size-3.5 shrink-0 text-faint" aria-hidden="true" />
          </button>
        }
      >
        <MenuGroup label={t("Teams")}>
          {teamList.map((item) => {
            const isCurrent = item.id === team?.id;
            return (
              <MenuItem key={item.id} disabled={isCurrent} aria-current={isCurrent} onSelect={() => switchTeam(item)}>
                <span className={isCurrent ? "truncate font-medium text-accent" : "truncate"}>{item.name}</span>
                {isCurrent && <Check className="ml-auto size-4 shrink-0 text-accent" aria-hidden="true" />}
              </MenuItem>
            );
          })}
        </MenuGroup>
        <MenuItem onSelect={() => setDialog("create-team")}>
          <Plus className="size-4 text-mute" aria-hidden="true" />
          {t("Create Team")}
        </MenuItem>
        <MenuItem onSelect={() => setDialog("invite-code")}>
          <QrCode className="size-4 text-mute" aria-hidden="true" />
          {t("Get Invite Code")}
        </MenuItem>
        <MenuSeparator />
        <MenuItem onSelect={() => window.location.assign(DOCS_PATH)}>
          <BookOpen className="size-4 text-mute" aria-hidden="true" />
          {t("Documentation")}
        </MenuItem>
        {otherLanguages.map((language) => (
          <MenuItem key={language} lang={languageOf(language).locale} onSelect={() => switchLanguage(language)}>
            <Languages className="size-4 text-mute" aria-hidden="true" />
            {languageOf(language).name}
          </MenuItem>
        ))}
        <MenuSeparator />
        <MenuItem onSelect={() => setDialog("logout")}>
          <LogOut className="size-4 text-mute" aria-hidden="true" />
          {t("Sign Out")}
        </MenuItem>
      </Menu>
      <CreateTeamDialog
        isOpen={dialog === "create-team"}
        onClose={close}
        onCreated={() => goTo("/team")}
        returnFocusTo={trigger}
      />
      {dialog === "invite-code" && <InviteCodeDialog isOpen onClose={close} returnFocusTo={trigger} />}
      <LogoutDialog isOpen={dialog === "logout"} onClose={close} returnFocusTo={trigger} />
    </>
  );
}

function UserSkeleton() {
  return (
    <div className="flex items-center gap-2.5 p-2">
      <Skeleton className="size-7 rounded-full" />
      <span className="grid flex-1 gap-1.5">
        <Skeleton className="h-3 w-24" />
        <Skeleton className="h-2.5 w-16" />
      </span>
    </div>
  );
}
