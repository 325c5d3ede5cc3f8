import type { ColumnMap } from "../model/column.js";
import type { Insert, Model, Patch } from "../model/model.js";
import type { SessionRow, User, userModel } from "../model/models.js";
import type { Settings } from "./config.js";
import type { TxContext } from "./context.js";
import type { AnyEndpoint } from "./endpoint.js";
import type { ErrorCatalogue, ErrorEntry } from "./errors.js";
import type { CoreEvent, PluginEvent, PluginEventListener, SignInMethod } from "./events.js";
import type { Known, ParsedFields, PluginTypes, SignUpFields } from "./plugin-types.js";

/** The types that decide what hooks get: of a plugin, or of all plugins of an app. */
export type HookTypes = Pick<PluginTypes, "user" | "session" | "signUpFields">;

/** A user about to be created, with the plugins' columns. */
export type UserDraft<Types extends HookTypes = PluginTypes> = Insert<typeof userModel> &
  Readonly<Record<string, unknown>> &
  Partial<Types["user"]>;

/** How a user is created. */
export interface UserCreation<Types extends HookTypes = PluginTypes> {
  /** The user signs up, with a password or through a provider. False: the app or an administrator creates the user. */
  readonly isSignUp: boolean;
  /** The fields of sign-up that plugins declare as `signUpFields`, checked. Only `signUp.email` takes them. */
  readonly fields: ParsedFields<Types["signUpFields"]>;
}

/**
 * The moments at which a plugin or an app may change or refuse what is about to be written.
 * A rule runs inside the transaction, gets a draft and answers with a draft; to say no it calls `ctx.refuse(code)`.
 */
export interface Hooks<Types extends HookTypes = PluginTypes> {
  readonly "user.create": (
    draft: UserDraft<Types>,
    ctx: TxContext,
    creation: UserCreation<Types>,
  ) => UserDraft | Promise<UserDraft>;
  readonly "user.update": (
    change: UserChange<Types>,
    ctx: TxContext,
    user: User & Types["user"],
  ) => UserChange | Promise<UserChange>;
  /** Before the user and all that is theirs goes; what is to go with them is removed here. */
  readonly "user.delete": (user: User & Types["user"], ctx: TxContext) => void | Promise<void>;
  /** Before an address becomes a user's, whether it is proven yet or not; where the present one is asked first, before that, too. */
  readonly "email.change": (
    change: { readonly user: User & Types["user"]; readonly newEmail: string },
    ctx: TxContext,
  ) => void | Promise<void>;
  /** Before a session is opened, however the person signed in. What it answers with are columns that plugins added to the session. */
  readonly "session.create": (
    signIn: {
      readonly user: User & Types["user"];
      readonly method: SignInMethod;
      readonly isNewUser: boolean;
      /** The same user's session in this browser, which ends with it; null: there is none. */
      readonly replaced: (SessionRow & Types["session"]) | null;
    },
    ctx: TxContext,
  ) => AddedColumns | undefined | Promise<AddedColumns | undefined>;
}

/** Values of columns that plugins added, by their names. */
export type AddedColumns = Readonly<Record<string, unknown>>;

/** What of a user is about to change: never the address. */
export type UserChange<Types extends HookTypes = PluginTypes> = Readonly<Record<string, unknown>> &
  Omit<Patch<typeof userModel>, "email"> & { readonly email?: never } & Partial<Omit<Types["user"], "email">>;

/** What types say of a model, beside what `models` and `extends` say at run time. */
export interface ModelFaces {
  /** For who owns the model: columns by which a row is told from others wherever an answer shows one. */
  readonly like?: unknown;
  /** For who extends it: the added columns, as answers show them. */
  readonly shown?: unknown;
  /** The same as input takes them: those that have to be there, and those that may. */
  readonly taken?: unknown;
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
export interface Plugin<Types extends PluginTypes & Known<Types> = PluginTypes> {
  /** For the type checker only: the types that the plugin adds. */
  readonly $: Types;
  readonly id: string;
  /** Ids of plugins that must be there, too. */
  readonly requires: readonly string[];
  /** Handed to every endpoint as its second argument. */
  readonly options: unknown;
  readonly errors: ErrorCatalogue;
  readonly models: readonly Model[];
  /** What it adds to the models of core and other plugins, by their names, e.g. `{ user: { columns: { plan: text() } } }`. */
  readonly extends: Readonly<Record<string, ModelExtension>>;
  /** Fields of sign-up that are no columns: the hooks at "user.create" get them. */
  readonly signUpFields: SignUpFields;
  /** Unique column of the user → the code of the error when another user has that value. */
  readonly taken: Readonly<Record<string, string>>;
  /** Calls by name, nested as their URLs are: `POST /sign-in/username` is `signIn.username`. */
  readonly endpoints: Types["endpoints"] & Types["serverEndpoints"];
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

export type AnyPlugin = Plugin<any>;

/** Rules at the core's moments, and at those that other plugins open: each reads its own, by `hooksFor`. */
export type PluginHooks = Partial<Hooks> & { readonly [hookName: string]: unknown };

/** What `definePlugin` takes: see `Plugin` for each member. */
export interface PluginDeclaration<Types extends PluginTypes = PluginTypes> {
  readonly id: string;
  readonly requires?: readonly string[];
  readonly options?: unknown;
  readonly errors?: Readonly<Record<Types["errorCode"], ErrorEntry>>;
  readonly models?: readonly Model[];
  readonly extends?: Readonly<Record<string, ModelExtension>>;
  readonly signUpFields?: SignUpFields & Types["signUpFields"];
  readonly taken?: Readonly<Record<string, Types["errorCode"]>>;
  readonly endpoints?: Types["endpoints"] & Types["serverEndpoints"];
  readonly pages?: readonly AnyEndpoint[];
  readonly providerNames?: Readonly<Record<string, string>>;
  readonly hooks?: Partial<Hooks<Types>> & { readonly [hookName: string]: unknown };
  readonly onEvent?: PluginEventListener;
  readonly isAdmin?: (user: User & Types["user"]) => boolean;
  readonly actorColumn?: string;
  readonly configErrors?: ConfigErrors;
}

/**
 * A frozen plugin. Its types are those that its function declares.
 *
 * @example const terms = (options: TermsOptions): Plugin<TermsTypes> => definePlugin({ id: "terms", options, … });
 */
export function definePlugin<Types extends PluginTypes & Known<Types> = PluginTypes>(
  declaration: PluginDeclaration<Types>,
): Plugin<Types> {
  const plugin: Omit<Plugin, "$"> = {
    id: declaration.id,
    requires: declaration.requires ?? [],
    options: declaration.options ?? {},
    errors: declaration.errors ?? {},
    models: declaration.models ?? [],
    extends: declaration.extends ?? {},
    signUpFields: declaration.signUpFields ?? {},
    taken: declaration.taken ?? {},
    endpoints: declaration.endpoints ?? {},
    pages: declaration.pages ?? [],
    providerNames: declaration.providerNames ?? {},
    hooks: (declaration.hooks as PluginHooks | undefined) ?? {},
    onEvent: declaration.onEvent ?? null,
    isAdmin: (declaration.isAdmin as Plugin["isAdmin"] | undefined) ?? null,
    actorColumn: declaration.actorColumn ?? null,
    configErrors: declaration.configErrors ?? [],
  };
  return Object.freeze(plugin) as Plugin<Types>;
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
