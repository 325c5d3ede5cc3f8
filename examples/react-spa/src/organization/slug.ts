const longest = 64;

/** Letters and digits with single hyphens between them, as the server requires. */
export const isSlug = (text: string): boolean => text.length <= longest && /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(text);

/** A slug from a name: "Müller & Söhne" is "muller-sohne". Empty if the name has no usable characters. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
}

/** The problems of a slug. */
export const slugPlaces = {
  ORGANIZATION_ALREADY_EXISTS: { field: "slug", text: "Another organization has this one." },
} as const;
