/** The text of a doc comment as Markdown: outside of code its characters are plain text. */
export const prose = (text: string): string =>
  text
    .split(/(`[^`]*`)/)
    .map((part) => (part.startsWith("`") ? part : part.replace(/[<*_[\]]/g, (sign) => `\\${sign}`)))
    .join("")
    .replaceAll("{{", "{&#8203;{");

/** The same in a cell of a table: without line breaks and pipes. */
export const cell = (text: string): string =>
  prose(text)
    .replace(/\s*\n\s*/g, " ")
    .replaceAll("|", "\\|");

export const code = (text: string): string => `\`${text}\``;
