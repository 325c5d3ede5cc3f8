import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Contender, ContenderModule, ContenderName, OpenOptions } from "./contender.ts";

const modules: Record<ContenderName, () => Promise<ContenderModule>> = {
  floor: () => import("./floor.ts"),
  "floor-fetch": () => import("./floor-fetch.ts"),
  "better-auth": () => import("./better-auth.ts"),
  keyhold: () => import("./keyhold.ts"),
};

/** The imports of an application for its first request, with organizations and user names. */
export const serverEntries: Record<ContenderName, readonly string[]> = {
  floor: ["node:http", "node:crypto", "node:sqlite"],
  "floor-fetch": ["node:http", "node:crypto", "node:sqlite"],
  "better-auth": ["node:http", "node:sqlite", "better-auth", "better-auth/node", "better-auth/plugins"],
  keyhold: [
    "node:http",
    "@keyhold/core",
    "@keyhold/core/node",
    "@keyhold/adapter-sql/sqlite",
    "@keyhold/organization",
    "@keyhold/username",
  ],
};

export async function openContender(name: ContenderName, options: OpenOptions): Promise<Contender> {
  const module = await modules[name]();
  return module.open(options);
}

/** Our own packages are measured as built; before the first build they are missing. */
export function isBuilt(name: ContenderName): boolean {
  return serverEntries[name].every((entry) => {
    if (entry.startsWith("node:")) return true;
    try {
      return existsSync(fileURLToPath(import.meta.resolve(entry)));
    } catch {
      return false;
    }
  });
}
