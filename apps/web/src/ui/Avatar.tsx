import { useState } from "react";

/** The first letters of a name, upper case; "U" if there are none. */
export function initials(name: string, letters: number): string {
  const first = Array.from(new Intl.Segmenter().segment(name.trim()), ({ segment }) => segment).slice(0, letters);
  return first.length === 0 ? "U" : first.join("").toUpperCase();
}

export interface AvatarProps {
  name: string;
  image: string | null;
  /** How many letters stand for a missing image. */
  letters?: number;
}

/** The image of a person, or the first letters of the name while there is none. */
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
