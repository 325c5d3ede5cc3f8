import { build } from "esbuild";

/** An app with the entry for iOS and Android, as Metro bundles it, with the modules of the app left out. */
export async function bundleApp(
  resolveDir: string,
  format: "esm" | "iife",
  lines: readonly string[],
  entry = "index",
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: lines.join("\n"), resolveDir },
    bundle: true,
    minify: format === "esm",
    format,
    target: "es2022",
    platform: "neutral",
    alias: { "@keyhold/expo": `${resolveDir}/../src/${entry}.ts` },
    external: ["react", "react-native", "expo-*"],
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
