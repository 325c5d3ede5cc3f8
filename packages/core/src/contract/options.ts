import type { Settings } from "./config.js";
import { type ForeignOptions, isObject, type KeyTree, unknownKeyErrors } from "./known-keys.js";

/** What an app gave as an option, read: a wrong value has errors, and the default stands in its place. */
export interface ReadOption<Value> {
  readonly value: Value;
  /** Sentences that begin with the path of the option. */
  readonly errors: readonly string[];
}

/** An option: its default, and the reading of a value that an app gave. Made by `flag`, `whole`, `checked` … */
export interface Option<Value> {
  readonly initial: Value;
  readonly read: (given: unknown, path: string) => ReadOption<Value>;
}

/** An option for each name of an interface: a missing, surplus or wrong entry does not compile. */
export type OptionFields<Options> = { readonly [Name in keyof Options]-?: Option<Required<Options>[Name]> };

/** The options of a plugin, defined by `defineOptions`. */
export interface OptionsDefinition<Options> {
  /** The options of an app that gives none. */
  readonly initial: Required<Options>;
  /** The members `options` and `configErrors` of a plugin, from what an app gave. */
  readonly read: (given: unknown) => GivenOptions<Options>;
}

/** The options with their defaults, and the config errors of what the app gave. */
export interface GivenOptions<Options> {
  readonly options: Required<Options>;
  readonly configErrors: (settings: Settings) => readonly string[];
}

/** The options that an app gives: each may be left out, or `undefined`, e.g. of an environment variable. */
export type OptionsInput<Options> = { readonly [Name in keyof Options]?: Options[Name] | undefined };

/** What `defineOptions` takes beside the options. */
export interface OptionRules<Options> {
  /** What to write in place of an option of another library, e.g. `{ "better-auth": { rpID: "write `rpId`" } }`. */
  readonly remedies?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The config errors of several options together, each a sentence that begins with the name of an option. */
  readonly check?: (options: Required<Options>, settings: Settings) => readonly string[];
}

/**
 * Defines the options of a plugin in one place. The interface has each option's type and sentence, the fields its default
 * and check. An undefined option counts as not given, an unknown one is a config error.
 *
 * @example
 * const shopOptions = defineOptions<ShopOptions>({ page: path("/shop"), maxItems: whole(20, 1, 100) });
 * const shop = (given: OptionsInput<ShopOptions> = {}) => definePlugin({ id: "shop", ...shopOptions.read(given) });
 */
export function defineOptions<Options extends object>(
  fields: OptionFields<Options>,
  { remedies = {}, check = () => [] }: OptionRules<Options> = {},
): OptionsDefinition<Options> {
  const foreign = Object.entries(remedies).map(([library, remedies]) => ({ library, remedies }));
  const { initial, read } = group<Required<Options>>(fields, foreign);
  return {
    initial,
    read(given) {
      const { value: options, errors } = read(given, "");
      return { options, configErrors: (settings) => [...errors, ...check(options, settings)] };
    },
  };
}

/**
 * An option with a check of its own; null, too, if null is the default. `must` follows the path of the option in an error.
 * `inside`: the names of an object that an app may give.
 *
 * @example checked(10, "be a number above 0", (given) => Number(given) > 0)
 */
export const checked = <Value>(
  initial: Value,
  must: string,
  accepts: (given: unknown) => boolean,
  inside?: KeyTree,
): Option<Value> => ({
  initial,
  read(given, path) {
    if (given === undefined || (given === null && initial === null)) return { value: initial, errors: [] };
    if (!accepts(given)) return { value: initial, errors: [`${path}: must ${must}`] };
    return {
      value: given as Value,
      errors: inside && isObject(given) ? unknownKeyErrors(given, inside, { path }) : [],
    };
  },
});

/** An option that an app must give. The default of `kind` is the value beside the error. */
export const required = <Value>(kind: Option<Value>): Option<Value> => ({
  ...kind,
  read(given, path) {
    if (given !== undefined) return kind.read(given, path);
    // The error of a kind says what to write. A kind that takes null, e.g. a group, has no error.
    const { errors } = kind.read(null, path);
    return { value: kind.initial, errors: errors.length > 0 ? errors : [`${path}: missing`] };
  },
});

/** An option of any value, for a check of several options together. */
export const given = <Value>(initial: Value): Option<Value> => checked(initial, "", () => true);

/** An option that is true or false. */
export const flag = (initial: boolean): Option<boolean> =>
  checked(initial, "be true or false", (given) => typeof given === "boolean");

/** A whole number from `min` to `max`, and null if that is the default. */
export const whole = <Initial extends number | null>(
  initial: Initial,
  min: number,
  max: number,
): Option<Initial | number> =>
  checked<Initial | number>(
    initial,
    `be a whole number from ${min} to ${max}${initial === null ? ", or null" : ""}`,
    (given) => isWhole(given, min, max),
  );

/** A text, and null if that is the default. `example` stands in the error. */
export const string = <Initial extends string | null>(initial: Initial, example: string): Option<Initial | string> =>
  checked<Initial | string>(
    initial,
    `be a text, e.g. ${example}`,
    (given) => typeof given === "string" && given !== "",
  );

/** One of some texts. */
export const oneOf = <Value extends string>(initial: Value, values: readonly Value[]): Option<Value> =>
  checked(initial, `be ${values.map((value) => `"${value}"`).join(" or ")}`, (given) =>
    values.some((value) => value === given),
  );

/** A path or a URL of a page of the app. */
export const path = (initial: string): Option<string> =>
  checked(
    initial,
    'be a path or a URL of the app, e.g. "/two-factor"',
    (given) =>
      typeof given === "string" &&
      /^(?:\/(?![/\\])|https?:\/\/)/.test(given) &&
      !/[\s\p{Cc}]/u.test(given) &&
      URL.canParse(given, "https://app.example.com"),
  );

/** A number of attempts in a window of time. */
export const limit = (
  windowSeconds: number,
  max: number,
): Option<{ readonly windowSeconds: number; readonly max: number }> =>
  checked(
    { windowSeconds, max },
    "be { windowSeconds, max }, whole numbers of at least 1",
    (given) => {
      const { windowSeconds, max } = Object(given) as Readonly<Record<string, unknown>>;
      return isWhole(windowSeconds, 1) && isWhole(max, 1);
    },
    { windowSeconds: true, max: true },
  );

/** An object of options with defaults and checks of their own. `foreign`: options of other libraries in the object. */
export function group<Options extends object>(
  fields: OptionFields<Options>,
  foreign: readonly ForeignOptions[] = [],
): Option<Options> {
  const named = Object.entries<Option<unknown>>(fields);
  const keys = Object.fromEntries(named.map(([name]) => [name, true as const]));
  const read = (given: unknown, path: string): ReadOption<Options> => {
    const values = Object(given) as Readonly<Record<string, unknown>>;
    const errors = [...unknownKeyErrors(given, keys, { path, foreign })];
    const value = named.map(([name, field]) => {
      const read = field.read(values[name], path ? `${path}.${name}` : name);
      errors.push(...read.errors);
      return [name, read.value];
    });
    return { value: Object.fromEntries(value) as Options, errors };
  };
  return { initial: read(undefined, "").value, read };
}

/** Whether a value is a whole number from `min` to `max`, e.g. for `checked`. */
export const isWhole = (given: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER): given is number =>
  Number.isSafeInteger(given) && Number(given) >= min && Number(given) <= max;
