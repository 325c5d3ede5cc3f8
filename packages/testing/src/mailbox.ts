import type { Letter, LetterOf } from "@keyhold/core";

/** Where an auth under test sends its mail. */
export interface Mailbox {
  /** Takes a letter: the `mail` of an auth. Needs no `this`. */
  readonly send: (letter: Letter) => Promise<void>;
  /** All letters, oldest first. */
  readonly letters: readonly Letter[];
  /** The newest letter to an address, of one kind if it is named; null when there is none. */
  lastTo<Kind extends Letter["kind"]>(email: string, kind?: Kind): LetterOf<Kind> | null;
  /** The next letter to an address that no earlier wait has answered, as soon as it is there. */
  waitFor<Kind extends Letter["kind"]>(email: string, options?: WaitOptions<Kind>): Promise<LetterOf<Kind>>;
  /** Throws all letters away. */
  clear(): void;
}

export interface WaitOptions<Kind extends Letter["kind"] = Letter["kind"]> {
  /** Passes over letters of other kinds; a later wait may ask for those. */
  readonly kind?: Kind;
  /** Default 5,000. */
  readonly longestWaitMilliseconds?: number;
}

interface Waiting {
  /** Whether this is the letter; if so, it is given. */
  readonly takes: (letter: Letter) => boolean;
}

export function createMailbox(): Mailbox {
  const letters: Letter[] = [];
  const unseen: Letter[] = [];
  const waiting: Waiting[] = [];

  return {
    letters,
    async send(letter) {
      const kept = Object.freeze({ ...letter });
      letters.push(kept);
      const position = waiting.findIndex(({ takes }) => takes(kept));
      if (position === -1) unseen.push(kept);
      else waiting.splice(position, 1);
    },
    lastTo: (email, kind) => letters.findLast(isFor(email, kind)) ?? null,
    async waitFor(email, { kind, longestWaitMilliseconds = 5000 } = {}) {
      const isMeant = isFor(email, kind);
      const letter = unseen.find(isMeant);
      if (!letter) return nextLetter(waiting, isMeant, { email, kind, longestWaitMilliseconds });
      unseen.splice(unseen.indexOf(letter), 1);
      return letter;
    },
    clear() {
      letters.length = 0;
      unseen.length = 0;
    },
  };
}

function isFor<Kind extends Letter["kind"]>(email: string, kind: Kind | undefined) {
  return (letter: Letter): letter is LetterOf<Kind> =>
    letter.to.toLowerCase() === email.toLowerCase() && (kind === undefined || letter.kind === kind);
}

interface Wanted {
  readonly email: string;
  readonly kind: string | undefined;
  readonly longestWaitMilliseconds: number;
}

function nextLetter<Meant extends Letter>(
  waiting: Waiting[],
  isMeant: (letter: Letter) => letter is Meant,
  { email, kind, longestWaitMilliseconds }: Wanted,
): Promise<Meant> {
  return new Promise((resolve, reject) => {
    const takes = (letter: Letter): boolean => {
      if (!isMeant(letter)) return false;
      clearTimeout(timer);
      resolve(letter);
      return true;
    };
    const entry: Waiting = { takes };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1);
      const letter = kind === undefined ? "letter" : `letter "${kind}"`;
      reject(new Error(`No ${letter} to ${email} within ${longestWaitMilliseconds} ms.`));
    }, longestWaitMilliseconds);
    waiting.push(entry);
  });
}

/** The link of a letter that has one. */
export function linkIn(letter: Letter): URL {
  if (!("url" in letter)) throw new Error(`There is no link in the letter "${letter.kind}".`);
  return new URL(letter.url);
}
