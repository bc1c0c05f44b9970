import { useServices } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { Menu } from "@terrarium/phone-ui/widgets/Menu.tsx";
import type { ReactElement } from "react";
import { HISTORY_ADDRESS } from "../address.ts";
import type { SessionState } from "../session/browser-session.ts";
import { BROWSER_STRINGS } from "../strings.ts";
import { SiteInfo } from "./SiteInfo.tsx";

export type OpenMenu = { kind: "main" } | { kind: "info"; cookies: number } | { kind: "link"; address: string };

const PLACE = { right: 10, bottom: 72 };

/** The menus and dialogs over a page: the browser's menu, a link's menu, and the site information. */
export function BrowserMenus(props: {
  menu: OpenMenu | undefined;
  state: SessionState;
  onOpen: (address: string) => void;
  onNewTab: (address?: string) => void;
  onFind: () => void;
  onReload: () => void;
  /** Deletes the cookies of one host, or all. */
  onClearCookies: (host?: string) => void;
  onDismiss: () => void;
}): ReactElement | null {
  const { menu, state, onOpen, onDismiss } = props;
  const services = useServices();
  const texts = useStrings(BROWSER_STRINGS);
  const { address, shown } = state;
  const isOwnPage = address.startsWith("about:");
  const copy = (text: string): void => {
    services.clipboard.set(text);
    services.showToast(texts.copied);
  };
  switch (menu?.kind) {
    case "main":
      return (
        <Menu
          onDismiss={onDismiss}
          place={PLACE}
          items={[
            { id: "new_tab", label: texts.newTab, onPress: () => props.onNewTab() },
            { id: "history", label: texts.history, onPress: () => onOpen(HISTORY_ADDRESS) },
            { id: "find", label: texts.find, disabled: !shown || isOwnPage, onPress: props.onFind },
            { id: "reload", label: texts.reload, disabled: isOwnPage, onPress: props.onReload },
            { id: "copy_address", label: texts.copyAddress, disabled: isOwnPage, onPress: () => copy(address) },
            { id: "clear_all_cookies", label: texts.clearAllCookies, onPress: () => props.onClearCookies() },
          ]}
        />
      );
    case "link":
      return (
        <Menu
          onDismiss={onDismiss}
          place={PLACE}
          items={[
            { id: "open_link", label: texts.openLink, onPress: () => onOpen(menu.address) },
            { id: "open_in_tab", label: texts.openInNewTab, onPress: () => props.onNewTab(menu.address) },
            { id: "copy_link", label: texts.copyLink, onPress: () => copy(menu.address) },
          ]}
        />
      );
    case "info": {
      const { hostname } = new URL(address);
      return (
        <SiteInfo
          address={address}
          certificate={shown?.certificate}
          cookies={menu.cookies}
          onClearCookies={() => props.onClearCookies(hostname)}
          onDismiss={onDismiss}
        />
      );
    }
    case undefined:
      return null;
  }
}
