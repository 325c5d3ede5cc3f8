/** Merges options into others, section by section. */
export const inSections = <Base extends object>(base: Base, changes: object): Base => {
  const both = Object.entries({ ...base, ...changes }).map(([key, value]) => {
    const known: unknown = Reflect.get(base, key);
    return [key, isSection(known) && isSection(value) ? inSections(known, value) : value];
  });
  return Object.fromEntries(both);
};

/** The names of options with all their sections, e.g. "config.cookies.continueFrom" and "…continueFrom.prefix". */
export const namesOf = (options: object): readonly string[] =>
  Object.entries(options).flatMap(([key, value]) => {
    const inner = Array.isArray(value) ? value.filter(isSection) : [value].filter(isSection);
    return [key, ...inner.flatMap(namesOf).map((rest) => `${key}.${rest}`)];
  });

const isSection = (value: unknown): value is object =>
  typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
