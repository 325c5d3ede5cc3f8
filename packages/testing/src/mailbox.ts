import type { Letter, LetterKind, LetterOf, PluginLetter } from "@keyhold/core";

/** Where an auth under test sends its mail. `Own`: the letters of its plugins. Default: any. */
export interface Mailbox<Own extends PluginLetter = PluginLetter> {
  /** Takes a letter: the `mail` of an auth. Needs no `this`. */
  readonly send: (letter: Letter<Own>) => Promise<void>;
  /** All letters, oldest first. */
  readonly letters: readonly Letter<Own>[];
  /** The newest letter to an address, of one kind if it is named; null when there is none. */
  lastTo<Kind extends LetterKind<Own>>(email: string, kind?: Kind): LetterOf<Kind, Own> | null;
  /** The next letter to an address that no earlier wait has answered, as soon as it is there. */
  waitFor<Kind extends LetterKind<Own>>(email: string, options?: WaitOptions<Kind>): Promise<LetterOf<Kind, Own>>;
  /** Throws all letters away. */
  clear(): void;
}

export interface WaitOptions<Kind extends LetterKind = LetterKind> {
  /** Passes over letters of other kinds; a later wait may ask for those. */
  readonly kind?: Kind;
  /** Default 5,000. */
  readonly longestWaitMilliseconds?: number;
}

interface Waiting<Own extends PluginLetter> {
  /** Whether this is the letter; if so, it is given. */
  readonly takes: (letter: Letter<Own>) => boolean;
}

export function createMailbox<Own extends PluginLetter = PluginLetter>(): Mailbox<Own> {
  const letters: Letter<Own>[] = [];
  const unseen: Letter<Own>[] = [];
  const waiting: Waiting<Own>[] = [];

  return {
    letters,
    async send(letter) {
      const kept = Object.freeze({ ...letter });
      letters.push(kept);
      const position = waiting.findIndex(({ takes }) => takes(kept));
      if (position === -1) unseen.push(kept);
      else waiting.splice(position, 1);
    },
    lastTo: <Kind extends LetterKind<Own>>(email: string, kind?: Kind) =>
      letters.findLast(isFor<Own, Kind>(email, kind)) ?? null,
    async waitFor<Kind extends LetterKind<Own>>(
      email: string,
      { kind, longestWaitMilliseconds = 5000 }: WaitOptions<Kind> = {},
    ) {
      const isMeant = isFor<Own, Kind>(email, kind);
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

function isFor<Own extends PluginLetter, Kind extends LetterKind<Own>>(email: string, kind: Kind | undefined) {
  return (letter: Letter<Own>): letter is Letter<Own> & LetterOf<Kind, Own> =>
    letter.to.toLowerCase() === email.toLowerCase() && (kind === undefined || letter.kind === kind);
}

interface Wanted {
  readonly email: string;
  readonly kind: string | undefined;
  readonly longestWaitMilliseconds: number;
}

function nextLetter<Own extends PluginLetter, Meant extends Letter<Own>>(
  waiting: Waiting<Own>[],
  isMeant: (letter: Letter<Own>) => letter is Meant,
  { email, kind, longestWaitMilliseconds }: Wanted,
): Promise<Meant> {
  return new Promise((resolve, reject) => {
    const takes = (letter: Letter<Own>): boolean => {
      if (!isMeant(letter)) return false;
      clearTimeout(timer);
      resolve(letter);
      return true;
    };
    const entry: Waiting<Own> = { takes };
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
