import { Fragment } from "react";
import { NavLink, useLocation } from "react-router";
import { t } from "../../language/text.ts";
import { useSession } from "../../session/store.ts";
import { cx } from "../../ui/cx.ts";
import { Logo } from "../../ui/Logo.tsx";
import { LINK_GROUPS, type NavigationLink, unlistedPage } from "../parts/navigation.ts";
import { UserMenu } from "./UserMenu.tsx";

/** The links of the console and, at the bottom, the user menu. */
export function Sidebar({ onNavigate }: { onNavigate?: () => void }) {
  const unlisted = unlistedPage(useLocation().pathname);
  return (
    <div className="flex h-full flex-col overflow-y-auto p-2.5">
      <Logo className="px-2 pt-2 pb-5" />
      <nav aria-label={t("Console")} className="flex flex-1 flex-col gap-0.5 pb-2">
        {LINK_GROUPS.map(({ title, links }) => (
          <Fragment key={title ?? ""}>
            {title !== undefined && <p className="px-2 pt-4 pb-1.5 label-caps text-faint">{t(title)}</p>}
            <Links links={links} onNavigate={onNavigate} />
          </Fragment>
        ))}
        {/* A page without its own link, reached from the header, appears here while it is open. */}
        {unlisted !== undefined && (
          <div className="mt-auto">
            <Links links={[unlisted]} onNavigate={onNavigate} />
          </div>
        )}
      </nav>
      <div className="border-t border-line pt-2">
        <UserMenu onNavigate={onNavigate} />
      </div>
    </div>
  );
}

interface LinksProps {
  links: readonly NavigationLink[];
  onNavigate: (() => void) | undefined;
}

function Links({ links, onNavigate }: LinksProps) {
  const role = useSession((session) => session.team?.role);
  const visible = links.filter(({ isFor }) => isFor === undefined || (role !== undefined && isFor(role)));
  return visible.map(({ to, label, icon: Icon }) => (
    <NavLink
      key={to}
      to={to}
      onClick={onNavigate}
      className={({ isActive }) =>
        cx(
          "group flex h-8 items-center gap-2.5 rounded-md px-2 transition-colors",
          isActive ? "bg-accent-soft text-text" : "text-mute hover:bg-raised hover:text-text",
        )
      }
    >
      <Icon className="size-4 group-aria-[current=page]:text-accent" strokeWidth={1.7} aria-hidden="true" />
      {t(label)}
    </NavLink>
  ));
}
