import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What a contributor did wrong, as one sentence. The command prints the sentence without a stack. */
export class WrongUse extends Error {}

/** The files that a generator writes: kept in memory until the generator has made all of them. */
export class Tree {
  readonly #root: string;
  readonly #texts = new Map<string, string>();

  constructor(root: string) {
    this.#root = root;
  }

  /** Every written text by its path, in the order of writing. */
  get texts(): ReadonlyMap<string, string> {
    return this.#texts;
  }

  has(path: string): boolean {
    return this.#texts.has(path) || existsSync(join(this.#root, path));
  }

  read(path: string): string {
    const written = this.#texts.get(path);
    if (written !== undefined) return written;
    if (!this.has(path)) throw new WrongUse(`${path} does not exist.`);
    return readFileSync(join(this.#root, path), "utf8");
  }

  /** A new file. Throws if the file exists: a generator never overwrites the work of a contributor. */
  create(path: string, text: string): void {
    if (this.has(path)) throw new WrongUse(`${path} exists.`);
    this.#texts.set(path, text);
  }

  /** A changed file. Throws if `change` answers the same text: the generator no longer knows the form of the file. */
  edit(path: string, change: (text: string) => string): void {
    const before = this.read(path);
    const after = change(before);
    if (after === before) throw new WrongUse(`${path} has another form than this generator knows.`);
    this.#texts.set(path, after);
  }
}
