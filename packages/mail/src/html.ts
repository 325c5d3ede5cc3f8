/** A fragment of HTML, distinct from text by the type. */
export interface Html {
  readonly markup: string;
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? "");

/** A template for HTML: escapes strings, and inserts HTML fragments unchanged. */
export function html(parts: TemplateStringsArray, ...values: readonly (string | Html | readonly Html[])[]): Html {
  return { markup: String.raw({ raw: parts }, ...values.map(markupOf)) };
}

function markupOf(value: string | Html | readonly Html[]): string {
  if (typeof value === "string") return escapeHtml(value);
  return "markup" in value ? value.markup : value.map(markupOf).join("");
}
