import { escapeHtml } from "@keyhold/core/plugin";

/** HTML whose texts are escaped. */
export interface Html {
  readonly html: string;
}

type Part = Html | string | number | false | null | readonly Html[];

/**
 * A template of HTML: every inserted text is escaped.
 *
 * @example html`<p>${text}</p>`
 */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Html => ({
  html: String.raw({ raw: strings }, ...parts.map(write)),
});

/** Text of a declaration with `code` between backticks. */
export const prose = (text: string): readonly Html[] =>
  text.split("`").map((part, index) => (index % 2 === 0 ? html`${part}` : html`<code>${part}</code>`));

function write(part: Part): string {
  if (part === false || part === null) return "";
  if (typeof part === "string" || typeof part === "number") return escapeHtml(String(part));
  return "html" in part ? part.html : part.map(({ html }) => html).join("");
}
