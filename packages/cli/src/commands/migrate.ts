import { type ConfigOptions, type LoadedAuth, withAuth } from "../config/load.js";
import { type Plan, planOf } from "../database/plan.js";
import { confirm } from "../terminal/ask.js";
import { exitCodes, Failure, messagesOf } from "../terminal/failure.js";
import type { Terminal } from "../terminal/terminal.js";

export interface MigrateOptions extends ConfigOptions {
  readonly dryRun?: boolean;
  readonly sql?: boolean;
  readonly check?: boolean;
  readonly online?: boolean;
  readonly yes?: boolean;
}

/** Creates what the database lacks, after a look at the plan. Answers with the exit code. */
export const migrate = (terminal: Terminal, options: MigrateOptions): Promise<number> =>
  withAuth(options, (loaded) => migrateLoaded(terminal, loaded, options));

async function migrateLoaded(terminal: Terminal, loaded: LoadedAuth, options: MigrateOptions): Promise<number> {
  const plan = await planOf(loaded);
  if (options.sql) {
    for (const sql of plan.statements) terminal.print(`${sql};`);
    noteWarnings(terminal, plan);
    return exitCodes.done;
  }
  printPlan(terminal, loaded, plan);
  if (plan.isEmpty || options.dryRun) return exitCodes.done;
  if (options.check) {
    terminal.note("The database is not up to date. Apply the plan: npx keyhold migrate");
    return exitCodes.failed;
  }
  const question = `Apply ${countOf(plan)} to ${loaded.database.name}?`;
  if (!options.yes && !(await confirm(terminal, question, "Apply the plan without a question: --yes"))) {
    terminal.note("No change was made.");
    return exitCodes.failed;
  }
  await apply(terminal, plan, options.online === true);
  return exitCodes.done;
}

const countOf = ({ statements }: Plan): string =>
  `${statements.length} ${statements.length === 1 ? "statement" : "statements"}`;

function printPlan(terminal: Terminal, { database, path }: LoadedAuth, plan: Plan): void {
  terminal.print(`${terminal.paint("bold", database.name)} of ${path}`);
  terminal.print("");
  for (const { summary } of plan.steps) terminal.print(`  ${terminal.paint("green", "+")} ${summary}`);
  for (const warning of plan.warnings) terminal.print(`  ${terminal.paint("yellow", "!")} ${warning}`);
  if (plan.steps.length + plan.warnings.length > 0) terminal.print("");
  terminal.print(plan.isEmpty ? "The database is up to date." : `${countOf(plan)}.`);
}

function noteWarnings(terminal: Terminal, { warnings }: Plan): void {
  for (const warning of warnings) terminal.note(`${terminal.paintNote("yellow", "warning:")} ${warning}`);
}

async function apply(terminal: Terminal, plan: Plan, online: boolean): Promise<void> {
  const total = plan.steps.length;
  let done = 0;
  try {
    await plan.apply({
      online,
      onStep: (step) => {
        // From the first step again if a deadlock rolled the migration back.
        done = plan.steps.findIndex(({ sql }) => sql === step.sql) + 1;
        terminal.note(`${terminal.paintNote("dim", `[${done}/${total}]`)} ${step.summary}`);
      },
    });
  } catch (error) {
    throw new Failure(
      `The migration failed at statement ${done} of ${total}: ${messagesOf(error)}`,
      "Correct the cause and run it again: what exists already is not made twice.",
      { cause: error },
    );
  }
  terminal.print(`Applied ${countOf(plan)}.`);
}
