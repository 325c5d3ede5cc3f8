const maxLength = 64;

/** Letters and digits with single hyphens between them, as the server requires. */
export const isSlug = (text: string): boolean =>
  text.length <= maxLength && /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(text);

/** A slug from a name: "Müller & Söhne" is "muller-sohne". Empty if the name has no usable characters. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, maxLength)
    .replace(/^-|-$/g, "");
}
