import type { Settings } from "./config.js";
import { isObject, type KeyTree, unknownKeyErrors } from "./known-keys.js";

/** What an app gave as an option, read: a wrong value has errors, and the default stands in its place. */
export interface ReadOption<Value> {
  readonly value: Value;
  /** Sentences that begin with the path of the option. */
  readonly errors: readonly string[];
}

/** An option: its default, and the reading of a value that an app gave. Made by a function of `option`. */
export interface Option<Value> {
  readonly initial: Value;
  /** The names of the options inside; true: the option is no group. */
  readonly keys: true | KeyTree;
  readonly read: (given: unknown, path: string) => ReadOption<Value>;
}

/** An option for each name of an interface: a missing, surplus or wrong entry does not compile. */
export type OptionFields<Options> = { readonly [Name in keyof Options]-?: Option<Required<Options>[Name]> };

/** The options of a plugin, defined by `defineOptions`. */
export interface OptionsDefinition<Options> {
  /** The options of an app that gives none. */
  readonly initial: Required<Options>;
  /** The members `options` and `configErrors` of a plugin, from what an app gave. */
  readonly read: (given: unknown) => ReadOptions<Options>;
}

/** The options with their defaults, and the config errors of what the app gave. */
export interface ReadOptions<Options> {
  readonly options: Required<Options>;
  readonly configErrors: (settings: Settings) => readonly string[];
}

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
 * const shopOptions = defineOptions<ShopOptions>({ page: option.page("/shop"), maxItems: option.whole(20, 1, 100) });
 * const shop = (given: Partial<ShopOptions> = {}) => definePlugin({ id: "shop", ...shopOptions.read(given) });
 */
export function defineOptions<Options extends object>(
  fields: OptionFields<Options>,
  { remedies = {}, check = () => [] }: OptionRules<Options> = {},
): OptionsDefinition<Options> {
  const { initial, keys, read } = group<Required<Options>>(fields);
  const foreign = Object.entries(remedies).map(([library, remedies]) => ({ library, remedies }));
  return {
    initial,
    read(given) {
      const { value: options, errors } = read(given, "");
      const unknown = unknownKeyErrors(given, keys, { foreign });
      return { options, configErrors: (settings) => [...unknown, ...errors, ...check(options, settings)] };
    },
  };
}

/** `must` follows the path of the option in an error. `inside`: the names of an object that an app may give. */
const checked = <Value>(
  initial: Value,
  must: string,
  accepts: (given: unknown) => boolean,
  inside: KeyTree = {},
): Option<Value> => ({
  initial,
  keys: true,
  read(given, path) {
    if (given === undefined) return { value: initial, errors: [] };
    if (!accepts(given)) return { value: initial, errors: [`${path}: must ${must}`] };
    const errors = isObject(given) && Object.keys(inside).length > 0 ? unknownKeyErrors(given, inside, { path }) : [];
    return { value: given as Value, errors };
  },
});

function group<Options extends object>(fields: OptionFields<Options>): Option<Options> & { readonly keys: KeyTree } {
  const named = Object.entries<Option<unknown>>(fields);
  const read = (given: unknown, path: string): ReadOption<Options> => {
    // `unknownKeyErrors` tells of a value that is no object.
    const values: Readonly<Record<string, unknown>> = isObject(given) ? { ...given } : {};
    const parts = named.map(
      ([name, field]) => [name, field.read(values[name], path ? `${path}.${name}` : name)] as const,
    );
    return {
      value: Object.fromEntries(parts.map(([name, { value }]) => [name, value])) as Options,
      errors: parts.flatMap(([, { errors }]) => errors),
    };
  };
  const keys = Object.fromEntries(named.map(([name, { keys }]) => [name, keys]));
  return { initial: read(undefined, "").value, keys, read };
}

/** The kinds of options, for `defineOptions`. The first argument is the default. */
export const option = {
  checked,

  /** An option that an app must give. The default of `kind` is the value beside the error. */
  required: <Value>(kind: Option<Value>): Option<Value> => ({
    ...kind,
    read: (given, path) => kind.read(given === undefined ? null : given, path),
  }),

  /** Any value, e.g. for a check by `OptionRules.check`. */
  given: <Value>(initial: Value): Option<Value> => checked(initial, "", () => true),

  flag: (initial: boolean): Option<boolean> =>
    checked(initial, "be true or false", (given) => typeof given === "boolean"),

  /** A whole number from `min` to `max`, and null if that is the default. */
  whole: <Initial extends number | null>(initial: Initial, min: number, max: number): Option<Initial | number> =>
    checked<Initial | number>(
      initial,
      `be a whole number from ${min} to ${max}${initial === null ? ", or null" : ""}`,
      (given) => (given === null && initial === null) || isWhole(given, min, max),
    ),

  /** A text, and null if that is the default. `example` stands in the error. */
  text: <Initial extends string | null>(initial: Initial, example: string): Option<Initial | string> =>
    checked<Initial | string>(
      initial,
      `be a text, e.g. ${example}`,
      (given) => (given === null && initial === null) || (typeof given === "string" && given !== ""),
    ),

  oneOf: <Value extends string>(initial: Value, values: readonly Value[]): Option<Value> =>
    checked(initial, `be ${values.map((value) => `"${value}"`).join(" or ")}`, (given) =>
      values.some((value) => value === given),
    ),

  /** A path or a URL of a page of the app. */
  page: (initial: string): Option<string> =>
    checked(initial, 'be a path or a URL of the app, e.g. "/two-factor"', isPage),

  /** A number of attempts in a window of time. */
  limit: (windowSeconds: number, max: number): Option<{ readonly windowSeconds: number; readonly max: number }> =>
    checked(
      { windowSeconds, max },
      "be { windowSeconds, max }, whole numbers of at least 1",
      (given) => {
        const { windowSeconds, max } = Object(given) as Readonly<Record<string, unknown>>;
        return isWhole(windowSeconds, 1) && isWhole(max, 1);
      },
      { windowSeconds: true, max: true },
    ),

  /** An object of options with defaults and checks of their own. */
  group,
};

/** Whether a value is a whole number from `min` to `max`, e.g. for `option.checked`. */
export const isWhole = (given: unknown, min: number, max: number = Number.MAX_SAFE_INTEGER): given is number =>
  Number.isSafeInteger(given) && Number(given) >= min && Number(given) <= max;

const isPage = (given: unknown): boolean =>
  typeof given === "string" &&
  /^(?:\/(?![/\\])|https?:\/\/)/.test(given) &&
  !/[\s\p{Cc}]/u.test(given) &&
  URL.canParse(given, "https://app.example.com");
