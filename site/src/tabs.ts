import type { MarkdownRenderer } from "vitepress";
import { type Choice, choiceOf, packageManager, packageManagers, slugOf } from "./choices.ts";
import { hasPackageManager, translateShell } from "./package-managers.ts";

type State = Parameters<Parameters<MarkdownRenderer["core"]["ruler"]["push"]>[1]>[0];
type Token = State["tokens"][number];

/** A panel of a group, with its blocks of code. */
interface Panel {
  readonly option: string;
  readonly tokens: readonly Token[];
}

/**
 * Blocks with `tab="PostgreSQL"` in their info string are panels of one group; blocks in a row with the same tab are in
 * one panel. A paragraph `**PostgreSQL**` before them names the tab for readers of the Markdown, and is left out. A block
 * with commands of npm gets a panel for each package manager.
 */
export function tabs(md: MarkdownRenderer): void {
  md.core.ruler.push("tabs", (state) => {
    // The search needs each command once.
    const isSearch = state.env.isSearch === true;
    let count = 0;
    const show = (choice: Choice, panels: readonly Panel[]): Token[] => {
      count += 1;
      return groupTokens(state, choice, panels, `choice-${count}`);
    };
    const managers = (tokens: readonly Token[]): Token[] =>
      tokens.flatMap((token) => {
        const panels = isSearch ? null : managerPanels(state, token);
        return panels ? show(packageManager, panels) : [token];
      });
    state.tokens = groupsIn(state.tokens).flatMap((part) => {
      if (!("panels" in part)) return managers(part.tokens);
      const panels = part.panels.map(({ option, tokens }) => ({ option, tokens: managers(tokens) }));
      return show(part.choice, panels);
    });
  });
}

type Part = { readonly tokens: readonly Token[] } | { readonly choice: Choice; readonly panels: readonly Panel[] };

/** The tokens of a page, where blocks with tabs are groups. */
function groupsIn(tokens: readonly Token[]): readonly Part[] {
  const parts: Part[] = [];
  let panels: { readonly option: string; readonly tokens: Token[] }[] = [];
  const end = (): void => {
    const [first] = panels;
    if (first) parts.push({ choice: choiceOf(first.option), panels });
    panels = [];
  };
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index];
    if (!token) continue;
    const named = labelAt(tokens, index);
    const option = named ?? tabOf(token);
    if (option === null) {
      end();
      parts.push({ tokens: [token] });
      continue;
    }
    const last = panels.at(-1);
    const isNext = last && last.option !== option && choiceOf(option).name === choiceOf(last.option).name;
    if (!last || (!isNext && last.option !== option) || panels.slice(0, -1).some((panel) => panel.option === option))
      end();
    if (panels.at(-1)?.option !== option) panels.push({ option, tokens: [] });
    if (named === null) panels.at(-1)?.tokens.push(withoutTab(token));
    else index += 2;
  }
  end();
  return parts;
}

const tabPattern = /\s*\btab="([^"]+)"/;
const tabOf = ({ type, info }: Token): string | null =>
  type === "fence" ? (tabPattern.exec(info)?.[1] ?? null) : null;

function withoutTab(token: Token): Token {
  token.info = token.info.replace(tabPattern, "");
  return token;
}

/** The option of a paragraph `**PostgreSQL**` directly before a block of that tab. */
function labelAt(tokens: readonly Token[], index: number): string | null {
  const [open, text, , block] = tokens.slice(index, index + 4);
  const label = open?.type === "paragraph_open" ? /^\*\*(.+)\*\*$/.exec(text?.content ?? "")?.[1] : undefined;
  return label !== undefined && block && tabOf(block) === label ? label : null;
}

function managerPanels(state: State, token: Token): readonly Panel[] | null {
  if (token.type !== "fence" || token.info.trim() !== "sh" || !hasPackageManager(token.content)) return null;
  const panels = packageManagers.map((option): Panel | null => {
    const content = translateShell(token.content, option);
    if (content === null) return null;
    const copy = new state.Token("fence", "code", 0);
    return { option, tokens: [Object.assign(copy, { info: token.info, markup: token.markup, block: true, content })] };
  });
  return panels.every((panel) => panel !== null) ? panels : null;
}

function groupTokens(state: State, choice: Choice, panels: readonly Panel[], id: string): Token[] {
  const html = (content: string): Token =>
    Object.assign(new state.Token("html_block", "", 0), { content: `${content}\n`, block: true });
  const options = panels.map(({ option }, index) => {
    const input = `<input type="radio" name="${id}" value="${slugOf(option)}"${index === 0 ? " checked" : ""}>`;
    return `<label data-value="${slugOf(option)}">${input}<span>${option}</span></label>`;
  });
  const values = panels.map(({ option }) => slugOf(option)).join(" ");
  const head = [
    `<div class="choice" data-choice="${choice.name}" data-values="${values}">`,
    `<div class="options" role="radiogroup" aria-label="${choice.label}">${options.join("")}</div>`,
  ].join("");
  return [
    html(head),
    ...panels.flatMap(({ option, tokens }) => [
      html(`<div class="panel" data-value="${slugOf(option)}" data-label="${option}">`),
      ...tokens,
      html("</div>"),
    ]),
    html("</div>"),
  ];
}
