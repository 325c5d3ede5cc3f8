/** A question without an answer yet. */
interface Waiting<Answer> {
  readonly asked: string;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** Reads the answers to many questions at once, in the order of the questions. */
export type ReadTogether<Answer> = (asked: readonly string[]) => Promise<readonly Answer[]>;

/** Readings at a time. A question waits for one of them only while so many run. */
const maxReadings = 2;
/** Questions of a reading. */
const maxTogether = 64;

/** https://developers.cloudflare.com/workers/runtime-apis/web-standards/#navigatoruseragent */
const isWorker = (): boolean => globalThis.navigator?.userAgent === "Cloudflare-Workers";

/**
 * Answers questions at the same time by a single reading. A reading never takes a question asked after the reading
 * began: each answer is as new as by a reading of its own. A question beside fewer than two readings waits for none. On
 * Cloudflare Workers each question has a reading: there a request cannot wait for the statement of another request.
 *
 * @example
 * const ask = together<Row | null>(async (ids) => inOrderOf(ids, await db.list(model, { id: isIn(ids) }, page)));
 * const row = await ask("user-1");
 */
export function together<Answer>(read: ReadTogether<Answer>): (asked: string) => Promise<Answer> {
  if (isWorker()) return async (asked) => (await read([asked]))[0] as Answer;
  let waiting: Waiting<Answer>[] = [];
  let readings = 0;
  let isGathering = false;

  const readNext = (): void => {
    if (waiting.length === 0 || isGathering || readings === maxReadings) return;
    isGathering = true;
    readings += 1;
    // Calls of this moment, each in a promise of its own, ask before this.
    queueMicrotask(() => {
      isGathering = false;
      const asked = waiting.slice(0, maxTogether);
      waiting = waiting.slice(maxTogether);
      readNext();
      void answer(asked);
    });
  };

  async function answer(asked: readonly Waiting<Answer>[]): Promise<void> {
    try {
      const answers = await read(asked.map((one) => one.asked));
      for (let index = 0; index < asked.length; index += 1) asked[index]?.resolve(answers[index] as Answer);
    } catch (error) {
      for (const { reject } of asked) reject(error);
    }
    readings -= 1;
    readNext();
  }

  return (asked) =>
    new Promise<Answer>((resolve, reject) => {
      waiting.push({ asked, resolve, reject });
      readNext();
    });
}
