import type { ColumnMap } from "../model/column.js";
import type { Context } from "./context.js";
import type { PluginEvent } from "./events.js";
import type { PluginEmail } from "./mail.js";
import type { AnyPlugin, Plugin } from "./plugin.js";
import type { Given, Parsed, ValidationSchema } from "./standard-schema.js";

/**
 * The types that a plugin adds: one interface per plugin, for the server half and the client half. A plugin names only
 * the needed members.
 *
 * @example
 * export interface TermsTypes extends PluginTypes {
 *   readonly endpoints: { readonly terms: { readonly accept: typeof accept } };
 *   readonly user: OutputColumns<typeof columns>;
 *   readonly userInput: InputColumns<typeof columns>;
 *   readonly errorCode: keyof typeof errors;
 * }
 */
export interface PluginTypes {
  /** Endpoints that server and client call: `auth.api.terms.accept` and `client.terms.accept`. */
  readonly endpoints: unknown;
  /** Endpoints with `isServerOnly`: `auth.api` has them, the client has not. */
  readonly serverEndpoints: unknown;
  /** Further functions of the client, e.g. with a dialog of the browser between two routes: a tree of `Action`, or of functions that send no request. */
  readonly actions: unknown;
  /** Columns of the user in answers: `OutputColumns<typeof columns>`. */
  readonly user: unknown;
  /** Columns of the user in the input of sign-up and `updateUser`: `InputColumns<typeof columns>`. */
  readonly userInput: unknown;
  /** Input of sign-up that is no column: `typeof signUpFields`. */
  readonly signUpFields: unknown;
  /** Columns of the session in answers. */
  readonly session: unknown;
  /** Columns of other models, and models that other plugins may extend, by name: `ModelTypes`. */
  readonly models: unknown;
  /** `true`: the plugin has a hook at "session.ask", so that a sign-in may answer `MoreAsked`. */
  readonly asksMore: unknown;
  /** Codes of the plugin's errors: `keyof typeof errors`. */
  readonly errorCode: string;
  /** Events that the plugin emits, a union. */
  readonly event: PluginEvent;
  /** Emails that the plugin sends, a union. */
  readonly email: PluginEmail;
  /** Hooks that the plugin opens to other plugins and to the app. */
  readonly hooks: unknown;
  /** What the plugin tells every browser by its hook "public-options", under its own name: `{ terms: { version: string } }`. */
  readonly publicOptions: unknown;
  /** Endpoints that stores of the client read, by the names of the stores. */
  readonly stores: unknown;
  /** The stores by the names of their React hooks, for comments in an editor. Default: derived from `stores`. */
  readonly reactHooks: unknown;
  /** The columns of `user.columns` of a config: `createAuth` declares them, and `userColumns` of a client reads them. */
  readonly userColumns: unknown;
}

/** The hook of a plugin that tells browsers its public options, by the plugin `publicOptions()`. */
export interface PublicOptionsHook<Types extends Pick<PluginTypes, "publicOptions">> {
  readonly "public-options": (ctx: Pick<Context, "settings">) => Types["publicOptions"];
}

/** Rejects a member that `PluginTypes` does not have: `interface T extends PluginTypes` takes any. */
export type Known<Types> = { readonly [Member in keyof Types]: Member extends keyof PluginTypes ? unknown : never };

/** A plugin, of the server or of the client, as far as its types are concerned. */
export interface Typed {
  readonly $: PluginTypes;
}

/**
 * The types of all plugins, their intersection. Unions such as codes are no part of it: see `CodesOf`. A plugin counts as
 * present also in a list of unknown length: `const plugins = [username()]`, or `...(isPaid ? [billing()] : [])`. Functions
 * that take one type each are together a function that takes the intersection. `any` and `Plugin<any>` add nothing: if the
 * list has `any`, each place of the list is read by itself, since a union with `any` is `any`.
 */
export type Together<Plugins extends readonly Typed[]> =
  TakenBy<unknown extends Plugins[number] ? Declared<Plugins>[number] : Plugins[number]> extends (
    types: infer All extends PluginTypes,
  ) => void
    ? All
    : NothingAdded;
type Declared<Plugins extends readonly Typed[]> = {
  readonly [Place in keyof Plugins]: unknown extends Plugins[Place] ? Typed : Plugins[Place];
};
type TakenBy<One extends Typed> = One extends unknown
  ? unknown extends One["$"]
    ? never
    : (types: One["$"] & NothingAdded) => void
  : never;

/** `never`: an intersection of two different codes would reduce the whole intersection to `never`. */
interface NothingAdded extends PluginTypes {
  readonly errorCode: never;
  readonly event: never;
  readonly email: never;
}

/** The codes of all plugins, a union. A plugin without codes has the default, `string`, and adds no code. */
export type CodesOf<Plugin extends Typed> = Plugin extends unknown
  ? string extends Plugin["$"]["errorCode"]
    ? never
    : Plugin["$"]["errorCode"]
  : never;

/*
 * A conditional type shows its result in an editor and in declarations, a mapped type shows its own name and arguments.
 * So the mapped types below stand in conditions.
 */

/**
 * Columns as answers show them: without secret columns.
 *
 * @example interface TermsUser extends OutputColumns<typeof columns> {}
 */
export type OutputColumns<Columns extends ColumnMap> = Columns extends unknown
  ? {
      readonly [Name in keyof Columns as "secret" extends Columns[Name]["$"]["flag"]
        ? never
        : Name]: Columns[Name]["$"]["type"];
    }
  : never;

/**
 * Columns as input takes them: those with `input()`; a column with a default may be left out, a date is an ISO text.
 *
 * @example interface TermsInput extends InputColumns<typeof columns> {}
 */
export type InputColumns<Columns extends ColumnMap> = Flat<
  {
    [Name in keyof Columns as InputName<Name, Columns[Name]["$"]["flag"], false>]: InputValue<
      Columns[Name]["$"]["type"]
    >;
  } & {
    [Name in keyof Columns as InputName<Name, Columns[Name]["$"]["flag"], true>]?: InputValue<
      Columns[Name]["$"]["type"]
    >;
  }
>;
type InputName<Name, Flags, MayBeLeftOut extends boolean> = "input" extends Flags
  ? ("default" extends Flags ? true : false) extends MayBeLeftOut
    ? Name
    : never
  : never;
type InputValue<Value> = Value extends null ? never : Value extends Date ? string : Value;
type Flat<Type> = Type extends unknown ? { [Key in keyof Type]: Type[Key] } : never;

/** Columns of the user: in answers, and in the input of sign-up. */
export interface UserColumns {
  readonly shown: unknown;
  readonly taken: unknown;
}

/** The types that columns of the user add without a plugin of the app's own, to an auth and to a client. */
export interface UserColumnTypes<Columns extends UserColumns> extends PluginTypes {
  readonly user: Columns["shown"];
  readonly userInput: Columns["taken"];
  readonly userColumns: Columns;
}

/** The columns of a config that has none. */
export type NoColumns = Readonly<Record<never, never>>;

/**
 * The plugins of an auth, with the columns of the config as a further plugin. Only the plugins if the config has no
 * columns, or if the columns are not known.
 */
export type WithUserColumns<Plugins extends readonly AnyPlugin[], Columns extends ColumnMap> = NoColumns extends Columns
  ? Plugins
  : readonly [Plugin<UserColumnTypes<UserColumnsOf<Columns>>>, ...Plugins];
type UserColumnsOf<Columns extends ColumnMap> = Columns extends unknown
  ? { readonly shown: OutputColumns<Columns>; readonly taken: InputColumns<Columns> }
  : never;

/** Input of sign-up that is no column: a Standard Schema by the name of each field. */
export type SignUpFields = Readonly<Record<string, ValidationSchema>>;

/** The fields as sign-up takes them. A field may be left out if the schema takes `undefined`. */
export type GivenFields<Fields> = Fields extends SignUpFields
  ? Flat<
      { [Name in keyof Fields as MayBeLeftOut<Fields[Name]> extends true ? never : Name]: Given<Fields[Name]> } & {
        [Name in keyof Fields as MayBeLeftOut<Fields[Name]> extends true ? Name : never]?: Given<Fields[Name]>;
      }
    >
  : unknown;
type MayBeLeftOut<Field extends ValidationSchema> = undefined extends Given<Field> ? true : false;

/** The fields as a hook gets them: checked, and there only if the route takes them. */
export type ParsedFields<Fields> = Fields extends SignUpFields
  ? { readonly [Name in keyof Fields]?: Parsed<Fields[Name]> }
  : Readonly<Record<string, unknown>>;
