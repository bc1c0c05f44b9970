import { type LucideIcon, Monitor, Moon, Sun } from "lucide-react";
import { type Label, t } from "../../language/text.ts";
import { IconButton } from "../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../ui/Menu.tsx";
import { chooseTheme, THEME_CHOICES, type ThemeChoice, useTheme, useThemeChoice } from "../../ui/theme.ts";

const CHOICES: Record<ThemeChoice, { label: Label; icon: LucideIcon }> = {
  light: { label: "Light", icon: Sun },
  dark: { label: "Dark", icon: Moon },
  system: { label: "System", icon: Monitor },
};

export function ThemeMenu() {
  const chosen = useThemeChoice();
  const Icon = CHOICES[useTheme()].icon;
  return (
    <Menu
      align="end"
      className="min-w-36"
      trigger={
        <IconButton label={t("Toggle theme")}>
          <Icon className="size-4" />
        </IconButton>
      }
    >
      {THEME_CHOICES.map((choice) => {
        const { label, icon: ChoiceIcon } = CHOICES[choice];
        return (
          <MenuCheckItem key={choice} checked={choice === chosen} onSelect={() => chooseTheme(choice)}>
            <ChoiceIcon className="size-4 text-mute" aria-hidden="true" />
            {t(label)}
          </MenuCheckItem>
        );
      })}
    </Menu>
  );
}
