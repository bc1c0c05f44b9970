import { t } from "../../language/text.ts";

/** Explains a black screen while the video is live. Touches pass through it to the screen. */
export function HiddenContentNotice() {
  return (
    <output className="pointer-events-none absolute inset-0 flex animate-[appear_180ms] flex-col items-center justify-center gap-2 p-6 text-center text-[#e8ece6]">
      <h2 className="text-base font-medium">{t("Protected screen")}</h2>
      <p className="max-w-64 text-sm text-balance text-[#a5aea3]">
        {t("This app blocks screen capture. Your touches and text still reach it.")}
      </p>
    </output>
  );
}
