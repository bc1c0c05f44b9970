import { lengthIn } from "../css/values.ts";
import type { PageControl, PageImage } from "../document/page-document.ts";
import type { AtomBox } from "./box.ts";
import { measure } from "./measure.ts";

/** What has come of the page's pictures, by address; undefined for those that cannot be shown. */
export type PictureSizes = ReadonlyMap<string, { width: number; height: number } | undefined>;

interface Size {
  width: number;
  height: number;
}

export interface AtomRoom {
  /** dp; the width of what it is in, and how much of that it may take. */
  containing: number;
  most: number;
  pictures: PictureSizes;
  fontScale: number;
}

/** The size of a picture's or control's border box in dp. */
export function atomSize(box: AtomBox, { containing, most: room, pictures, fontScale }: AtomRoom): Size {
  const { content, style } = box;
  const given = {
    width: style.width && lengthIn(style.width, containing),
    height: style.height && style.height.percent === 0 ? style.height.dp : undefined,
  };
  const most = Math.max(1, Math.min(room, style.maxWidth ? lengthIn(style.maxWidth, containing) : Infinity));
  if ("image" in content) return imageSize(content.image, given, most, pictures);
  const own = controlSize(content.control, most, fontScale, box);
  // What may grow in a flex container has been given its part.
  const width = Math.min(most, given.width ?? (style.grow > 0 ? most : own.width));
  return { width: Math.max(24, width), height: Math.max(own.height, given.height ?? 0) };
}

/** As large as the page says, or as the picture is. */
function imageSize(
  image: PageImage,
  given: { width: number | undefined; height: number | undefined },
  most: number,
  pictures: PictureSizes,
): Size {
  const natural = pictures.get(image.src);
  const width = given.width ?? (given.height === undefined ? image.width : undefined);
  const height = given.height ?? (given.width === undefined ? image.height : undefined);
  if (!natural) return missingSize(image, width, height, most);
  const ratio = width !== undefined && height !== undefined ? height / width : natural.height / natural.width;
  const wanted = width ?? (height === undefined ? natural.width : height / ratio);
  const shown = Math.max(1, Math.min(wanted, most));
  return { width: shown, height: Math.max(1, shown * ratio) };
}

/** Not there (yet): room for its words, if it has any. */
function missingSize(image: PageImage, width: number | undefined, height: number | undefined, most: number): Size {
  if (image.alt === "" && width === undefined) return { width: 1, height: 1 };
  const shown = Math.min(most, Math.max(width ?? 240, 24));
  return { width: shown, height: Math.max(24, Math.min(height ?? 48, 240)) };
}

const buttonFont = { size: 14, bold: false, italic: false, mono: false, japanese: false };

function controlSize(control: PageControl, available: number, fontScale: number, { style }: AtomBox): Size {
  const larger = Math.max(1, fontScale);
  switch (control.type) {
    case "hidden":
      return { width: 0, height: 0 };
    case "checkbox":
    case "radio":
      return { width: 32, height: 32 };
    case "submit":
    case "reset": {
      const font = { ...buttonFont, size: style.fontSize === 16 ? 14 : style.fontSize };
      const padding = Math.max(40, style.padding.left.dp + style.padding.right.dp);
      const width = Math.max(
        64,
        measure(control.placeholder || control.value || "Submit", font) * larger + padding + 8,
      );
      return {
        width: Math.min(available, width),
        height: Math.max(40, 16 * larger + style.padding.top.dp + style.padding.bottom.dp),
      };
    }
    case "textarea":
      return {
        width: Math.min(available, 420),
        height: Math.max(64, Math.min(12, control.rows ?? 4) * 22 + 20) * larger,
      };
    case "text":
    case "password":
    case "select":
      return { width: Math.min(available, 220 * larger), height: 44 * larger };
  }
}
