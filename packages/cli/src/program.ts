import { Argument, Command, Option } from "commander";
import type { BillingProviderOptions } from "./commands/billing-provider.js";
import {
  cases,
  dialectNames,
  type Format,
  formats,
  type GenerateOptions,
  idKinds,
} from "./generate/generate-options.js";
import { frameworks } from "./init/project.js";
import type { Terminal } from "./terminal/terminal.js";
import { version } from "./version.js";

/** The exit code of the command that ran. */
interface Outcome {
  code: number;
}

/** Loads a command when it is used, and runs it. */
type Run = <Options>(
  load: () => Promise<(terminal: Terminal, options: Options) => Promise<number>>,
) => (options: Options) => Promise<void>;

/** The commands with their options and help. */
export function createProgram(terminal: Terminal, outcome: Outcome): Command {
  const program = new Command("keyhold")
    // The commands inherit it: an error of usage is thrown, and ends no process.
    .exitOverride()
    .description("Set up Keyhold in an app, migrate its database, and check its config.")
    .version(version(), "-v, --version", "print the version")
    .helpOption("-h, --help", "print this help")
    .helpCommand("help [command]", "print the help of a command")
    .showHelpAfterError("Run it with --help for its options.")
    .configureHelp({ showGlobalOptions: false, styleTitle: (title) => terminal.paint("bold", title) })
    .addHelpText(
      "after",
      "\nExit codes: 0 done, 1 failed or not up to date, 2 wrong usage, 130 cancelled." +
        "\nDocumentation: https://github.com/keyhold/keyhold/blob/main/docs/cli.md",
    );
  // Each command is loaded when used: the loading of a config and the templates take longer than all the rest.
  const run: Run = (load) => async (options) => {
    const work = await load();
    outcome.code = await work(terminal, options);
  };
  addInit(
    program,
    run(async () => (await import("./commands/init.js")).init),
  );
  addMigrate(
    program,
    run(async () => (await import("./commands/migrate.js")).migrate),
  );
  addGenerate(program, async (format, options) => {
    const { generate } = await import("./commands/generate.js");
    outcome.code = await generate(terminal, format, options);
  });
  addSecret(program, async () => (await import("./commands/secret.js")).secret(terminal));
  readsConfig(
    program
      .command("rotate")
      .description("After a new `secret`: encrypt the values of older secrets again, by the first one of the list."),
  )
    .option("--dry-run", "count the values and change nothing")
    .action(run(async () => (await import("./commands/rotate.js")).rotate))
    .addHelpText("after", examples("npx keyhold rotate --dry-run", "npx keyhold rotate"));
  readsConfig(program.command("doctor").description("Check config, database, cookies, origins, proxies and clock."))
    .action(run(async () => (await import("./commands/doctor.js")).doctor))
    .addHelpText("after", examples("npx keyhold doctor", "NODE_ENV=production npx keyhold doctor"));
  addCreateAdmin(
    program,
    run(async () => (await import("./commands/create-admin.js")).createAdmin),
  );
  addMcp(
    program,
    run(async () => (await import("./commands/mcp.js")).mcp),
  );
  addBilling(program, run);
  addOutbox(program, run);
  return program;
}

function addInit(program: Command, action: (options: object) => Promise<void>): void {
  program
    .command("init")
    .description("Set up an app: config, routes, client, and a page with a form. Shows each change before it is made.")
    .option("--framework <name>", `${frameworks.join(", ")} (default: as package.json says)`)
    .option("--database <name>", "sqlite, postgres or mysql")
    .option("--orm <name>", "drizzle, prisma, kysely or none (default: as package.json says)")
    .option("--package-manager <name>", "npm, pnpm, yarn or bun (default: as the lockfile says)")
    .option("--screens <set>", "account or all: the pages of @keyhold/react-ui, where there is React")
    .option("--no-install", "install no packages")
    .option("--dry-run", "print the changes and make none")
    .option("-y, --yes", "make the changes without a question; files that exist are kept")
    .action(action)
    .addHelpText("after", examples("npx keyhold init", "npx keyhold init --framework hono --database postgres --yes"));
}

function addMigrate(program: Command, action: (options: object) => Promise<void>): void {
  readsConfig(program.command("migrate").description("Create the tables, columns and indexes that the database lacks."))
    .addOption(new Option("--dry-run", "print the plan and change nothing").conflicts(["sql", "check", "yes"]))
    .addOption(new Option("--sql", "print the SQL statements and change nothing").conflicts(["check", "yes"]))
    .addOption(new Option("--check", "exit with 1 if the database is not up to date, for CI").conflicts("yes"))
    .option("--online", "while the app runs: build indexes concurrently, commit each statement on its own")
    .option("-y, --yes", "apply the plan without a question")
    .action(action)
    .addHelpText(
      "after",
      examples("npx keyhold migrate", "npx keyhold migrate --sql > auth.sql", "npx keyhold migrate --check"),
    );
}

function addGenerate(program: Command, action: (format: Format, options: GenerateOptions) => Promise<void>): void {
  const command = program
    .command("generate")
    .description("Write the tables of core and plugins for another tool. Opens no connection.")
    .addArgument(new Argument("<format>", "the tool").choices(formats));
  readsConfig(command)
    .option("-o, --output <file>", "write to this file (default: print)")
    .addOption(new Option("--dialect <name>", "another database than the config's").choices(dialectNames))
    .addOption(new Option("--case <name>", "names of tables and columns (default: as the config says)").choices(cases))
    .option("--plural", "plural names of tables")
    .addOption(new Option("--ids <kind>", "ids of new rows (default: as the config says)").choices(idKinds))
    .addOption(new Option("--check", "exit with 1 if the file is not up to date, for CI").conflicts("yes"))
    .option("-y, --yes", "replace a file that this command did not make")
    .action(action)
    .addHelpText(
      "after",
      examples(
        "npx keyhold generate drizzle --output src/db/auth-schema.ts",
        "npx keyhold generate prisma --output prisma/auth.prisma",
        "npx keyhold generate sql --dialect mysql",
      ),
    );
}

function addCreateAdmin(program: Command, action: (options: object) => Promise<void>): void {
  readsConfig(
    program
      .command("create-admin")
      .description("Create a user with the role of an administrator, or give a user the role."),
  )
    .option("--email <address>", "the email address of the user")
    .option("--name <name>", "the name of a new user")
    .option("--role <role>", "another role of an administrator")
    .option("--password-stdin", "read the password of a new user from stdin")
    .option("--claim", "of an existing user remove all credentials, second factors and sessions, and set the password")
    .option("-y, --yes", "change an existing user without a question")
    .action(action)
    .addHelpText(
      "after",
      examples(
        "npx keyhold create-admin",
        'printf %s "$PASSWORD" | npx keyhold create-admin --email ada@example.com --name Ada --password-stdin',
      ),
    );
}

function addSecret(program: Command, action: () => Promise<void>): void {
  program
    .command("secret")
    .description("Print a new secret for `createAuth`.")
    .action(action)
    .addHelpText("after", examples('echo "AUTH_SECRET=$(npx keyhold secret)" >> .env'));
}

function addMcp(program: Command, action: (options: object) => Promise<void>): void {
  program
    .command("mcp")
    .description("Serve the documentation and `doctor` to a coding agent, over stdin and stdout (needs @keyhold/mcp).")
    .action(action)
    .addHelpText("after", examples("npx keyhold mcp"));
}

function addBilling(program: Command, run: Run): void {
  addBillingProvider(
    program,
    run(async () => (await import("./commands/billing-provider.js")).billingProvider),
  );
  const billing = program
    .command("billing")
    .description("Check or repair the mirror of the payments provider's data.")
    .addHelpText(
      "after",
      examples("npx keyhold billing check", "npx keyhold billing sync", "npx keyhold billing replay"),
    );
  readsConfig(
    billing
      .command("check")
      .description("Compare the mirror with the payments provider, and write nothing. Exit with 1 if they differ."),
  )
    .action(run(async () => (await import("./commands/billing.js")).billingCheck))
    .addHelpText("after", examples("npx keyhold billing check"));
  readsConfig(billing.command("sync").description("Read everything from the payments provider, or what an owner has."))
    .addOption(new Option("--user <id>", "only what a user has").conflicts("organization"))
    .option("--organization <id>", "only what an organization has")
    .action(run(async () => (await import("./commands/billing.js")).billingSync))
    .addHelpText("after", examples("npx keyhold billing sync", "npx keyhold billing sync --user 4f9b7c21"));
  readsConfig(
    billing.command("replay").description("Ask the payments provider to send again the events that the app refused."),
  )
    .action(run(async () => (await import("./commands/billing.js")).billingReplay))
    .addHelpText("after", examples("npx keyhold billing replay"));
}

function addOutbox(program: Command, run: Run): void {
  const outbox = program
    .command("outbox")
    .description("List, repeat and run the outbox: work for other servers that is kept until it is done.")
    .addHelpText("after", examples("npx keyhold outbox list", "npx keyhold outbox work"));
  const filtered = (command: Command): Command =>
    command.option("--kind <kind>", "only entries of a kind").option("--owner <id>", "only entries of an owner");
  readsConfig(filtered(outbox.command("list").description("Print the entries that have failed, or that are pending.")))
    .addOption(new Option("--state <state>", "the state").choices(["failed", "pending"]).default("failed"))
    .action(run(async () => (await import("./commands/outbox.js")).outboxList))
    .addHelpText("after", examples("npx keyhold outbox list", "npx keyhold outbox list --state pending"));
  readsConfig(filtered(outbox.command("retry").description("Try failed entries again, or a single entry.")))
    .addOption(new Option("--id <id>", "only this entry, a pending one too").conflicts(["kind", "owner"]))
    .action(run(async () => (await import("./commands/outbox.js")).outboxRetry))
    .addHelpText("after", examples("npx keyhold outbox retry", "npx keyhold outbox retry --kind email"));
  readsConfig(outbox.command("work").description("Run the entries that are due, e.g. from a scheduled job."))
    .addOption(
      new Option("--seconds <number>", "the time after which no further entry begins").default(20).argParser(Number),
    )
    .action(run(async () => (await import("./commands/outbox.js")).outboxWork))
    .addHelpText("after", examples("npx keyhold outbox work", "npx keyhold outbox work --seconds 50"));
}

function addBillingProvider(program: Command, action: (options: BillingProviderOptions) => Promise<void>): void {
  program
    .command("billing-provider")
    .description("Run a payments provider for development, with pages and webhooks (needs @keyhold/testing).")
    .option("--port <number>", "the port on 127.0.0.1", "4400")
    .option("--webhook <url>", "the app's webhook", "http://localhost:3000/api/auth/billing/webhook")
    .option("--file <path>", "the file that keeps the data", ".billing-provider.json")
    .option("--catalogue <path>", "a JSON file with products, benefits, meters and discounts (default: samples)")
    .addOption(
      new Option("--api-version <version>", "the spelling of webhooks")
        .choices(["2025-05", "2026-04"])
        .default("2026-04"),
    )
    .action(action)
    .addHelpText("after", examples("npx keyhold billing-provider", "npx keyhold billing-provider --port 4500"));
}

const collect = (value: string, previous: readonly string[] = []): readonly string[] => [...previous, value];

/** The options of every command that loads the app's config. */
const readsConfig = (command: Command): Command =>
  command
    .option("-c, --config <path>", "the module that exports `auth` (default: auth.ts, src/auth.ts, lib/auth.ts, …)")
    .option("--env-file <path>", "read this env file instead of the usual ones; repeatable", collect);

const examples = (...lines: readonly string[]): string => `\nExamples:\n${lines.map((line) => `  ${line}`).join("\n")}`;
