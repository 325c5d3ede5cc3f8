import { CommanderError } from "commander";
import { createProgram } from "./program.js";
import { Cancelled, exitCodes, Failure, messagesOf } from "./terminal/failure.js";
import { type Terminal, terminalOf } from "./terminal/terminal.js";

/**
 * Runs a command in this process and prints to the process's streams. Answers with the exit code.
 *
 * @param words the command with its options
 * @example process.exitCode = await run(["migrate", "--yes"]);
 */
export async function run(words: readonly string[]): Promise<number> {
  const terminal = terminalOf(process);
  const outcome = { code: exitCodes.done as number };
  const program = createProgram(terminal, outcome);
  try {
    await program.parseAsync([...words], { from: "user" });
    return outcome.code;
  } catch (error) {
    return codeOf(terminal, error);
  }
}

/** Prints an error, and answers with the exit code. */
function codeOf(terminal: Terminal, error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.wrongUsage;
  if (error instanceof Cancelled) return exitCodes.cancelled;
  const known = error instanceof Failure ? error : null;
  terminal.note(`${terminal.paintNote("red", "Error:")} ${known?.message ?? messagesOf(error)}`);
  if (known?.remedy) terminal.note(`${terminal.paintNote("cyan", "→")} ${known.remedy}`);
  if (process.env.DEBUG?.includes("keyhold")) terminal.note(String(error instanceof Error ? error.stack : error));
  return exitCodes.failed;
}
