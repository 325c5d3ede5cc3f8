import { existsSync, readFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Known, writeKnown } from "../shared/known.ts";
import { overviewPath } from "../shared/shop.ts";
import type { Page } from "../src/page/page.ts";
import { auth } from "./auth.ts";
import { completePage, escapeHtml } from "./complete-page.ts";
import { isDevelopment } from "./settings.ts";
import { merchantOf } from "./shop/answer.ts";
import { merchantId } from "./shop/merchant-id.ts";
import { cupsMeter } from "./shop/payments.ts";
import { readOverview } from "./shop/views.ts";

/** The build of the page for this server, and the files of the page by their sources. */
const dist = join(import.meta.dirname, "../dist");
const program = join(dist, "server/render.js");
const { render }: { render(page: Page): string } = existsSync(program)
  ? await import(pathToFileURL(program).href)
  : { render: () => "" };
const manifestFile = join(dist, "client/.vite/manifest.json");
const manifest: Readonly<Record<string, { readonly file: string }>> = existsSync(manifestFile)
  ? JSON.parse(readFileSync(manifestFile, "utf8"))
  : {};

/**
 * Writes the screen into the built page, so that the browser shows the screen before the program has run: the first
 * screen for visitors, and the dashboard for members of the merchant's organization. Null: the browser renders the page.
 */
export async function renderPage(request: IncomingMessage, path: string, built: string): Promise<string | null> {
  const known = await readKnownOf(request, path);
  if (!known) return null;
  const page: Page = {
    path,
    merchantId: merchantId(),
    cupsMeter,
    hasMailbox: isDevelopment,
    hasGuests: isDevelopment,
    known,
  };
  const html = render(page);
  const root = `<div id="root" data-known="${escapeHtml(writeKnown(known))}">${html}</div>`;
  return completePage(built)
    .replace("</head>", () => `${path === "/shop" ? preloadOf("src/shop/areas.ts") : ""}</head>`)
    .replace('<div id="root"></div>', () => root);
}

async function readKnownOf(request: IncomingMessage, path: string): Promise<Known | null> {
  if (path !== "/" && path !== "/shop") return null;
  const language = languageOf(request.headers["accept-language"]);
  // As the browser reads it: not with the token of the cookie.
  const session = await auth.api.getSession({ disableRefresh: true }, { headers: request.headers });
  if (path === "/") return session ? null : { language, options: await auth.api.publicOptions(), session, shop: {} };
  // After a sign-in by a backup code, the user must set up a factor first.
  if (!session || session.session.amr?.split(",").includes("recovery")) return null;
  const organization = await merchantOf(request);
  if (!organization) return null;
  const [options, overview] = await Promise.all([
    auth.api.publicOptions(),
    readOverview(organization.name, new Date()),
  ]);
  return { language, options, session, shop: { [overviewPath]: overview } };
}

const preloadOf = (source: string): string => {
  const file = manifest[source]?.file;
  return file ? `<link rel="modulepreload" crossorigin href="/${file}">` : "";
};

/** The first language of the browser, if this server has its formats. */
function languageOf(accepted: string | undefined): string | null {
  const [first = ""] = accepted?.split(/[,;]/, 1) ?? [];
  try {
    return Intl.NumberFormat.supportedLocalesOf(first.trim())[0] ?? null;
  } catch {
    return null;
  }
}
