import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** The answers of a child process; arguments and results cross the channel as JSON. */
export type Methods = Readonly<Record<string, (input: never) => unknown>>;

export interface Child<M extends Methods> {
  call<K extends keyof M & string>(method: K, ...input: Parameters<M[K]>): Promise<Awaited<ReturnType<M[K]>>>;
  stop(): Promise<void>;
}

interface Question {
  readonly id: number;
  readonly method: string;
  readonly input: unknown;
}
type Answer = { readonly id: number; readonly result?: unknown; readonly error?: string } | { readonly ready: true };

const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGKILL");
});

/** Starts `script` (a file of `children/`) in a process of its own and waits until it answers. */
export async function startChild<M extends Methods>(
  script: string,
  args: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Child<M>> {
  const path = fileURLToPath(new URL(`./children/${script}.ts`, import.meta.url));
  const child = fork(path, args, {
    execArgv: [...nodeFlags],
    env: { ...process.env, NODE_ENV: "production" },
  });
  running.add(child);
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let lastId = 0;
  const exited = new Promise<void>((resolve) => child.once("exit", () => resolve()));

  await new Promise<void>((resolve, reject) => {
    exited.then(() => {
      running.delete(child);
      const error = new Error(`${script} ${args.join(" ")} ended`);
      reject(error);
      for (const caller of waiting.values()) caller.reject(error);
    });
    child.on("message", (message: Answer) => {
      if ("ready" in message) return resolve();
      const caller = waiting.get(message.id);
      waiting.delete(message.id);
      if (message.error === undefined) caller?.resolve(message.result);
      else caller?.reject(new Error(`${script} ${args.join(" ")}: ${message.error}`));
    });
  });

  return {
    call: (method, ...input) =>
      new Promise((resolve, reject) => {
        lastId += 1;
        waiting.set(lastId, {
          resolve: resolve as (value: unknown) => void,
          reject,
        });
        child.send({ id: lastId, method, input: input[0] } satisfies Question);
      }),
    stop() {
      child.disconnect();
      return exited;
    },
  };
}

/** The child's side: answers until the parent lets go. */
export function answerCalls(methods: Methods): void {
  process.on("message", async ({ id, method, input }: Question) => {
    try {
      const result = await (methods[method] as (input: unknown) => unknown)(input);
      process.send?.({ id, result } satisfies Answer);
    } catch (error) {
      process.send?.({
        id,
        error: error instanceof Error ? String(error.stack) : String(error),
      } satisfies Answer);
    }
  });
  process.on("disconnect", () => process.exit());
  process.send?.({ ready: true } satisfies Answer);
}
