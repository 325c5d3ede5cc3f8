import { oneLine } from "@keyhold/core/safe-name";
import { type Html, html } from "./html.js";
import type { AppOf, EmailTexts, RenderedEmail } from "./texts.js";

/**
 * Renders an email as text and HTML. Every input stays plain text on a separate line, even if a user wrote a part.
 *
 * @param words the subject and texts of the email
 * @param app the app's name and URL, for the footer
 * @example
 * layout({ language: "de", subject: "Neues Passwort", …, link: { url: letter.url, … } }, letter);
 */
export function layout(words: EmailTexts, app: AppOf): RenderedEmail {
  const clean: EmailTexts = {
    language: words.language ?? "en",
    direction: words.direction,
    subject: oneLine(words.subject),
    preview: oneLine(words.preview),
    heading: oneLine(words.heading),
    paragraphs: words.paragraphs.map(oneLine),
    link: { url: oneLine(words.link.url), label: oneLine(words.link.label), orCopy: oneLine(words.link.orCopy) },
    notes: words.notes.map(oneLine),
    lastLine: words.lastLine && oneLine(words.lastLine),
  };
  const sender = { appName: oneLine(app.appName), appUrl: oneLine(app.appUrl) };
  return { subject: clean.subject, text: asText(clean, sender), html: asPage(clean, sender).markup };
}

function asText({ paragraphs, link, notes, lastLine = "" }: EmailTexts, { appName, appUrl }: AppOf): string {
  const footer = `-- \n${appName}\n${appUrl}`;
  const last = lastLine === "" ? [] : [lastLine];
  const blocks = [...paragraphs, `${link.label}:\n${link.url}`, ...notes, footer, ...last];
  return `${blocks.join("\n\n")}\n`;
}

const fonts = "-apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const soft = "color:#5b635f";

/** Inline styles: many email clients ignore style sheets. */
const styles = {
  body: `margin:0;padding:0;background:#f3f3f0;color:#1b211e;font-family:${fonts};-webkit-text-size-adjust:100%`,
  preview: "display:none;max-height:0;overflow:hidden;mso-hide:all;font-size:1px;line-height:1px",
  frame: "width:100%;max-width:560px;margin:0 auto",
  card: "padding:32px 24px;background:#ffffff;border:1px solid #e2e2dc;border-radius:12px",
  heading:
    "margin:0 0 20px;font-size:24px;line-height:1.25;font-weight:600;letter-spacing:-0.01em;overflow-wrap:anywhere",
  paragraph: "margin:0 0 16px;font-size:16px;line-height:1.6;overflow-wrap:anywhere",
  buttonCell: "background:#1b211e;border-radius:8px",
  button:
    "display:inline-block;padding:13px 24px;border-radius:8px;background:#1b211e;color:#ffffff;font-size:16px;" +
    "line-height:1.25;font-weight:600;text-decoration:none;overflow-wrap:anywhere",
  orCopy: `margin:24px 0 4px;font-size:14px;line-height:1.5;${soft}`,
  url: "margin:0;font-size:14px;line-height:1.5;word-break:break-all",
  notes: "margin:28px 0 0;padding:20px 0 0;border-top:1px solid #e2e2dc",
  note: `margin:0 0 8px;font-size:14px;line-height:1.55;overflow-wrap:anywhere;${soft}`,
  footer: `padding:20px 24px 32px;font-size:13px;line-height:1.5;overflow-wrap:anywhere;${soft}`,
  footerLink: `${soft};text-decoration:underline`,
} as const;

/** Styles not possible inline: other screen sizes and dark mode. */
const sheet = html`
    :root { color-scheme: light dark; supported-color-schemes: light dark; }
    @media (min-width: 600px) {
      .outside { padding: 40px 16px 16px !important; }
      .card { padding: 44px 48px 40px !important; }
      .footer { padding: 20px 48px 40px !important; }
    }
    @media (prefers-color-scheme: dark) {
      .ground { background: #121513 !important; color: #e8ece9 !important; }
      .card { background: #1b201d !important; border-color: #303733 !important; }
      .soft, .soft a { color: #a5afa9 !important; }
      .line { border-color: #303733 !important; }
      .button-cell, .button { background: #e8ece9 !important; color: #121513 !important; }
    }
`;

/** Fills the preview in a list of emails, so that the preview shows no text of the body. */
const blank: Html = { markup: "&#847;&zwnj;&nbsp;".repeat(80) };

function asPage(
  { language = "en", direction, subject, preview, lastLine = "", ...words }: EmailTexts,
  app: AppOf,
): Html {
  return html`<!doctype html>
<html lang="${language}"${direction ? [html` dir="${direction}"`] : []}>
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <meta name="supported-color-schemes" content="light dark">
  <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no">
  <meta name="x-apple-disable-message-reformatting">
  <title>${subject}</title>
  <style>${sheet}  </style>
</head>
<body class="ground" style="${styles.body}">
<div style="${styles.preview}">${preview}${blank}</div>
<div class="ground" role="article" aria-roledescription="email" aria-label="${subject}" lang="${language}" dir="${direction ?? "auto"}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td class="outside" style="padding:16px 12px 0">
<table role="presentation" align="center" cellpadding="0" cellspacing="0" border="0" style="${styles.frame}">
<tr><td class="card" style="${styles.card}">
${content(words)}
</td></tr>
<tr><td class="footer soft" style="${styles.footer}">
${app.appName}<br><a href="${app.appUrl}" style="${styles.footerLink}">${app.appUrl}</a>${lastLine === "" ? [] : [html`<br>${lastLine}`]}
</td></tr>
</table>
</td></tr></table>
</div>
</body>
</html>
`;
}

function content({
  heading,
  paragraphs,
  link,
  notes,
}: Omit<EmailTexts, "subject" | "preview" | "lastLine" | "direction">): Html {
  return html`<h1 style="${styles.heading}">${heading}</h1>
${paragraphs.map((text) => html`<p style="${styles.paragraph}">${text}</p>\n`)}
<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:28px 0 0"><tr><td class="button-cell" style="${styles.buttonCell}">
<a class="button" href="${link.url}" style="${styles.button}">${link.label}</a>
</td></tr></table>
<p class="soft" style="${styles.orCopy}">${link.orCopy}</p>
<p style="${styles.url}">${link.url}</p>
<div class="line" style="${styles.notes}">
${notes.map((text) => html`<p class="soft" style="${styles.note}">${text}</p>\n`)}
</div>`;
}
