import { type Context, escapeHtml, type Outcome, page, type Settings } from "@keyhold/core/plugin";
import { htmlPage } from "@keyhold/core/tools";
import type { Flow } from "./flow.js";

type Page = Extract<Outcome<never>, { readonly kind: "page" }>;

/** For a request that must not be redirected: the redirect may be an attacker's (RFC 6749, section 4.1.2.1). */
export const rejectedPage = (explanation: string): Page => ({
  ...page(htmlPage("This link cannot be opened", `<p>${escapeHtml(explanation)}</p>`)),
  status: 400,
});

/** The URL of this flow: to go on with it, or to end it. */
export const flowURL = (
  { publicPath }: Pick<Settings, "publicPath">,
  flow: string,
  also: Readonly<Record<string, string>> = {},
): string => `${publicPath}/native/authorize?${new URLSearchParams({ flow, ...also })}`;

/** A question before a hand-over. */
export interface Question {
  readonly id: string;
  readonly flow: Flow;
  readonly heading: string;
  readonly explanation: string;
  /** Null: the user signs in again first. */
  readonly button: string | null;
  /** The label of the link to the sign-in page. */
  readonly signIn: string | null;
}

/** A page that asks, without a script. A form target of CSP holds for each redirect after the form, too. */
export function questionPage(
  { settings }: Pick<Context, "settings">,
  { id, flow, heading, explanation, button, signIn }: Question,
): Page {
  const link = (href: string, label: string): string => `<a class="cancel" href="${escapeHtml(href)}">${label}</a>`;
  const form =
    button === null
      ? ""
      : `<form method="post" action="${escapeHtml(`${settings.publicPath}/native/confirm`)}">
<input type="hidden" name="id" value="${escapeHtml(id)}">
<button>${escapeHtml(button)}</button>
</form>`;
  const links = [
    ...(signIn === null ? [] : [link(flowURL(settings, id, { prompt: "login" }), signIn)]),
    link(flowURL(settings, id, { error: "access_denied" }), "Cancel"),
  ];
  const main = `<p>${escapeHtml(explanation)}</p>\n${form}\n<p style="margin:1rem 0 0;display:grid;justify-items:start">${links.join("\n")}</p>`;
  const scheme = flow.redirectURI.slice(0, flow.redirectURI.indexOf(":") + 1);
  const formTargets = [...new Set(["'self'", "https:", new URL(settings.origin).protocol, scheme])];
  return { ...page(htmlPage(heading, main)), ...(button !== null && { formTargets }) };
}
