/** A sequence diagram of Mermaid, as far as the pages use it. */
interface Sequence {
  readonly actors: readonly string[];
  readonly steps: readonly Step[];
}

type Step =
  | {
      readonly kind: "message";
      readonly from: number;
      readonly to: number;
      readonly isAnswer: boolean;
      readonly text: string;
    }
  | { readonly kind: "note"; readonly from: number; readonly to: number; readonly text: string };

const participant = /^participant (\w+) as (.+)$/;
const message = /^(\w+)(--?)>>(\w+): (.+)$/;
const note = /^Note over (\w+)(?:,(\w+))?: (.+)$/;

/** Throws for a line that the site cannot show. */
function readSequence(source: string): Sequence {
  const [first, ...lines] = source
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  if (first !== "sequenceDiagram") throw new Error(`The site shows sequence diagrams only, not "${first}".`);
  const ids: string[] = [];
  const actors: string[] = [];
  const steps: Step[] = [];
  const at = (id: string | undefined): number => {
    const index = ids.indexOf(id ?? "");
    if (index < 0) throw new Error(`The diagram has no participant "${id}".`);
    return index;
  };
  for (const line of lines) {
    const [, id, name] = participant.exec(line) ?? [];
    const [, from, dash, to, text] = message.exec(line) ?? [];
    const [, left, right = left, remark] = note.exec(line) ?? [];
    if (id && name) {
      ids.push(id);
      actors.push(name);
    } else if (text) steps.push({ kind: "message", from: at(from), to: at(to), isAnswer: dash === "--", text });
    else if (remark) steps.push({ kind: "note", from: at(left), to: at(right), text: remark });
    else throw new Error(`The site cannot show this line of a diagram: ${line}`);
  }
  return { actors, steps };
}

/** The diagram as a list of its steps in HTML: lanes on a wide screen, lines of text on a narrow one. */
export function showSequence(source: string): string {
  const { actors, steps } = readSequence(source);
  const heads = actors.map((name, index) => `<span style="grid-column:${index + 1}">${escaped(name)}</span>`);
  return [
    `<div class="sequence" style="--actors:${actors.length}">`,
    `<div class="actors" aria-hidden="true">${heads.join("")}</div>`,
    `<ol>${steps.map((step) => showStep(step, actors)).join("")}</ol>`,
    "</div>",
  ].join("");
}

function showStep(step: Step, actors: readonly string[]): string {
  const { from, to, text } = step;
  const [left, right] = [Math.min(from, to), Math.max(from, to)];
  const place = `grid-column:${left + 1}/${right + 2};--span:${right - left + 1}`;
  const [sender, receiver] = [actors[from] ?? "", actors[to] ?? ""];
  if (step.kind === "note" || from === to)
    return `<li class="note" style="${place}"><span class="who">${escaped(sender)}: </span>${inline(text)}</li>`;
  const classes = `message ${from < to ? "right" : "left"}${step.isAnswer ? " answer" : ""}`;
  const who = `<span class="who">${escaped(sender)} to ${escaped(receiver)}: </span>`;
  return `<li class="${classes}" style="${place}">${who}${inline(text)}</li>`;
}

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll("{{", "&#123;&#123;");

const inline = (text: string): string => escaped(text).replace(/`([^`]+)`/g, "<code>$1</code>");
