/** Calls `guard` before each use of a property of the object: see `Driver.shared`. */
export const guarded = <T extends object>(tx: T, guard: () => void): T =>
  new Proxy(tx, {
    get(target, name) {
      guard();
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
