import type { Hooks } from "@keyhold/core/plugin";

type Reply = Parameters<Hooks["reply.answer"]>[0];

const routes: ReadonlySet<string> = new Set(["GET /native/authorize", "POST /native/confirm"]);

/**
 * A reply that ends the access of the page that has opened the window (HTML, section 7.1.3): a script of that page could
 * press the button, or read the code in the URL of a claimed redirect at its own origin. "same-origin" ends the access of
 * pages without this header. "noopener-allow-popups" ends the access of pages with the header, too.
 */
export const withoutOpener = (reply: Reply, route: string): Reply =>
  routes.has(route) ? { ...reply, headers: { ...reply.headers, [header]: policyOf(reply) } } : reply;

const header = "cross-origin-opener-policy";

const policyOf = ({ headers }: Reply): string =>
  /[?&]code=/.test(headers.location ?? "") ? "noopener-allow-popups" : "same-origin";
