import { useState } from "react";

/** Returns the first letters of a name in upper case, or "U" for an empty name. */
export function initials(name: string, letters: number): string {
  const first = Array.from(new Intl.Segmenter().segment(name.trim()), ({ segment }) => segment).slice(0, letters);
  return first.length === 0 ? "U" : first.join("").toUpperCase();
}

export interface AvatarProps {
  name: string;
  image: string | null;
  /** Number of letters shown without an image. */
  letters?: number;
}

/** The image of a user, or the first letters of the name until it is loaded. */
export function Avatar({ name, image, letters = 1 }: AvatarProps) {
  const [failedImage, setFailedImage] = useState<string>();
  if (image !== null && image !== failedImage)
    return (
      <img
        src={image}
        alt=""
        referrerPolicy="no-referrer"
        className="size-7 shrink-0 rounded-full bg-raised object-cover"
        onError={() => setFailedImage(image)}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={`grid size-7 shrink-0 place-items-center rounded-full bg-accent font-semibold text-accent-ink ${letters > 1 ? "text-2xs" : "text-sm"}`}
    >
      {initials(name, letters)}
    </span>
  );
}
