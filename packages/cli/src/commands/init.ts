import { type Change, changesFor, defaultOrigin, write } from "../init/changes.js";
import { type Choices, type InitOptions, makeChoices } from "../init/choices.js";
import { diff } from "../init/diff.js";
import { installCommands, runCommand } from "../init/install.js";
import { type Project, readProject } from "../init/project.js";
import type { Template } from "../init/template.js";
import { templateFor } from "../init/template-for.js";
import { confirm } from "../terminal/ask.js";
import { exitCodes } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

const instead = "Make the changes without a question: --yes. See them first: --dry-run";

/** Sets up an app: shows each change, then makes the change. */
export async function init(terminal: Terminal, options: InitOptions): Promise<number> {
  const project = readProject(process.cwd(), process.env);
  const choices = await makeChoices(terminal, project, options);
  const template = templateFor(project, choices);
  const changes = changesFor(project, choices, template);
  const commands = options.install === false ? [] : installCommands(project, template, choices.packageManager);
  show(terminal, choices, changes, commands);
  if (options.dryRun) return exitCodes.done;
  if (!options.yes && !(await confirm(terminal, "Make these changes?", instead))) {
    terminal.note("No change was made.");
    return exitCodes.failed;
  }
  const kept = await writeAll(terminal, project, changes, options);
  for (const command of commands) {
    terminal.note(terminal.paintNote("dim", `$ ${command}`));
    await runCommand(project.folder, command);
  }
  const manual = options.install === false ? installCommands(project, template, choices.packageManager) : [];
  printNext(terminal, { template, choices, kept, manual, addsUrl: changes.some(addsDatabaseUrl) });
  return exitCodes.done;
}

function show(
  terminal: Terminal,
  { framework, orm, database, packageManager }: Choices,
  changes: readonly Change[],
  commands: readonly string[],
): void {
  const chosen = [framework, database, ...(orm === "none" ? [] : [orm]), packageManager];
  terminal.print(`${terminal.paint("bold", "Keyhold")} for ${chosen.join(", ")}`);
  for (const { path, before, shown } of changes) {
    terminal.print("");
    terminal.print(`${terminal.paint("bold", path)} (${before === null ? "new" : "changed"})`);
    for (const { mark, text } of diff(before, shown)) {
      const line = `${mark} ${text}`;
      terminal.print(mark === " " ? line : terminal.paint(mark === "+" ? "green" : "red", line));
    }
  }
  if (changes.length === 0) terminal.print("\nEvery file is as it should be.");
  if (commands.length > 0) terminal.print("");
  for (const command of commands) terminal.print(`$ ${command}`);
  terminal.print("");
}

/**
 * Writes the changes. A file of the app that would lose lines is replaced only if the user agrees; answers with the
 * other changes.
 */
async function writeAll(
  terminal: Terminal,
  project: Project,
  changes: readonly Change[],
  { yes }: InitOptions,
): Promise<readonly Change[]> {
  const kept: Change[] = [];
  for (const change of changes) {
    const isSafe =
      change.isAddition || (!yes && (await confirm(terminal, `Replace ${change.path}, which exists?`, instead)));
    if (isSafe) write(project, change);
    else kept.push(change);
    const told = isSafe ? terminal.paintNote("green", "wrote") : terminal.paintNote("yellow", "kept ");
    terminal.note(`${told} ${change.path}`);
  }
  return kept;
}

interface Made {
  readonly template: Template;
  readonly choices: Choices;
  readonly kept: readonly Change[];
  readonly manual: readonly string[];
  readonly addsUrl: boolean;
}

const addsDatabaseUrl = ({ path, before, after }: Change): boolean =>
  path === ".env" && after.includes("DATABASE_URL=") && !before?.includes("DATABASE_URL=");

const mailPage = "https://github.com/keyhold/keyhold/blob/main/docs/mail.md";

const runners = { npm: "npx", pnpm: "pnpm exec", yarn: "yarn", bun: "bunx" } as const;

function printNext(terminal: Terminal, { template, choices, kept, manual, addsUrl }: Made): void {
  const { packageManager } = choices;
  const steps = [
    ...kept.map(({ path }) => `Take over by hand what is shown above for ${path}, which exists and was kept.`),
    ...(addsUrl ? ["Write the address of your database into .env: DATABASE_URL"] : []),
    ...template.steps,
    ...manual,
    ...(template.migrate ?? ["keyhold migrate"]).map((command) => `${runners[packageManager]} ${command}`),
    `${packageManager} run ${template.start}`,
    ...(template.page === null
      ? []
      : [
          `Open ${template.origin ?? defaultOrigin}${template.page === "/" ? "" : template.page} and create an account.`,
        ]),
  ];
  terminal.print("Next:");
  for (const [index, step] of steps.entries()) terminal.print(`  ${index + 1}. ${step}`);
  terminal.print("Before production: `mail` in the config needs a sender, else no password can be reset.");
  terminal.print(`  ${mailPage}`);
  terminal.print(`After a change of plugins: ${runners[packageManager]} ${template.afterChange}`);
}
