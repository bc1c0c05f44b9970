import { useEffect, useRef, useState } from "react";
import { t } from "../../language/text.ts";
import { cx } from "../../ui/cx.ts";
import { lastPicture, watchThumbnail } from "./thumbnail-feed.ts";

export interface ThumbnailProps {
  sandboxId: string;
  /** Looked at again and again; otherwise once, for the last picture, which is grey. */
  isLive: boolean;
  className?: string;
}

/** A device in its frame with what its screen shows, as large as its room allows; the frame has its place before the picture is there. */
export function Thumbnail({ sandboxId, isLive, className }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [ratio, setRatio] = useState(() => ratioOf(lastPicture(sandboxId)));
  const hasPicture = ratio !== undefined;

  useEffect(() => {
    const draw = () => {
      const picture = lastPicture(sandboxId);
      const target = canvas.current;
      if (picture === undefined || target === null) return;
      if (target.width !== picture.width || target.height !== picture.height) {
        target.width = picture.width;
        target.height = picture.height;
        setRatio(ratioOf(picture));
      }
      target.getContext("2d")?.drawImage(picture, 0, 0);
    };
    draw();
    return watchThumbnail(sandboxId, isLive, draw);
  }, [sandboxId, isLive]);

  return (
    <span className={cx("grid min-h-0 place-items-center", className)}>
      <span
        className="block max-h-full max-w-full overflow-hidden rounded-[14px] bg-[#050605] p-1 shadow-[0_0_0_1px_var(--line2),0_6px_20px_#00000026]"
        style={{ aspectRatio: ratio ?? USUAL_RATIO, [(ratio ?? USUAL_RATIO) > 1 ? "width" : "height"]: "100%" }}
      >
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img has no pixels to draw on
          role="img"
          aria-label={t("Screen of {id}", { id: sandboxId })}
          className={cx(
            "block size-full rounded-[10px] bg-[radial-gradient(120%_70%_at_50%_0%,#1a201a,#0a0c0a_55%,#060706)]",
            !isLive && "opacity-45 grayscale-[70%]",
            isLive && !hasPicture && "animate-pulse",
          )}
        />
      </span>
    </span>
  );
}

/** The shape of a phone, until the device's own is known. */
const USUAL_RATIO = 9 / 16;
const ratioOf = (picture: ImageBitmap | undefined): number | undefined =>
  picture === undefined ? undefined : picture.width / picture.height;
