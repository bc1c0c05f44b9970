import { t } from "../../language/text.ts";
import { QrCode } from "../../ui/QrCode.tsx";
import { CONTACT_URL } from "./links.ts";

/** Contact address for invite codes, as a QR code and a link. */
export function ContactQr() {
  return (
    <a
      href={CONTACT_URL}
      target="_blank"
      rel="noreferrer"
      className="group mx-auto grid w-fit justify-items-center gap-2.5 rounded-lg"
    >
      <QrCode text={CONTACT_URL} label={t("QR code of the contact address")} className="size-44" />
      <span className="font-mono text-2xs text-mute underline decoration-line2 underline-offset-4 group-hover:text-text">
        {CONTACT_URL.replace("https://", "")}
      </span>
    </a>
  );
}
