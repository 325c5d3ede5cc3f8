/** What is made of a declaration at the first use, and kept for as long as the declaration: once per key. */
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
