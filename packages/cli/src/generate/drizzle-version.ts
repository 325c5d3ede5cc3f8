import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The version of drizzle-orm in an app, e.g. "0.45.4"; null if the app has none yet. */
export function drizzleVersion(root: string): string | null {
  try {
    const entry = createRequire(join(root, "package.json")).resolve("drizzle-orm");
    const { version }: { readonly version: string } = JSON.parse(
      readFileSync(join(dirname(entry), "package.json"), "utf8"),
    );
    return version;
  } catch {
    return null;
  }
}

/** Which code an app's Drizzle needs: its relations differ. Without a version: the newest that npm installs. */
export const drizzleMajor = (root: string): 0 | 1 => (/^0\.|^$/.test(drizzleVersion(root) ?? "") ? 0 : 1);
