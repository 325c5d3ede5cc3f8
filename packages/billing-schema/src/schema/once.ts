// A cache of values made of a declaration: a value per declaration and key, made at the first use.
export function oncePerDeclaration<Made>(): (is: object, key: string, make: () => Made) => Made {
  const made = new WeakMap<object, Map<string, Made>>();
  return (is, key, make) => {
    const kept = made.get(is) ?? new Map<string, Made>();
    made.set(is, kept);
    const one = kept.get(key) ?? make();
    kept.set(key, one);
    return one;
  };
}
