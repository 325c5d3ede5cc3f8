import type { Caller } from "@keyhold/core/plugin";

/**
 * Whether a browser opens a page in a tab or a window. A script of a page reads what it requests, and the URL of a frame
 * of its own origin: with a code of a claimed redirect it would turn the cookie into a session of an app. No script can set
 * these headers, and none of the requests of a script has both values (Fetch Metadata Request Headers, section 2). A
 * browser without the headers is served.
 */
export const opensPage = ({ headers }: Pick<Caller, "headers">): boolean =>
  (headers.get("sec-fetch-mode") ?? "navigate") === "navigate" &&
  (headers.get("sec-fetch-dest") ?? "document") === "document";
