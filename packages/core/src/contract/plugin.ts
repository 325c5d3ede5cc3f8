import type { ColumnMap } from "../model/column.js";
import type { Insert, Model, Patch } from "../model/model.js";
import type { SessionRow, User, userModel } from "../model/models.js";
import type { Settings } from "./config.js";
import type { TxContext } from "./context.js";
import type { AnyEndpoint } from "./endpoint.js";
import type { ErrorCatalogue } from "./errors.js";
import type { CoreEvent, PluginEvent, PluginEventListener, SignInMethod } from "./events.js";
import type { PluginEmail } from "./mail.js";

/** A user about to be created, with the plugins' columns. */
export type UserDraft = Insert<typeof userModel> & Readonly<Record<string, unknown>>;

/**
 * The moments at which a plugin or an app may change or refuse what is about to be written.
 * A rule runs inside the transaction, gets a draft and answers with a draft; to say no it calls `ctx.refuse(code)`.
 */
export interface Hooks {
  readonly "user.create": (draft: UserDraft, ctx: TxContext) => UserDraft | Promise<UserDraft>;
  readonly "user.update": (change: UserChange, ctx: TxContext, user: User) => UserChange | Promise<UserChange>;
  /** Before the user and all that is theirs goes; what is to go with them is removed here. */
  readonly "user.delete": (user: User, ctx: TxContext) => void | Promise<void>;
  /** Before an address becomes a user's, whether it is proven yet or not; where the present one is asked first, before that, too. */
  readonly "email.change": (
    change: { readonly user: User; readonly newEmail: string },
    ctx: TxContext,
  ) => void | Promise<void>;
  /** Before a session is opened, however the person signed in. What it answers with are columns that plugins added to the session. */
  readonly "session.create": (
    signIn: {
      readonly user: User;
      readonly method: SignInMethod;
      readonly isNewUser: boolean;
      /** The same user's session in this browser, which ends with it; null: there is none. */
      readonly replaced: SessionRow | null;
    },
    ctx: TxContext,
  ) => AddedColumns | undefined | Promise<AddedColumns | undefined>;
}

/** Values of columns that plugins added, by their names. */
export type AddedColumns = Readonly<Record<string, unknown>>;

/** What of a user is about to change: never the address. */
export type UserChange = Readonly<Record<string, unknown>> &
  Omit<Patch<typeof userModel>, "email"> & { readonly email?: never };

/** What a plugin adds beside calls, users and errors: extended by an interface that names at least its events and letters. */
export interface Additions {
  /** Columns of the session; unknown: none. */
  readonly session: unknown;
  /** What listeners hear of it, a union; never: nothing. */
  readonly event: PluginEvent;
  /** What it writes, a union; never: nothing. */
  readonly email: PluginEmail;
  /** The moments that it opens to others' rules; unknown: none. */
  readonly hooks: unknown;
  /** What types say of models, by their names: `ModelFaces`; unknown: nothing. */
  readonly models: unknown;
}

/** What types say of a model, beside what `models` and `extends` say at run time. */
export interface ModelFaces {
  /** For who owns the model: columns by which a row is told from others wherever an answer shows one. */
  readonly like?: unknown;
  /** For who extends it: the added columns, as answers show them. */
  readonly shown?: unknown;
  /** The same as input takes them: those that have to be there, and those that may. */
  readonly taken?: unknown;
}

/** What most plugins add of it: nothing. */
export interface NoAdditions {
  readonly session: unknown;
  readonly event: never;
  readonly email: never;
  readonly hooks: unknown;
  readonly models: unknown;
}

/** What a plugin adds to a model that is not its own. */
export interface ModelExtension {
  readonly columns?: ColumnMap;
  /** Columns that are looked up together. */
  readonly indexes?: readonly (readonly string[])[];
  /** Columns that `startsWith` looks up. */
  readonly searched?: readonly string[];
}

/** An extension: data, rules and a listener. Made by `definePlugin`. */
export interface Plugin<
  Endpoints = unknown,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = string,
  Adds extends Additions = NoAdditions,
> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up, its errors and all else. */
  readonly $: {
    readonly endpoints: Endpoints;
    readonly user: UserColumns;
    readonly userInput: UserInput;
    readonly error: Codes;
    readonly session: Adds["session"];
    readonly event: Adds["event"];
    readonly email: Adds["email"];
    readonly hooks: Adds["hooks"];
    readonly models: Adds["models"];
  };
  readonly id: string;
  /** Ids of plugins that must be there, too. */
  readonly requires: readonly string[];
  /** Handed to every endpoint as its second argument. */
  readonly options: unknown;
  readonly errors: ErrorCatalogue;
  readonly models: readonly Model[];
  /** What it adds to the models of core and other plugins, by their names, e.g. `{ user: { columns: { plan: text() } } }`. */
  readonly extends: Readonly<Record<string, ModelExtension>>;
  /** Unique column of the user → the code of the error when somebody else has that value. */
  readonly taken: Readonly<Record<string, string>>;
  /** Calls by name, nested as their URLs are: `POST /sign-in/username` is `signIn.username`. */
  readonly endpoints: Endpoints;
  /** Routes that a browser visits and nobody calls. */
  readonly pages: readonly AnyEndpoint[];
  /** Ways to sign in that it brings: `providerId` of their accounts → what people call them, e.g. `{ google: "Google" }`. */
  readonly providerNames: Readonly<Record<string, string>>;
  readonly hooks: PluginHooks;
  readonly onEvent: PluginEventListener | null;
  /** Whether this person looks after the app, and may act for others where a route says so. */
  readonly isAdmin: ((user: User) => boolean) | null;
  /** The column of the session that names who acts in the user's place, where somebody does. */
  readonly actorColumn: string | null;
  /** Why it cannot be run as it is configured, each a sentence: `createAuth` refuses with them. */
  readonly configErrors: ConfigErrors;
}

/** Sentences, or how to find them by what the app has set, e.g. which origins are trusted. */
export type ConfigErrors = readonly string[] | ((settings: Settings) => readonly string[]);

export type AnyPlugin = Plugin<any, any, any, any, any>;

/** Rules at the core's moments, and at those that other plugins open: each reads its own, by `hooksFor`. */
export type PluginHooks = Partial<Hooks> & { readonly [hookName: string]: unknown };

export interface PluginDeclaration<Endpoints> {
  readonly id: string;
  readonly requires?: readonly string[];
  readonly options?: unknown;
  readonly errors?: ErrorCatalogue;
  readonly models?: readonly Model[];
  readonly extends?: Readonly<Record<string, ModelExtension>>;
  readonly taken?: Readonly<Record<string, string>>;
  readonly endpoints?: Endpoints;
  readonly pages?: readonly AnyEndpoint[];
  readonly providerNames?: Readonly<Record<string, string>>;
  readonly hooks?: PluginHooks;
  readonly onEvent?: PluginEventListener;
  readonly isAdmin?: (user: User) => boolean;
  readonly actorColumn?: string;
  readonly configErrors?: ConfigErrors;
}

/** A frozen plugin. Its type is what its function declares: `Plugin<Endpoints, UserColumns, UserInput, Codes, Adds>`. */
export function definePlugin<
  Endpoints,
  UserColumns,
  UserInput,
  Codes extends string,
  Adds extends Additions = NoAdditions,
>(declaration: PluginDeclaration<Endpoints>): Plugin<Endpoints, UserColumns, UserInput, Codes, Adds> {
  const plugin: Omit<Plugin<Endpoints>, "$"> = {
    id: declaration.id,
    requires: declaration.requires ?? [],
    options: declaration.options ?? {},
    errors: declaration.errors ?? {},
    models: declaration.models ?? [],
    extends: declaration.extends ?? {},
    taken: declaration.taken ?? {},
    endpoints: declaration.endpoints ?? ({} as Endpoints),
    pages: declaration.pages ?? [],
    providerNames: declaration.providerNames ?? {},
    hooks: declaration.hooks ?? {},
    onEvent: declaration.onEvent ?? null,
    isAdmin: declaration.isAdmin ?? null,
    actorColumn: declaration.actorColumn ?? null,
    configErrors: declaration.configErrors ?? [],
  };
  return Object.freeze(plugin) as Plugin<Endpoints, UserColumns, UserInput, Codes, Adds>;
}

/**
 * How a plugin tells its own events, each of the union that it adds.
 *
 * @example const tell = eventsFor<TermsEvent>(); tell(ctx, { type: "terms.accepted", userId });
 */
export const eventsFor =
  <Event extends PluginEvent>(): ((ctx: Pick<TxContext, "emit">, event: Event) => void) =>
  (ctx, event) =>
    ctx.emit(event as PluginEvent as CoreEvent);

/** Reads the rules at a moment, in the order they are listed. */
export type HookReader<OwnHooks> = <HookName extends keyof OwnHooks & string>(
  ctx: Pick<TxContext, "hooks">,
  hookName: HookName,
) => readonly OwnHooks[HookName][];

/**
 * How a plugin asks the rules at a moment that it has opened: those of other plugins and of the app, in the order they are
 * listed.
 *
 * @example for (const rule of hooksAt(ctx, "member.add")) draft = await rule(draft, ctx);
 */
export const hooksFor =
  <OwnHooks>(): HookReader<OwnHooks> =>
  (ctx, hookName) =>
    ctx.hooks(hookName as keyof Hooks) as readonly any[];
