/** The rows of a CSV text (RFC 4180) by the names of its first line. */
export function readCsv(text: string): Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = linesOf(text.replace(/^\uFEFF/, ""));
  return rows.map((cells) => Object.fromEntries(names.map((name, index) => [name, cells[index] ?? ""])));
}

function linesOf(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  // A cell, in quotes or not, and the comma or the end of the line after it.
  for (const [, quoted, plain = "", end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    line.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (line.some((cell) => cell !== "")) lines.push(line);
    line = [];
  }
  return lines;
}
