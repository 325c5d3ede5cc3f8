// Every command of the repository: node scripts/dev.mjs <command>. Needs npm and any Node from 18 on.
import { existsSync } from "node:fs";
import { testMutants } from "./mutants.mjs";
import { digestOfFiles, hasPassed, notePassed } from "./passed.mjs";
import { exitCode, refuseTakenPort, run, serve, skip, stepsFile } from "./run.mjs";
import { prepareTools, Refusal, root } from "./tools.mjs";

const example = "keyhold-example-react-spa";

/** Each gets the environment of its steps and the words behind the command. */
const commands = {
  setup: install,
  build: async (env) => {
    await install(env);
    await build(env, []);
  },
  demo: async (env) => {
    const port = process.env.PORT || "3000";
    await refuseTakenPort(port);
    await install(env);
    await build(env, [`--filter=${example}`]);
    await serve("demo", "pnpm", ["--silent", `--filter=${example}`, "run", "start"], { ...env, PORT: port });
  },
  check: async (env) => {
    await install(env);
    await check(env);
  },
  fix: async (env) => {
    await install(env);
    await run("manifests", "node", ["scripts/manifests.mjs"], env);
    await run("counts", "node", ["scripts/counts.ts"], env);
    await run("routes", "node", ["scripts/routes.ts"], env);
    await run("fix", "biome", ["check", "--write", "--error-on-warnings"], env);
  },
  // Writes the files of a new provider, plugin, route or error.
  new: async (env, words) => {
    await installOnce(env);
    await serve("new", "node", ["scripts/new/new.ts", ...words], env);
  },
  api: async (env) => {
    await install(env);
    await run("routes", "node", ["scripts/routes.ts"], env);
    await build(env, []);
    await run("api", "node", ["scripts/api.mjs"], env);
    await run("billing docs", "node", ["scripts/billing-docs.mjs"], env);
  },
  // With a path, the tests below it, of both tiers and without a build. Without one, all checks of a change.
  test: async (env, words) => {
    if (words.length > 0) {
      await installOnce(env);
      return vitest(env, ["run", ...inProjects("quick", "check", "proof", "browser"), ...words]);
    }
    await install(env);
    // Beside the tests, which leave a part of the cores idle: they wait for processes, sockets and locks.
    const checks = staticChecks(env, unlessPassed);
    const tests = vitest(noting("quick", env), ["run", ...inProjects("quick", "check")]);
    await allEnd([...checks, tests]);
  },
  "test:proof": async (env, words) => {
    await install(env);
    await build(env, []);
    const whole = words.length === 0;
    await vitest(whole ? noting("proof", env) : env, ["run", ...inProjects("proof", "browser", "drizzle-1"), ...words]);
    // By themselves: on a busy machine the cluster would lose nodes that no test takes away.
    if (whole) await vitest(env, ["run", ...inProjects("outages"), "--maxWorkers=4", "--passWithNoTests"]);
  },
  "test:scheduled": async (env, words) => {
    await install(env);
    await build(env, []);
    await vitest(env, ["run", ...inProjects("scheduled"), ...words]);
    if (words.length > 0) return;
    // CI has fewer rounds, lives and kills: tests/harness/repeats.ts.
    const repeated = [
      "rounds",
      "races",
      "processes",
      "guesses",
      "failover",
      "conformance",
      "mutations",
      "one-connection",
      "tests/galera",
    ];
    await vitest({ ...env, RACE_ROUNDS: "10" }, ["run", ...inProjects("proof", "browser"), "--retry=0", ...repeated]);
    await vitest({ ...env, RACE_ROUNDS: "10" }, [
      "run",
      ...inProjects("outages"),
      "--maxWorkers=4",
      "--passWithNoTests",
    ]);
    // CI has two widths, and axe in one language.
    await vitest({ ...env, EVERY_LOOK: "1" }, ["run", ...inProjects("browser"), "--retry=0", "look.proof"]);
  },
  "test:mutants": async (env, words) => {
    await installOnce(env);
    await testMutants(env, words);
  },
  "test:watch": async (env, words) => {
    await installOnce(env);
    await vitest(env, ["watch", ...inProjects("quick"), ...words]);
  },
  // Writes the table of cases in the decision page on tiers, from the last whole run of each tier.
  "test:cases": (env) => run("table", "node", ["scripts/tiers.mjs"], env),
  // The site while its pages change. With the word "built": with the reference and the search, as it is published.
  docs: async (env, [how]) => {
    const port = process.env.PORT || "4000";
    await refuseTakenPort(port);
    const site = ["--silent", "--filter=keyhold-site", "run"];
    if (how !== "built") {
      await installOnce(env);
      return serve("docs", "pnpm", [...site, "watch", port], env);
    }
    await install(env);
    await run("pages", "pnpm", [...site, "pages"], env);
    await serve("docs", "pnpm", [...site, "serve", "--port", port], env);
  },
  bench: async (env, words) => {
    await install(env);
    await build(env, ["--filter=keyhold-bench^..."]);
    await serve("bench", "pnpm", ["--silent", "--filter=keyhold-bench", "run", "bench", ...words], env);
  },
};

const typesFile = ".tools/types.tsbuildinfo";

/** For a loop that begins at once: installed packages may be slightly outdated. */
const installOnce = async (env) => {
  if (!existsSync("node_modules")) await install(env);
};

function install(env) {
  const remedy = "pnpm says why above; if it was the network, run the same command again";
  return run("install", "pnpm", ["install", "--reporter=append-only"], env, { remedy });
}

function build(env, filter) {
  return run("build", "turbo", ["run", "build", "--output-logs=errors-only", ...filter], env);
}

/** What needs no test run: form, types, and the rules of files that are read and not executed. */
const check = (env) => allEnd([...staticChecks(env, always), rules(env)]);

const staticChecks = (env, when) => {
  const digest = digestOfFiles(root);
  return Object.entries({ lint, types, pages }).map(([step, runStep]) => when(step, () => runStep(env), digest));
};

async function always(step, runStep, digest) {
  const before = await digest;
  await runStep();
  await notePassed(root, step, before);
}

/** `npm run check` runs the step in any case. */
async function unlessPassed(step, runStep, digest) {
  if (hasPassed(root, step, await digest)) skip(step, "it has passed with these files");
  else await always(step, runStep, digest);
}

/** Waits for every step, so that one run tells all failures. */
async function allEnd(steps) {
  const ends = await Promise.allSettled(steps);
  const failures = ends.flatMap(({ reason }) => (reason ? [reason] : []));
  for (const failure of failures.slice(1)) console.error(failure.message);
  if (failures.length > 0) throw failures[0];
}

const pages = (env) => run("pages", "node", ["scripts/docs-code.mjs"], env);

const rules = (env) => run("rules", "vitest", ["run", ...inProjects("check")], env);

const lint = (env) =>
  run("lint", "biome", ["check", "--error-on-warnings"], env, { remedy: "npm run fix mends most of it" });

// TypeScript 7 checks several times faster than 6, and caches unchanged files.
const types = (env) =>
  run(
    "types",
    "node",
    ["node_modules/typescript7/bin/tsc", "--noEmit", "--incremental", "--tsBuildInfoFile", typesFile],
    env,
  );

/** The environment of a whole run of a tier: the run notes its cases for `npm run test:cases`. */
const inProjects = (...names) => names.flatMap((name) => ["--project", name]);

const noting = (tier, env) => ({ ...env, CASES_FILE: `.tools/cases-${tier}.json`, STEPS_FILE: stepsFile });

async function vitest(env, words) {
  process.exitCode = (await exitCode("test", "vitest", words, env)) || process.exitCode;
}

const [name = "", ...words] = process.argv.slice(2);
try {
  const command = commands[name];
  if (!command) throw new Refusal(`usage: node scripts/dev.mjs ${Object.keys(commands).join("|")}`);
  process.chdir(root);
  await command(prepareTools(), words);
} catch (error) {
  if (!(error instanceof Refusal)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
