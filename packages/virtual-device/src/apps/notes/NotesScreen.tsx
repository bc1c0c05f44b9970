import type { ReactElement } from "react";
import { View } from "../../ui/render/elements.ts";
export function NotesScreen(): ReactElement {
  return <View />;
}
