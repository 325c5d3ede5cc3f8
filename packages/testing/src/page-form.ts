/** The only form of a page, as sent by the button. */
export interface PageForm {
  /** A path or a URL. */
  readonly action: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads the form of a page of the auth; null for a page without a form. */
export function readPageForm(html: string): PageForm | null {
  const action = /<form method="post" action="([^"]*)">/.exec(html)?.[1];
  if (action === undefined) return null;
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = [...inputs].map(([, name = "", value = ""]) => [name, unescapeHtml(value)]);
  return { action: unescapeHtml(action), fields: Object.fromEntries(fields) };
}

const characters: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const unescapeHtml = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? "");
