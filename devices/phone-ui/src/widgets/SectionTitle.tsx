import type { ReactElement } from "react";
import { Text } from "../render/elements.ts";
import { useColors } from "../services/services.ts";
import { TYPE } from "../theme.ts";

/** Title of the group below it. */
export function SectionTitle({ children }: { children: string }): ReactElement {
  const colors = useColors();
  return (
    <Text text={TYPE.titleSmall} color={colors.primary} style={{ marginX: 8, marginTop: 20, marginBottom: 10 }}>
      {children}
    </Text>
  );
}
