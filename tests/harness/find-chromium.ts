import { existsSync } from "node:fs";

const usual = [
  "/usr/bin/chromium-headless-shell",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The path of Chromium, or the first place without it. */
export function findChromium(): { readonly path: string | null; readonly missing: string } {
  const places = process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : usual;
  return { path: places.find((path) => existsSync(path)) ?? null, missing: places[0] ?? "" };
}
