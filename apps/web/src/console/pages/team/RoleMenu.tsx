import { ROLES, type OrganizationMember, type Role } from "@terrarium/contract/organization";
import { ChevronDown } from "lucide-react";
import { useChangeRole } from "../../../api/organizations.ts";
import { t } from "../../../language/text.ts";
import { useTeam } from "../../../session/use-team.ts";
import { Button } from "../../../ui/Button.tsx";
import { Menu, MenuCheckItem } from "../../../ui/Menu.tsx";
import { toast } from "../../../ui/toast.ts";
import { reportFailure } from "../../parts/report-failure.ts";
import { ROLE_NAMES, roleChangeRefusal, type Viewer } from "./team-rules.ts";

export interface RoleMenuProps {
  member: OrganizationMember;
  viewer: Viewer;
  /** Asks for confirmation before the owner's role is transferred. */
  onTransfer: () => void;
}

/** A member's role. The owner can change it; other users see why they cannot. */
export function RoleMenu({ member, viewer, onTransfer }: RoleMenuProps) {
  const team = useTeam();
  const change = useChangeRole(team.id);
  const refusal = roleChangeRefusal(viewer, member);
  const roleName = t(ROLE_NAMES[member.role]);
  const label = t("Role of {name}: {role}", { name: member.name, role: roleName });
  if (refusal !== undefined)
    return (
      <Button
        kind="quiet"
        className="-ml-2 h-7! px-2! font-normal!"
        aria-label={label}
        title={refusal}
        onClick={() => toast.error(refusal)}
      >
        {roleName}
      </Button>
    );
  const choose = (role: Role) => {
    if (role === member.role) return;
    if (role === "owner") {
      onTransfer();
      return;
    }
    change.mutate(
      { userId: member.userId, role },
      {
        onSuccess: () => toast.success(t("Member role updated successfully")),
        onError: reportFailure("Failed to update member role"),
      },
    );
  };
  return (
    <Menu
      align="start"
      className="min-w-36"
      trigger={
        <Button className="-ml-2 h-7! px-2! font-normal!" aria-label={label} isBusy={change.isPending}>
          {roleName}
          <ChevronDown className="size-3.5 text-faint" aria-hidden="true" />
        </Button>
      }
    >
      {ROLES.map((role) => (
        <MenuCheckItem key={role} checked={role === member.role} onSelect={() => choose(role)}>
          {t(ROLE_NAMES[role])}
        </MenuCheckItem>
      ))}
    </Menu>
  );
}
