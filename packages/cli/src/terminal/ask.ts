import { Cancelled, Failure } from "./failure.js";
import type { Terminal } from "./terminal.js";

type Prompts = typeof import("@clack/prompts");

/** Asks the user. Only here are prompts loaded: most runs have no question. */
async function ask(
  terminal: Terminal,
  instead: string,
  question: (prompts: Prompts) => Promise<unknown>,
): Promise<unknown> {
  if (!terminal.isInteractive) throw new Failure("There is no terminal to ask in.", instead);
  const prompts = await import("@clack/prompts");
  const answer = await question(prompts);
  if (prompts.isCancel(answer)) throw new Cancelled();
  return answer;
}

const askForText = async (...question: Parameters<typeof ask>): Promise<string> => String(await ask(...question));

/** `instead`: the option to give where there is no terminal. */
export const confirm = async (terminal: Terminal, message: string, instead: string): Promise<boolean> =>
  (await ask(terminal, instead, (prompts) => prompts.confirm({ message, initialValue: false }))) === true;

export const askText = (
  terminal: Terminal,
  { message, instead, initial }: { readonly message: string; readonly instead: string; readonly initial?: string },
): Promise<string> =>
  askForText(terminal, instead, (prompts) =>
    prompts.text({
      message,
      ...(initial !== undefined && { initialValue: initial }),
      validate: (text) => (text?.trim() ? undefined : "Enter a value."),
    }),
  );

export const askPassword = (terminal: Terminal, message: string, instead: string): Promise<string> =>
  askForText(terminal, instead, (prompts) =>
    prompts.password({ message, validate: (text) => (text ? undefined : "Enter a password.") }),
  );

export interface Choice {
  readonly value: string;
  readonly label: string;
}

export const choose = (
  terminal: Terminal,
  {
    message,
    instead,
    choices,
    initial,
  }: {
    readonly message: string;
    readonly instead: string;
    readonly choices: readonly Choice[];
    readonly initial: string;
  },
): Promise<string> =>
  askForText(terminal, instead, (prompts) => prompts.select({ message, options: [...choices], initialValue: initial }));
