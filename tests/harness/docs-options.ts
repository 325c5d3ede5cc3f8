/** An option in a table of a page. */
export interface OptionRow {
  readonly option: string;
  /** As the page has it, e.g. "`false`" or "the clock". */
  readonly standard: string;
  readonly text: string;
}

/** The rows of a page's tables; "option of `session`" in a head is the prefix of every name below it. */
export function listedOptions(text: string): OptionRow[] {
  let group = "";
  return text.split("\n").flatMap((line) => {
    const [, first = "", standard = "", text = ""] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const head = /^option(?: of `(\w+)`)?$/.exec(first);
    if (head) group = head[1] ? `${head[1]}.` : "";
    const option = /^`([\w.]+)`$/.exec(first)?.[1];
    return option === undefined ? [] : [{ option: group + option, standard, text }];
  });
}

/** Options as links to their page, e.g. [`session.bearer`](../configuration.md). */
export const linkedOptions = (text: string): readonly { readonly option: string; readonly target: string }[] =>
  [...text.matchAll(/\[`([\w.]+)`\]\(([^)#]+)/g)].map(([, option = "", target = ""]) => ({ option, target }));
