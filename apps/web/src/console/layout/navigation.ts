import { KeyRound, Layers, type LucideIcon, Play, Smartphone } from "lucide-react";

export interface NavigationLink {
  to: string;
  label: string;
  icon: LucideIcon;
}

export const MAIN_LINKS: readonly NavigationLink[] = [
  { to: "/sandboxes", label: "Sandboxes", icon: Smartphone },
  { to: "/templates", label: "Templates", icon: Layers },
];

export const MANAGE_LINKS: readonly NavigationLink[] = [
  { to: "/api-keys", label: "API Keys", icon: KeyRound },
  { to: "/playground", label: "Playground", icon: Play },
];
