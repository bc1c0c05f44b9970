import { mdiLockOpenVariantOutline, mdiLockOutline } from "@mdi/js";
import type { Certificate } from "@terrarium/phone-system/network/http-fetch";
import { Text, View } from "@terrarium/phone-ui/render/elements";
import { useColors } from "@terrarium/phone-ui/services/services";
import { useStrings } from "@terrarium/phone-ui/services/strings";
import { TYPE } from "@terrarium/phone-ui/theme";
import { Dialog } from "@terrarium/phone-ui/widgets/Dialog.tsx";
import type { ReactElement } from "react";
import { BROWSER_STRINGS } from "../strings.ts";

/** Shows the page's origin, its security, and the number of the site's cookies. */
export function SiteInfo(props: {
  address: string;
  certificate: Certificate | undefined;
  cookies: number;
  onClearCookies: () => void;
  onDismiss: () => void;
}): ReactElement {
  const { certificate, cookies } = props;
  const colors = useColors();
  const texts = useStrings(BROWSER_STRINGS);
  const { host, protocol } = new URL(props.address);
  const secure = protocol === "https:";
  return (
    <Dialog
      title={host}
      icon={secure ? mdiLockOutline : mdiLockOpenVariantOutline}
      warns={!secure}
      text={secure ? texts.secure : texts.notSecure}
      actions={[
        ...(cookies === 0 ? [] : [{ id: "clear_cookies", label: texts.clearCookies, onPress: props.onClearCookies }]),
        { id: "close_info", label: texts.close, onPress: props.onDismiss },
      ]}
      onDismiss={props.onDismiss}
    >
      <View style={{ paddingX: 24, gap: 8 }}>
        {certificate ? (
          <Text id="certificate" text={TYPE.body} color={colors.onSurface}>
            {texts.certificate(certificate.subject, certificate.issuer, certificate.validTo)}
          </Text>
        ) : null}
        <Text id="cookies" text={TYPE.body} color={colors.onSurface}>
          {texts.cookieCount(cookies)}
        </Text>
      </View>
    </Dialog>
  );
}
