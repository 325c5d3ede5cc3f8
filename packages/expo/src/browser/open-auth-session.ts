import type { AuthSession } from "@keyhold/client";
import type { ExpoModules } from "../ports.js";

/**
 * Opens a URL in the browser of the system: `ASWebAuthenticationSession`, or a Custom Tab.
 *
 * @throws Error if another window of the app is open, and the errors of `expo-web-browser`.
 */
export async function openAuthSession(
  { WebBrowser }: ExpoModules,
  url: string,
  redirect: string,
): Promise<AuthSession> {
  const { type, url: found } = await WebBrowser.openAuthSessionAsync(url, redirect, {
    preferUniversalLinks: /^https:/i.test(redirect),
    // The user may look for a code in another app: without an entry there Android closes the window.
    showInRecents: true,
  });
  if (type === "success" && found !== undefined) return { type, url: found };
  if (type === "locked") throw new Error("Another window of the browser is open.");
  return { type: type === "cancel" ? "cancel" : "dismiss" };
}
