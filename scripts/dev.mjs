// Every command of the repository: node scripts/dev.mjs <command>. Needs npm and any Node from 18 on.
import { exitCode, refuseTakenPort, run, serve } from "./run.mjs";
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
    await run("fix", "biome", ["check", "--write", "--error-on-warnings"], env);
  },
  test: async (env, words) => {
    await install(env);
    await build(env, []);
    await check(env);
    process.exitCode = await exitCode("test", "vitest", ["run", ...words], env);
  },
  bench: async (env, words) => {
    await install(env);
    await build(env, ["--filter=keyhold-bench^..."]);
    await serve("bench", "pnpm", ["--silent", "--filter=keyhold-bench", "run", "bench", ...words], env);
  },
};

function install(env) {
  const remedy = "pnpm says why above; if it was the network, run the same command again";
  return run("install", "pnpm", ["install", "--reporter=append-only"], env, { remedy });
}

function build(env, filter) {
  return run("build", "turbo", ["run", "build", "--output-logs=errors-only", ...filter], env);
}

async function check(env) {
  await run("lint", "biome", ["check", "--error-on-warnings"], env, { remedy: "npm run fix mends most of it" });
  // TypeScript 7 checks several times faster; declarations are built by 6.
  await run("types", "node", ["node_modules/typescript7/bin/tsc", "--noEmit"], env);
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
