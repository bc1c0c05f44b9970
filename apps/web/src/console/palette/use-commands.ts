import { Bookmark, Languages, LogOut, Monitor, Moon, Plus, Sun, Users } from "lucide-react";
import { useNavigate } from "react-router";
import { useKnownSandboxes } from "../../api/sandboxes.ts";
import { LANGUAGE_CHOICES, useLanguage } from "../../language/language.ts";
import { t } from "../../language/text.ts";
import { HOME } from "../../session/access.ts";
import { switchTeam, useSession } from "../../session/store.ts";
import { useTeam } from "../../session/use-team.ts";
import { switchLanguage } from "../../ui/switch-language.ts";
import { chooseTheme, useThemeChoice } from "../../ui/theme.ts";
import { KIND_ICONS } from "../parts/kind-icons.ts";
import { sandboxPath } from "../parts/links.ts";
import { ALL_LINKS } from "../parts/navigation.ts";
import { metadataTexts } from "../parts/sandbox-filters.ts";
import { useSavedViews } from "../parts/saved-views.ts";
import { useSettled } from "../parts/use-settled.ts";
import type { Command, CommandGroup } from "./commands.ts";

/** Dialogs that a command can open. */
export type PaletteDialog = "new-sandbox" | "create-team" | "logout";

const THEMES = [
  { choice: "light", label: "Light", icon: Sun },
  { choice: "dark", label: "Dark", icon: Moon },
  { choice: "system", label: "System", icon: Monitor },
] as const;

/** Pause in typing before the server is searched, in milliseconds. Known results show at once. */
const SEARCH_DELAY_MS = 250;

/**
 * Returns all commands of the palette, in the order of their groups. Sandboxes are those already loaded, and those
 * found by the server once it responds.
 */
export function useCommands(
  search: string,
  openDialog: (dialog: PaletteDialog) => void,
): { groups: CommandGroup[]; isSearching: boolean } {
  const current = useTeam();
  const teams = useSession(({ teamList }) => teamList);
  const themeChoice = useThemeChoice();
  const language = useLanguage();
  const navigate = useNavigate();
  const { views } = useSavedViews();
  const asked = useSettled(search, SEARCH_DELAY_MS);
  const known = useKnownSandboxes(current.id, asked);
  const sandboxes = known.sandboxes.map((sandbox): Command => {
    const { id, name, kind, templateName, templateId, status } = sandbox;
    return {
      id,
      label: name ?? id,
      icon: KIND_ICONS[kind],
      detail: metadataTexts(sandbox).join(", "),
      keywords: `${id} ${templateName} ${templateId} ${status}`,
      run: () => void navigate(sandboxPath(id)),
    };
  });
  const groups = [
    {
      title: t("Go to"),
      commands: ALL_LINKS.map(({ to, label, icon }) => ({
        id: to,
        label: t(label),
        keywords: label,
        icon,
        run: () => void navigate(to),
      })),
    },
    {
      title: t("Actions"),
      commands: [
        { id: "new-sandbox", label: t("New Sandbox"), icon: Plus, run: () => openDialog("new-sandbox") },
        { id: "create-team", label: t("Create Team"), icon: Plus, run: () => openDialog("create-team") },
        { id: "logout", label: t("Sign Out"), icon: LogOut, run: () => openDialog("logout") },
      ],
    },
    {
      title: t("Saved views"),
      commands: views.map(({ name, query }) => ({
        id: `view-${name}`,
        label: name,
        icon: Bookmark,
        run: () => void navigate(`${HOME}?${query}`),
      })),
    },
    { title: t("Sandboxes"), commands: sandboxes },
    {
      title: t("Switch team"),
      commands: teams.map((team) => ({
        id: team.id,
        label: team.name,
        icon: Users,
        isCurrent: team.id === current.id,
        run: () => switchTeam(team),
      })),
    },
    {
      title: t("Theme"),
      commands: THEMES.map(({ choice, label, icon }) => ({
        id: `theme-${choice}`,
        label: t(label),
        icon,
        isCurrent: choice === themeChoice,
        run: () => chooseTheme(choice),
      })),
    },
    {
      title: t("Language"),
      commands: LANGUAGE_CHOICES.map(({ value, label }) => ({
        id: `language-${value}`,
        label,
        icon: Languages,
        isCurrent: value === language,
        run: () => switchLanguage(value),
      })),
    },
  ];
  return { groups, isSearching: asked !== search || known.isSearching };
}
