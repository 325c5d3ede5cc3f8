import type { TxContext } from "./context.js";
import type { AnyEndpoint } from "./endpoint.js";
import type { ErrorCatalogue } from "./errors.js";
import type { EventListener, SignInMethod } from "./events.js";
import type { ColumnMap } from "./model/column.js";
import type { Insert, Model, Patch } from "./model/model.js";
import type { User, userModel } from "./model/models.js";

/** A user about to be created, with the plugins' columns. */
export type UserDraft = Insert<typeof userModel> & Readonly<Record<string, unknown>>;

/**
 * The moments at which a plugin or an app may change or refuse what is about to be written.
 * A rule runs inside the transaction, gets a draft and answers with a draft; to say no it calls `ctx.refuse(code)`.
 */
export interface Rules {
  readonly "user.create": (draft: UserDraft, ctx: TxContext) => UserDraft | Promise<UserDraft>;
  readonly "user.update": (change: UserChange, ctx: TxContext, user: User) => UserChange | Promise<UserChange>;
  /** Before the user and all that is theirs goes; what is to go with them is removed here. */
  readonly "user.delete": (user: User, ctx: TxContext) => void | Promise<void>;
  /** Before an address becomes a user's, whether it is proven yet or not; where the present one is asked first, before that, too. */
  readonly "email.change": (
    change: { readonly user: User; readonly newEmail: string },
    ctx: TxContext,
  ) => void | Promise<void>;
  /** Before a session is opened, however the person signed in. */
  readonly "session.create": (
    signIn: { readonly user: User; readonly method: SignInMethod; readonly isNewUser: boolean },
    ctx: TxContext,
  ) => void | Promise<void>;
}

/** What of a user is about to change: never the address. */
export type UserChange = Readonly<Record<string, unknown>> &
  Omit<Patch<typeof userModel>, "email"> & { readonly email?: never };

/** An extension: data, rules and a listener. Made by `definePlugin`. */
export interface Plugin<
  Endpoints = unknown,
  UserColumns = unknown,
  UserInput = unknown,
  Codes extends string = string,
> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up and its errors. */
  readonly $: {
    readonly endpoints: Endpoints;
    readonly user: UserColumns;
    readonly userInput: UserInput;
    readonly error: Codes;
  };
  readonly id: string;
  /** Ids of plugins that must be there, too. */
  readonly requires: readonly string[];
  /** Handed to every endpoint as its second argument. */
  readonly options: unknown;
  readonly errors: ErrorCatalogue;
  readonly models: readonly Model[];
  /** Columns that it adds to the user. */
  readonly userColumns: ColumnMap;
  /** Unique column of the user → the code of the error when somebody else has that value. */
  readonly taken: Readonly<Record<string, string>>;
  /** Calls by name, nested as their URLs are: `POST /sign-in/username` is `signIn.username`. */
  readonly endpoints: Endpoints;
  /** Routes that a browser visits and nobody calls. */
  readonly pages: readonly AnyEndpoint[];
  readonly rules: Partial<Rules>;
  readonly onEvent: EventListener | null;
  /** Why it cannot be run as it is configured, each a sentence: `createAuth` refuses with them. */
  readonly problems: readonly string[];
}

export type AnyPlugin = Plugin<any, any, any, any>;

export interface PluginDeclaration<Endpoints> {
  readonly id: string;
  readonly requires?: readonly string[];
  readonly options?: unknown;
  readonly errors?: ErrorCatalogue;
  readonly models?: readonly Model[];
  readonly userColumns?: ColumnMap;
  readonly taken?: Readonly<Record<string, string>>;
  readonly endpoints?: Endpoints;
  readonly pages?: readonly AnyEndpoint[];
  readonly rules?: Partial<Rules>;
  readonly onEvent?: EventListener;
  readonly problems?: readonly string[];
}

/** A frozen plugin. Its type is what its function declares: `Plugin<Endpoints, UserColumns, UserInput, Codes>`. */
export function definePlugin<Endpoints, UserColumns, UserInput, Codes extends string>(
  declaration: PluginDeclaration<Endpoints>,
): Plugin<Endpoints, UserColumns, UserInput, Codes> {
  const plugin: Omit<Plugin<Endpoints>, "$"> = {
    id: declaration.id,
    requires: declaration.requires ?? [],
    options: declaration.options ?? {},
    errors: declaration.errors ?? {},
    models: declaration.models ?? [],
    userColumns: declaration.userColumns ?? {},
    taken: declaration.taken ?? {},
    endpoints: declaration.endpoints ?? ({} as Endpoints),
    pages: declaration.pages ?? [],
    rules: declaration.rules ?? {},
    onEvent: declaration.onEvent ?? null,
    problems: declaration.problems ?? [],
  };
  return Object.freeze(plugin) as Plugin<Endpoints, UserColumns, UserInput, Codes>;
}
