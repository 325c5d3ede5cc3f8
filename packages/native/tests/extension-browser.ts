import { createHash, generateKeyPairSync } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { build } from "esbuild";
import { type BrowserContext, chromium } from "playwright-core";

/** A Chromium that loads extensions: the headless shell of other tests does not. Null: there is none. */
export const executablePath: string | null =
  [process.env.EXTENSION_CHROMIUM_PATH, "/usr/bin/chromium", "/usr/bin/chromium-browser"].find(
    (path) => path && existsSync(path),
  ) ?? null;

/** The key of an extension, and the id that Chromium derives from the key. */
export function newExtensionKey(): { readonly key: string; readonly id: string } {
  const { publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = publicKey.export({ type: "spki", format: "der" });
  const digits = createHash("sha256").update(key).digest("hex").slice(0, 32);
  // Each hexadecimal digit is a letter from "a" to "p".
  const id = [...digits].map((digit) => String.fromCharCode(97 + Number.parseInt(digit, 16))).join("");
  return { key: key.toString("base64"), id };
}

/** The programs of docs/native-apps/extension.md, and a content script that asks by an event of the page. */
const programs = (baseURL: string): Readonly<Record<string, string>> => ({
  "worker.js": `
    import { createAuthClient } from "@keyhold/client";
    import { nativeAppsClient } from "@keyhold/native/client";
    import { answerMessages, createExtensionSignIn, extensionPlatform } from "@keyhold/native/extension";

    const baseURL = ${JSON.stringify(baseURL)};
    const authClient = createAuthClient({ baseURL, platform: extensionPlatform(), plugins: [nativeAppsClient()] });
    const { signIn } = createExtensionSignIn({ client: authClient, baseURL, clientId: "ios" });

    answerMessages({
      pages: {
        signIn: () => signIn(),
        session: () => authClient.getSession(),
        signOut: () => authClient.signOut(),
      },
      contentScripts: {
        userName: async () => (await authClient.getSession()).data?.user.name ?? null,
      },
    });`,
  "popup.js": `
    import { askWorker } from "@keyhold/native/extension";
    globalThis.ask = askWorker;`,
  "content.js": `
    import { askWorker } from "@keyhold/native/extension";
    const answers = {
      worker: (name) => askWorker(name),
      storage: () => chrome.storage.session.get(null).then(JSON.stringify, (error) => "rejected: " + error.message),
    };
    addEventListener("ask", async ({ detail: { who, name } }) => {
      document.body.dataset.answer = JSON.stringify(await answers[who](name));
    });`,
});

/** Chromium with the extension of the page, unpacked, for a server. */
export async function openExtension(baseURL: string, { key, id }: ReturnType<typeof newExtensionKey>) {
  const folder = mkdtempSync(join(tmpdir(), "keyhold-extension-"));
  const place = join(folder, "extension");
  mkdirSync(place);
  const manifest = {
    manifest_version: 3,
    name: "Example",
    version: "1.0",
    key,
    permissions: ["storage", "identity"],
    host_permissions: [`${baseURL}/*`],
    background: { service_worker: "worker.js", type: "module" },
    content_scripts: [{ matches: ["http://127.0.0.1/site"], js: ["content.js"] }],
  };
  writeFileSync(join(place, "manifest.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "popup.html"), '<!doctype html><script type="module" src="popup.js"></script>');
  for (const [name, contents] of Object.entries(programs(baseURL))) {
    const stdin = { contents, resolveDir: join(import.meta.dirname, "..") };
    const format = name === "content.js" ? "iife" : "esm";
    await build({ stdin, format, bundle: true, outfile: join(place, name) });
  }
  const context: BrowserContext = await chromium.launchPersistentContext(join(folder, "profile"), {
    executablePath: executablePath ?? "",
    headless: false,
    ignoreDefaultArgs: ["--disable-extensions"],
    args: ["--headless=new", "--no-sandbox", `--disable-extensions-except=${place}`, `--load-extension=${place}`],
  });
  context.setDefaultTimeout(20_000);
  return {
    context,
    popupURL: `chrome-extension://${id}/popup.html`,
    async close(): Promise<void> {
      await context.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
