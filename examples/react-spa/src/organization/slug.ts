const longest = 64;

/** Letters and digits, with single hyphens between them, as the server takes it. */
export const isSlug = (text: string): boolean => text.length <= longest && /^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/.test(text);

/** The slug that a name suggests: "Müller & Söhne" is "muller-sohne". Empty where it suggests none. */
export function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, longest)
    .replace(/^-|-$/g, "");
}

/** What can be wrong with a slug, said at its field. */
export const slugPlaces = {
  ORGANIZATION_ALREADY_EXISTS: { field: "slug", text: "Another organization has this one." },
} as const;
