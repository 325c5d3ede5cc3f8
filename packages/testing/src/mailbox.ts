export interface Letter {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
}

/** Where an auth under test sends its mail. */
export interface Mailbox {
  /** Takes a letter. Needs no `this`. */
  readonly send: (letter: Letter) => Promise<void>;
  /** All letters, oldest first. */
  readonly letters: readonly Letter[];
  /** The newest letter to an address; null when there is none. */
  lastTo(email: string): Letter | null;
  /** The next letter to an address that no earlier wait has answered, as soon as it is there. */
  waitFor(email: string, options?: WaitOptions): Promise<Letter>;
  /** Throws all letters away. */
  clear(): void;
}

export interface WaitOptions {
  /** Default 5,000. */
  readonly longestWaitMilliseconds?: number;
}

interface Waiting {
  readonly email: string;
  readonly give: (letter: Letter) => void;
}

export function createMailbox(): Mailbox {
  const letters: Letter[] = [];
  const unseen: Letter[] = [];
  const waiting: Waiting[] = [];

  const isTo = (email: string) => (letter: Letter) => letter.to.toLowerCase() === email.toLowerCase();

  return {
    letters,
    async send(letter) {
      const kept = Object.freeze({ ...letter });
      letters.push(kept);
      const position = waiting.findIndex(({ email }) => isTo(email)(kept));
      const [first] = position === -1 ? [] : waiting.splice(position, 1);
      if (first) first.give(kept);
      else unseen.push(kept);
    },
    lastTo: (email) => letters.findLast(isTo(email)) ?? null,
    async waitFor(email, { longestWaitMilliseconds = 5000 } = {}) {
      const position = unseen.findIndex(isTo(email));
      const [letter] = position === -1 ? [] : unseen.splice(position, 1);
      return letter ?? nextLetter(waiting, email, longestWaitMilliseconds);
    },
    clear() {
      letters.length = 0;
      unseen.length = 0;
    },
  };
}

function nextLetter(waiting: Waiting[], email: string, longestWaitMilliseconds: number): Promise<Letter> {
  return new Promise((resolve, reject) => {
    const entry: Waiting = {
      email,
      give: (letter) => {
        clearTimeout(timer);
        resolve(letter);
      },
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(entry), 1);
      reject(new Error(`No letter to ${email} within ${longestWaitMilliseconds} ms.`));
    }, longestWaitMilliseconds);
    waiting.push(entry);
  });
}

/** The first link in a letter's text. */
export function linkIn(letter: Letter): URL {
  const found = /https?:\/\/[^\s<>"]+/.exec(letter.text);
  if (!found) throw new Error(`There is no link in the letter "${letter.subject}".`);
  return new URL(found[0]);
}
