// Runs the steps of a command: one after the other, each with its output shown.
import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { Refusal, root } from "./tools.mjs";

const isWindows = process.platform === "win32";

/** The file of the ended steps with their seconds, "install 12.5 s, lint 9.1 s", for the last lines of a test run. */
export const stepsFile = join(root, ".tools/steps.txt");
const seconds = [];

/** Runs one step to its end; a failure becomes one sentence. */
export async function run(step, command, args, env, { remedy } = {}) {
  const started = performance.now();
  const code = await exitCode(step, command, args, env);
  if (code !== 0) throw new Refusal(`${step} failed${remedy ? `: ${remedy}` : ""}.`);
  const taken = `${((performance.now() - started) / 1000).toFixed(1)} s`;
  note(`${step} ${taken}`);
  console.log(`${step} done in ${taken}`);
}

/** For a step that need not run, with the reason. */
export function skip(step, reason) {
  note(`${step} as before`);
  console.log(`${step} not run again: ${reason}`);
}

function note(line) {
  seconds.push(line);
  mkdirSync(dirname(stepsFile), { recursive: true });
  writeFileSync(stepsFile, seconds.join(", "));
}

/** For the last step: its own last line stays the last. */
export function exitCode(step, command, args, env) {
  return end(step, spawn(command, args, { env, stdio: "inherit", shell: isWindows }));
}

/** Runs a program until it is stopped, and stops it and its children with this process. */
export async function serve(step, command, args, env) {
  const child = spawn(command, args, { env, stdio: "inherit", shell: isWindows, detached: !isWindows });
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    try {
      if (isWindows) child.kill();
      else process.kill(-child.pid, "SIGTERM");
    } catch {
      // It has ended by itself in the meantime.
    }
  };
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  // npm does not forward its SIGTERM: after its exit this process has another parent.
  const parent = process.ppid;
  const watch = setInterval(() => process.ppid === parent || stop(), 250);
  const code = await end(step, child);
  clearInterval(watch);
  if (code !== 0 && !isStopped) throw new Refusal(`${step} ended with exit code ${code}.`);
}

function end(step, child) {
  return new Promise((resolve, reject) => {
    child.on("error", (error) => reject(new Refusal(`${step} could not start: ${error.message}.`)));
    child.on("exit", (code) => resolve(code ?? 1));
  });
}

/** Says so before a minute of building, not after it. */
export async function refuseTakenPort(port) {
  // Both, because some systems let a program listen on :: beside another one on 127.0.0.1.
  for (const host of ["127.0.0.1", undefined]) {
    const error = await listen(Number(port), host);
    if (error?.code === "EADDRINUSE") {
      throw new Refusal(`Port ${port} is taken: choose another one, as in PORT=${Number(port) + 1} npm run demo.`);
    }
  }
}

function listen(port, host) {
  return new Promise((resolve) => {
    const server = createServer();
    server.on("error", resolve);
    server.listen({ port, host }, () => server.close(() => resolve(null)));
  });
}
