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

/** "Firefox on Windows", from an unverified user agent. */
export function describeBrowser(userAgent: string | null): string {
  const browser = nameIn(browsers, userAgent ?? "") ?? "an unknown browser";
  const system = nameIn(systems, userAgent ?? "");
  return system ? `${browser} on ${system}` : browser;
}
