import type { Figures } from "./figures.ts";

/** The columns of the table of docs/react-ui/speed.md: their titles, and the text of a figure. */
const columns: Readonly<Record<string, (figures: Figures) => string>> = {
  "first paint (FCP)": ({ firstPaint }) => seconds(firstPaint),
  "largest paint (LCP)": ({ largestPaint }) => seconds(largestPaint),
  "blocked (TBT)": ({ blocking }) => `${Math.round(blocking)} ms`,
  "shift (CLS)": ({ shift }) => shift.toFixed(3),
  "press (INP)": ({ press }) => `${Math.round(press)} ms`,
  transferred: ({ bytes }) => `${(bytes / 1000).toFixed(1)} KB`,
  requests: ({ requests }) => String(requests),
  "axe violations": (figures) => String(figures.violations.length),
};

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(2)} s`;
const row = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;

/** The two lines above the rows. */
export const headOf = (): string => {
  const titles = ["screen", ...Object.keys(columns)];
  return `${row(titles)}\n${row(titles.map((_, index) => (index === 0 ? "---" : "--:")))}`;
};

/** The row of a screen. */
export const rowOf = (name: string, figures: Figures): string =>
  row([name, ...Object.values(columns).map((write) => write(figures))]);

/** The transferred bytes and the requests that a page of the documentation tells about a screen; null without a row. */
export function readRow(page: string, name: string): Pick<Figures, "bytes" | "requests"> | null {
  const cells = page
    .split("\n")
    .find((line) => line.startsWith(`| ${name} |`))
    ?.split("|")
    .map((cell) => cell.trim());
  if (!cells) return null;
  const cellOf = (title: string): string => cells[Object.keys(columns).indexOf(title) + 2] ?? "";
  return { bytes: 1000 * Number.parseFloat(cellOf("transferred")), requests: Number(cellOf("requests")) };
}
