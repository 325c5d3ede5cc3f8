/** A fragment of SQL: text, names and parameters, formatted by each database. */
export class Sql {
  constructor(readonly parts: readonly Part[]) {}

  /** `… as "name"`. */
  as(name: string): Sql {
    return new Sql([...this.parts, " as ", new Name([name])]);
  }
}

/** A table or column, optionally qualified by a table. */
class Name {
  constructor(readonly words: readonly string[]) {}
}

class Parameter {
  constructor(readonly value: unknown) {}
}

/** A text in quotes. */
class Text {
  constructor(readonly value: string) {}
}

type Part = string | Name | Parameter | Text;

/** The format of names and parameters in a database. */
export interface SqlStyle {
  readonly quote: '"' | "`";
  /** Parameters are numbered from 1. */
  parameter(number: number): string;
}

/** A template for SQL; an inserted value is another fragment or a parameter. */
export function sql(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql {
  const parts: Part[] = [];
  for (const [index, text] of texts.entries()) {
    parts.push(text);
    const value = values[index];
    if (index < values.length) parts.push(...(value instanceof Sql ? value.parts : [new Parameter(value)]));
  }
  return new Sql(parts);
}

/** A table or a column by name, with the names of the schema and of the table before it. */
export const ref = (...words: readonly string[]): Sql => new Sql([new Name(words)]);

/** Raw SQL text. Never pass user input. */
export const raw = (text: string): Sql => new Sql([text]);

export const nothing: Sql = new Sql([]);

/** A literal value in the text, for positions without parameters. Never pass user input. */
export function lit(value: unknown): Sql {
  if (value instanceof Date) return lit(value.toISOString());
  if (typeof value === "string") return new Sql([new Text(value)]);
  if (value === null || typeof value === "number" || typeof value === "boolean") return raw(String(value));
  throw new TypeError("Only texts, numbers, dates, booleans and null can be SQL literals.");
}

export function join(pieces: readonly Sql[], separator = ", "): Sql {
  return new Sql(pieces.flatMap(({ parts }, index) => (index === 0 ? parts : [separator, ...parts])));
}

/** Compiles to the text for a database, and the parameters in order. */
export function compile({ parts }: Sql, style: SqlStyle): { readonly sql: string; readonly parameters: unknown[] } {
  const parameters: unknown[] = [];
  const written = parts.map((part) => {
    if (typeof part === "string") return part;
    if (part instanceof Text) return textIn(style, part.value);
    if (part instanceof Name) return part.words.map((word) => quoted(word, style)).join(".");
    return style.parameter(parameters.push(part.value));
  });
  return { sql: written.join(""), parameters };
}

/** A backslash is an escape character of MySQL in most SQL modes: digits in hexadecimal are equal in all modes. */
const textIn = ({ quote }: SqlStyle, value: string): string =>
  quote === "`" && value.includes("\\")
    ? `convert(x'${Array.from(new TextEncoder().encode(value), hexadecimal).join("")}' using utf8mb4)`
    : `'${value.replaceAll("'", "''")}'`;

const hexadecimal = (byte: number): string => byte.toString(16).padStart(2, "0");

const quoted = (word: string, { quote }: SqlStyle): string =>
  `${quote}${word.replaceAll(quote, quote + quote)}${quote}`;
