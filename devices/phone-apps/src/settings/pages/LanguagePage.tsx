import { Text } from "@terrarium/phone-ui/render/elements";
import { useColors, useServices } from "@terrarium/phone-ui/services/services";
import { useLanguage, useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { ListGroup } from "@terrarium/phone-ui/widgets/ListRow.tsx";
import { Page } from "@terrarium/phone-ui/widgets/Page.tsx";
import { RadioRow } from "@terrarium/phone-ui/widgets/RadioRow.tsx";
import type { ReactElement } from "react";
import { SETTINGS_STRINGS } from "../strings.ts";

/** Shows each language by its name in that language, so that users can switch back. */
export function LanguagePage(props: { onBack?: () => void }): ReactElement {
  const strings = useStrings(SETTINGS_STRINGS);
  const colors = useColors();
  const { languages, settings } = useServices();
  const current = useLanguage();
  return (
    <Page title={strings.language} {...props}>
      <Text text={TYPE.body} color={colors.onSurfaceVariant} style={{ marginX: 8, marginBottom: 14 }}>
        {strings.languageText}
      </Text>
      <ListGroup>
        {languages.map(({ tag, name }) => (
          <RadioRow
            key={tag}
            id={`language_${tag}`}
            title={name}
            checked={tag === current.tag}
            onSelect={() => settings.put("system", "system_locales", tag)}
          />
        ))}
      </ListGroup>
    </Page>
  );
}
