import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { shortPath } from "../config/find.js";
import { loadModels } from "../config/load.js";
import type { Lack } from "../generate/app-table.js";
import { withoutReturns } from "../generate/app-table-prisma.js";
import type { Format, GenerateOptions } from "../generate/generate-options.js";
import { make } from "../generate/make.js";
import { isMadeHere } from "../generate/source.js";
import { confirm } from "../terminal/ask.js";
import { exitCodes, Failure } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

/** Writes the tables of core and plugins in the language of another tool. Opens no connection. */
export async function generate(terminal: Terminal, format: Format, options: GenerateOptions): Promise<number> {
  const output = options.output === undefined ? null : resolve(options.output);
  if (output === null && options.check)
    throw new Failure("There is no file to compare with.", "Give it: --output <file>");
  const made = withPlaceholder(output, async () => make(format, await loadModels(options), { ...options, output }));
  const { text, lacks, root } = await made;
  if (output === null) {
    terminal.print(text.trimEnd());
    return exitCodes.done;
  }
  const before = existsSync(output) ? withoutReturns(readFileSync(output, "utf8")) : null;
  if (before === text) {
    terminal.print(`${options.output} is up to date.`);
    noteLacks(terminal, root, lacks);
    return exitCodes.done;
  }
  if (options.check) {
    terminal.note(
      `${options.output} is not up to date. Make it again: npx keyhold generate ${format} --output ${options.output}`,
    );
    return exitCodes.failed;
  }
  if (before !== null && !options.yes && before !== placeholder && !isMadeHere(before)) {
    const question = `Replace ${options.output}, which was not made by this command?`;
    if (!(await confirm(terminal, question, "Replace it without a question: --yes"))) return exitCodes.failed;
  }
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, text);
  terminal.print(`Wrote ${options.output}.`);
  noteLacks(terminal, root, lacks);
  return exitCodes.done;
}

/** The lines to add to tables of the app. */
function noteLacks(terminal: Terminal, root: string, lacks: readonly Lack[]): void {
  for (const { code, file, lines } of lacks) {
    terminal.note(`${terminal.paintNote("yellow", "Add")} to ${code} in ${shortPath(root, file)}:`);
    for (const line of lines) terminal.note(`  ${line}`);
  }
}

const placeholder = "export {};\n";

/** The config may import the file that is to be made: an empty module takes its place. */
async function withPlaceholder<T>(output: string | null, work: () => Promise<T>): Promise<T> {
  if (output === null || !/\.[cm]?[jt]s$/.test(output) || existsSync(output)) return work();
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, placeholder);
  try {
    return await work();
  } finally {
    rmSync(output);
  }
}
