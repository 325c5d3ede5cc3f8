import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { root } from "../../../tests/harness/published/pack.ts";

/** `@keyhold/native` imports no package of a shell: the test compares its types with the packages. */

const run = promisify(execFile);
const timeoutMilliseconds = 300_000;
const versions = ["@capacitor/core@8.5.2", "@capacitor/app@8.1.1", "@capacitor/browser@8.0.4"];
const shells: Readonly<Record<string, { readonly versions: readonly string[]; readonly lines: readonly string[] }>> = {
  capacitor: {
    versions: [...versions, "@aparajita/capacitor-secure-storage@8.0.1"],
    lines: [
      'import { SecureStorage as storage } from "@aparajita/capacitor-secure-storage";',
      'import { App as app } from "@capacitor/app";',
      'import { Browser as browser } from "@capacitor/browser";',
      'import type { CapacitorApp, CapacitorBrowser, SecureStorage } from "./src/capacitor/plugins.ts";',
      "export const used: [CapacitorApp, CapacitorBrowser, SecureStorage] = [app, browser, storage];",
    ],
  },
  electron: {
    versions: ["electron@45.5.0"],
    lines: [
      'import * as electron from "electron";',
      'import type * as own from "./src/electron/modules.ts";',
      "export const app: own.ElectronApp = electron.app;",
      "export const ipcMain: own.ElectronIpcMain = electron.ipcMain;",
      "export const safeStorage: Required<own.ElectronSafeStorage> = electron.safeStorage;",
      "export const shell: own.ElectronShell = electron.shell;",
      "export const preload: own.ElectronPreload = electron;",
    ],
  },
  tauri: {
    versions: [
      "@tauri-apps/plugin-deep-link@2.5.0",
      "@tauri-apps/plugin-opener@2.7.3",
      "tauri-plugin-keyring-api@0.1.1",
    ],
    lines: [
      'import * as deepLink from "@tauri-apps/plugin-deep-link";',
      'import * as opener from "@tauri-apps/plugin-opener";',
      'import * as keyring from "tauri-plugin-keyring-api";',
      'import type { TauriDeepLink, TauriKeyring, TauriOpener } from "./src/tauri/plugins.ts";',
      "export const used: [TauriDeepLink, TauriOpener, TauriKeyring] = [deepLink, opener, keyring];",
    ],
  },
};

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "keyhold-shells-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module", "private": true }');
  const packages = Object.values(shells).flatMap(({ versions: wanted }) => wanted);
  // No script of a package runs: the one of Electron would load a browser.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts"];
  await run("npm", ["install", ...flags, ...packages], { cwd: folder });
  for (const path of ["capacitor/plugins.ts", "electron/modules.ts", "tauri/plugins.ts"])
    cpSync(join(root, "packages/native/src", path), join(folder, "src", path));
}, timeoutMilliseconds);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.each(Object.entries(shells))(
  "the packages of %s have the functions that its entry uses",
  async (name, { lines }) => {
    writeFileSync(join(folder, `${name}.ts`), lines.join("\n"));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      module: "NodeNext",
      target: "ES2023",
      lib: ["ES2024", "DOM"],
      types: [],
      allowImportingTsExtensions: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: [`${name}.ts`] }));
    const compiler = join(root, "node_modules/typescript7/bin/tsc");
    await expect(run("node", [compiler, "-p", folder], { cwd: folder })).resolves.toMatchObject({ stdout: "" });
  },
  timeoutMilliseconds,
);
