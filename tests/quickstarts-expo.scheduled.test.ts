import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newApp } from "./harness/new-app.ts";
import { packAll, root } from "./harness/published/pack.ts";
import { npmAccess, type Registry, startRegistry } from "./harness/published/registry.ts";

/**
 * docs/native-apps/expo.md as a reader types it, in the app that create-expo-app makes. The versions are the newest that
 * the registry of CI has in full.
 */

const template = "expo-template-blank-typescript@56.0.34";
const timeoutMilliseconds = 900_000;

let registry: Registry;
let env: Record<string, string>;
let removePacked: () => void;

beforeAll(async () => {
  const { packages, remove } = await packAll(["core", "client", "react", "native", "expo"]);
  removePacked = remove;
  const access = await npmAccess();
  // Offline, Expo takes the versions of its own list in place of those of its server.
  env = { ...access.env, EXPO_OFFLINE: "1", EXPO_NO_TELEMETRY: "1" };
  registry = await startRegistry(packages, access.registry);
}, timeoutMilliseconds);
afterAll(() => {
  registry.close();
  removePacked();
});

/** The commands of the page, and its files: the components have no path, and are named after what they export. */
function readPage() {
  const text = readFileSync(join(root, "docs/native-apps/expo.md"), "utf8");
  const commands = (/^```sh\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "").trim().split("\n");
  const client = /^```ts\n\/\/ auth-client\.ts\n([\s\S]*?)^```$/m.exec(text)?.[1] ?? "";
  const components = [...text.matchAll(/^```tsx\n([\s\S]*?)^```$/gm)].map(([, code = ""]): [string, string] => [
    `${/export function (\w+)/.exec(code)?.[1]}.tsx`,
    code,
  ]);
  return { commands, files: new Map([["auth-client.ts", client], ...components]) };
}

test(
  "the app of the page has the types of the packages, and Metro bundles it for phones",
  async () => {
    const app = newApp(registry.url, null, env);
    const { commands, files } = readPage();
    expect([commands.length, [...files.keys()]]).toEqual([2, ["auth-client.ts", "Home.tsx", "useResumedSignIn.tsx"]]);
    await app.run(`npx --yes create-expo-app@5.0.0 . --template ${template} --yes`);
    for (const command of commands) await app.run(command);
    for (const [path, code] of files) writeFileSync(join(app.folder, path), code);
    writeFileSync(
      join(app.folder, "App.tsx"),
      `import { Home } from "./Home";
import { useResumedSignIn } from "./useResumedSignIn";

export default function App() {
  useResumedSignIn();
  return <Home />;
}
`,
    );
    await app.run("npx tsc --noEmit");
    await app.run("npx expo export --platform ios --platform android");
    const bundles = globSync("dist/_expo/static/js/*/*", { cwd: app.folder });
    expect(bundles).toHaveLength(2);
    for (const path of bundles)
      expect(readFileSync(join(app.folder, path), "latin1").includes("/native/authorize"), path).toBe(true);
    console.log(app.times());
  },
  timeoutMilliseconds,
);
