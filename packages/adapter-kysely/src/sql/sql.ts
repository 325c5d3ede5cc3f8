/** A piece of SQL: its text, names and parameters, which each database writes its own way. */
export class Sql {
  constructor(readonly parts: readonly Part[]) {}

  /** `… as "name"`. */
  as(name: string): Sql {
    return new Sql([...this.parts, " as ", new Name([name])]);
  }
}

/** A table or column, perhaps with the table before it. */
class Name {
  constructor(readonly words: readonly string[]) {}
}

class Parameter {
  constructor(readonly value: unknown) {}
}

type Part = string | Name | Parameter;

/** How a database writes names and the places of parameters. */
export interface SqlStyle {
  readonly quote: '"' | "`";
  /** Parameters are numbered from 1. */
  parameter(number: number): string;
}

/** SQL as it is written here; what is filled in is another piece, or the value of a parameter. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const parts: Part[] = [];
  for (const [index, text] of texts.entries()) {
    parts.push(text);
    const value = values[index];
    if (index < values.length) parts.push(...(value instanceof Sql ? value.parts : [new Parameter(value)]));
  }
  return new Sql(parts);
}

/** A table, a column, or `table.column`. */
export const ref = (name: string): Sql => new Sql([new Name(name.split("."))]);

/** Text that is SQL already. Never of a caller. */
export const raw = (text: string): Sql => new Sql([text]);

export const nothing: Sql = new Sql([]);

/** A value that is written into the text, for what takes no parameter. Never of a caller. */
export function lit(value: unknown): Sql {
  if (value instanceof Date) return lit(value.toISOString());
  if (typeof value === "string") return raw(`'${value.replaceAll("'", "''")}'`);
  if (value === null || typeof value === "number" || typeof value === "boolean") return raw(String(value));
  throw new TypeError("Only texts, numbers, dates, booleans and null are written into SQL.");
}

export function join(pieces: readonly Sql[], separator = ", "): Sql {
  return new Sql(pieces.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])));
}

/** The text for a database, and the parameters in their order. */
export function compile({ parts }: Sql, style: SqlStyle): { readonly sql: string; readonly parameters: unknown[] } {
  const parameters: unknown[] = [];
  const written = parts.map((part) => {
    if (typeof part === "string") return part;
    if (part instanceof Name) return part.words.map((word) => quoted(word, style)).join(".");
    return style.parameter(parameters.push(part.value));
  });
  return { sql: written.join(""), parameters };
}

const quoted = (word: string, { quote }: SqlStyle): string =>
  `${quote}${word.replaceAll(quote, quote + quote)}${quote}`;
