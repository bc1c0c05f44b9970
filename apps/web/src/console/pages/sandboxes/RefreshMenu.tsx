import { RotateCw } from "lucide-react";
import { t } from "../../../language/text.ts";
import { Button } from "../../../ui/Button.tsx";
import { cx } from "../../../ui/cx.ts";
import { Menu, MenuCheckItem, MenuItem, MenuSeparator } from "../../../ui/Menu.tsx";
import { REFRESH_SECONDS, type RefreshInterval } from "./refresh-interval.ts";
import { useRefreshCountdown } from "./use-refresh-countdown.ts";

export interface RefreshMenuProps {
  interval: RefreshInterval;
  onChange: (interval: RefreshInterval) => void;
  isLoading: boolean;
  loadedAtMs: number;
  onRefresh: () => void;
}

/** Menu for the automatic refresh, with the seconds until the next one and a manual refresh. */
export function RefreshMenu({ interval, onChange, isLoading, loadedAtMs, onRefresh }: RefreshMenuProps) {
  const secondsLeft = useRefreshCountdown({ interval, isLoading, loadedAtMs, onDue: onRefresh });
  return (
    <Menu
      align="end"
      trigger={
        <Button className="min-w-29 tabular-nums max-sm:min-w-23">
          <RotateCw
            className={cx("size-3.5 text-mute max-sm:hidden", isLoading && "animate-spin")}
            aria-hidden="true"
          />
          {interval === "off" ? t("Manual") : t("Auto ({seconds}s)", { seconds: secondsLeft })}
        </Button>
      }
    >
      <MenuItem onSelect={onRefresh}>{t("Refresh Now")}</MenuItem>
      <MenuSeparator />
      {REFRESH_SECONDS.map((seconds) => (
        <MenuCheckItem key={seconds} checked={interval === seconds} onSelect={() => onChange(seconds)}>
          {t("Every {seconds}s", { seconds })}
        </MenuCheckItem>
      ))}
      <MenuCheckItem checked={interval === "off"} onSelect={() => onChange("off")}>
        {t("Turn Off (Manual)")}
      </MenuCheckItem>
    </Menu>
  );
}
