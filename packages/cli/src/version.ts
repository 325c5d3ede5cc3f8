import { createRequire } from "node:module";

/** The version in the package.json of this package. */
export function version(): string {
  const manifest: unknown = createRequire(import.meta.url)("@keyhold/cli/package.json");
  return String(Reflect.get(Object(manifest), "version"));
}
