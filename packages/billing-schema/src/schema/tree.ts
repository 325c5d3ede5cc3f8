/** How many levels a tree has, counted without recursion; stops one level beyond the limit. */
export function treeDepth(tree: unknown, children: string, limit: number): number {
  let level: readonly unknown[] = [tree];
  let depth = 0;
  while (level.length > 0 && depth <= limit) {
    depth += 1;
    level = level.flatMap((node) => {
      const below = typeof node === "object" && node !== null ? Reflect.get(node, children) : undefined;
      return Array.isArray(below) ? below : [];
    });
  }
  return depth;
}
