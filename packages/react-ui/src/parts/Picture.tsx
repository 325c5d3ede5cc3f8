import { type ReactElement, useState } from "react";
import { useUI } from "../context.js";

/** The properties of `Picture`. */
export interface PictureProps {
  readonly name: string;
  /** The URL of the picture; null: no picture. */
  readonly image: string | null;
  /** A user's picture is round, an organization's logo is square. */
  readonly kind: "user" | "organization";
  /**
   * The viewer need not know who is in the picture, as in lists of administrators. That person may have written a URL
   * of an own server, which would get the viewer's address and time: only origins that the app lists get requests.
   * Default false.
   */
  readonly isStranger?: boolean;
}

/** A picture, or the initials of the name without a picture or if the picture fails to load. */
export function Picture({ name, image, kind, isStranger = false }: PictureProps): ReactElement {
  const [broken, setBroken] = useState<string | null>(null);
  const { pictureOrigins } = useUI();
  const isShown = image !== null && image !== broken && (!isStranger || isListed(image, pictureOrigins));
  return (
    <span className="kh-picture" data-kind={kind} aria-hidden="true">
      {isShown && image ? (
        <img src={image} alt="" referrerPolicy="no-referrer" onError={() => setBroken(image)} />
      ) : (
        initials(name, kind === "user" ? 2 : 1)
      )}
    </span>
  );
}

function isListed(image: string, origins: readonly string[]): boolean {
  if (image.startsWith("data:image/")) return true;
  return URL.canParse(image) && origins.includes(new URL(image).origin);
}

function initials(name: string, count: 1 | 2): string {
  const words = name.trim().split(/\s+/);
  const chosen = count === 2 && words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1);
  const letters = chosen.map((word) => [...(word ?? "")][0] ?? "").join("");
  return letters.toUpperCase() || "?";
}
