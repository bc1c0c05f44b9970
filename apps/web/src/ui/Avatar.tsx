import { useState } from "react";

/** First letter of a name, upper case; "U" if there is none. */
function initial(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toUpperCase() ?? "U";
}

/** The image of a person, or the first letter of the name while there is none. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
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
      className="grid size-7 shrink-0 place-items-center rounded-full bg-accent text-sm font-semibold text-accent-ink"
    >
      {initial(name)}
    </span>
  );
}
