import { common } from "../texts/en/common.js";
import { useTexts } from "../texts/use-texts.js";

/** In this order, because most browsers name others too. */
const browsers = { Edge: /Edg/, Opera: /OPR/, Firefox: /Firefox|FxiOS/, Chrome: /Chrom|CriOS/, Safari: /Safari/ };
const systems = {
  iOS: /iPhone|iPad/,
  Android: /Android/,
  Windows: /Windows/,
  macOS: /Mac OS/,
  ChromeOS: /CrOS/,
  Linux: /Linux/,
};

const nameIn = (names: Readonly<Record<string, RegExp>>, userAgent: string): string | undefined =>
  Object.keys(names).find((name) => names[name]?.test(userAgent));

/** A function for the name of the browser of an unverified user agent, e.g. "Firefox on Windows". */
export function useBrowserName(): (userAgent: string | null) => string {
  const texts = useTexts("common", common);
  return (userAgent) => {
    const browser = nameIn(browsers, userAgent ?? "") ?? texts.unknownBrowser;
    const system = nameIn(systems, userAgent ?? "");
    return system ? texts.browserOn(browser, system) : browser;
  };
}

/** Whether the browser of a user agent runs on a phone. */
export const isPhone = (userAgent: string | null): boolean => /Android|iPhone/.test(userAgent ?? "");
