import { type ReactElement, useState } from "react";

/** The properties of `Picture`. */
export interface PictureProps {
  readonly name: string;
  /** Its URL; null: no picture. */
  readonly image: string | null;
  /** A user's picture is round, an organization's logo is square. */
  readonly kind: "user" | "organization";
}

/** A picture, or the initials of the name without a picture or if it fails to load. */
export function Picture({ name, image, kind }: PictureProps): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className="kh-picture" data-kind={kind} aria-hidden="true">
      {image && image !== broken ? (
        <img src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
      ) : (
        initials(name, kind === "user" ? 2 : 1)
      )}
    </span>
  );
}

function initials(name: string, count: 1 | 2): string {
  const words = name.trim().split(/\s+/);
  const chosen = count === 2 && words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  const letters = chosen.map((word) => [...(word ?? "")][0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
