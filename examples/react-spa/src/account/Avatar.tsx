import { useState } from "react";

/** The user's picture, or the initials of the name without a picture or if it fails to load. */
export function Avatar({ name, image }: { name: string; image: string | null }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="avatar" aria-hidden="true">
      {image && image !== broken ? (
        <img src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
      ) : (
        initials(name)
      )}
    </span>
  );
}

function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen
    .map((word) => [...(word ?? "")][0] ?? "")
    .join("")
    .toUpperCase();
}
