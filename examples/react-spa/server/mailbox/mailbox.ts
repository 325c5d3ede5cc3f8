/** A letter as a mail provider would take it. */
export interface Draft {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

export interface Letter extends Draft {
  readonly id: number;
  readonly sentAt: Date;
}

const mostLetters = 50;
const letters: Letter[] = [];
let lastId = 0;

/** Instead of sending: the letter stays in the memory of this process, and goes nowhere. */
export function deliver(draft: Draft): void {
  lastId += 1;
  letters.unshift({ ...draft, id: lastId, sentAt: new Date() });
  letters.splice(mostLetters);
}

/** Newest first. */
export const allLetters = (): readonly Letter[] => letters;

export const findLetter = (id: number): Letter | undefined => letters.find((letter) => letter.id === id);
