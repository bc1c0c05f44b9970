import { Text } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices, useSetting } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { ListGroup } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { RadioRow } from "@terrarium/phone-ui/widgets/RadioRow.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

/** Each language's name in that language, so that users can switch back. */
export const LANGUAGE_NAMES = { "en-US": "English (United States)", "zh-CN": "简体中文" } as const;

export function LanguagePage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const colors = useColors();
  const { settings } = useServices();
  const current = useSetting("system", "system_locales")?.startsWith("zh") ? "zh-CN" : "en-US";
  return (
    <Page title={strings.language} {...props}>
      <Text text={TYPE.body} color={colors.onSurfaceVariant} style={{ marginX: 8, marginBottom: 14 }}>
        {strings.languageText}
      </Text>
      <ListGroup>
        {Object.entries(LANGUAGE_NAMES).map(([tag, name]) => (
          <RadioRow
            key={tag}
            id={`language_${tag}`}
            title={name}
            checked={tag === current}
            onSelect={() => settings.put("system", "system_locales", tag)}
          />
        ))}
      </ListGroup>
    </Page>
  );
}
