import type { Settings } from "../contract/config.js";
import { type PageOutcome, page } from "../contract/outcome.js";
import { escapeHtml } from "./escape.js";
import { htmlPage } from "./html-page.js";

/** A question to the user before a change. All texts are plain text, not HTML. */
export interface Question {
  readonly heading: string;
  readonly explanation: string;
  readonly button: string;
  /** The button deletes data. */
  readonly isDangerous?: boolean;
  /** The label of a link back to the app. Default: no link. */
  readonly cancel?: string;
  /** The path of the POST, below `basePath`. */
  readonly path: string;
  /** The fields of the form; undefined fields are omitted. */
  readonly fields: { readonly token: string; readonly callbackURL: string | undefined };
}

type PageSettings = Pick<Settings, "origin" | "appUrl" | "publicPath">;

/** A page with a button that posts a form. Needs no script. */
export function confirmPage(settings: PageSettings, question: Question): PageOutcome {
  const { heading, explanation, button, isDangerous = false, cancel, path, fields } = question;
  const inputs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">\n`],
  );
  const html = htmlPage(
    heading,
    `<p>${escapeHtml(explanation)}</p>
<form method="post" action="${escapeHtml(settings.publicPath + path)}">
${inputs.join("")}<button${isDangerous ? ' class="danger"' : ""}>${escapeHtml(button)}</button>
${cancel === undefined ? "" : `<a class="cancel" href="${escapeHtml(settings.appUrl)}/">${escapeHtml(cancel)}</a>\n`}</form>`,
  );
  return { ...page(html), formTargets: formTargets(settings, fields.callbackURL) };
}

/**
 * Chrome applies `form-action` to every redirect after the post, including redirects of the app's own pages. So any
 * https page may follow, and the scheme of the checked `callbackURL`.
 */
function formTargets({ origin }: PageSettings, callbackURL = "/"): readonly string[] {
  return [...new Set(["'self'", "https:", new URL(origin).protocol, new URL(callbackURL, origin).protocol])];
}

/**
 * A page with a link to a URL of this server, for a browser that prefetches a URL with an effect: the user follows the
 * link. A link, unlike a form, may end at any scheme.
 */
export function continuePage({ heading, explanation, url }: ContinuePage): PageOutcome {
  const link = `<a href="${escapeHtml(url)}">Continue</a>`;
  return page(htmlPage(heading, `<p>${escapeHtml(explanation)}</p>\n${link}`));
}

/** The texts are plain text, not HTML. */
export interface ContinuePage extends Pick<Question, "heading" | "explanation"> {
  readonly url: string;
}

/** A page with a result, and a link back to the app. */
export function donePage(
  { appUrl }: PageSettings,
  { heading, explanation }: Pick<Question, "heading" | "explanation">,
  cookies: readonly string[],
): PageOutcome {
  const link = `<a href="${escapeHtml(appUrl)}/">Continue</a>`;
  return page(htmlPage(heading, `<p>${escapeHtml(explanation)}</p>\n${link}`), cookies);
}
