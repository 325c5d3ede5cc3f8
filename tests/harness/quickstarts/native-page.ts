import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../published/pack.ts";

/** What a page of docs/native-apps tells a reader to type. */
export interface NativeQuickstart {
  /** The command that installs the packages. */
  readonly install: string;
  /** What `auth.ts` of the page adds to a config. */
  readonly server: { readonly imports: string; readonly options: string };
  /** The programs, by their path in the app. */
  readonly files: ReadonlyMap<string, string>;
}

export function readNativeQuickstart(page: string): NativeQuickstart {
  const text = readFileSync(join(root, page), "utf8");
  const install = /^npm install .*$/m.exec(text)?.[0];
  const blocks = [...text.matchAll(/^```ts\n\/\/ (\w+\.ts)\n([\s\S]*?)^```$/gm)];
  const files = new Map(blocks.map(([, path = "", code = ""]) => [path, code]));
  const auth = /^([\s\S]*?)\n\n.*createAuth\(\{\n {2}\.\.\.config,\n([\s\S]*?)\n\}\);/.exec(files.get("auth.ts") ?? "");
  files.delete("auth.ts");
  const [, imports, options] = auth ?? [];
  if (install === undefined || imports === undefined || options === undefined || files.size === 0)
    throw new Error(`${page} does not have a command to install, auth.ts and a program.`);
  return { install, server: { imports, options }, files };
}
