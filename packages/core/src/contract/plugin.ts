import type { EncryptedColumn } from "../adapter/encrypted-columns.js";
import type { Model } from "../model/model.js";
import type { User } from "../model/models.js";
import type { Settings } from "./config.js";
import type { AnyEndpoint } from "./endpoint.js";
import type { ErrorCatalogue, ErrorEntry } from "./errors.js";
import type { PluginEventListener } from "./events.js";
import type { Hooks } from "./hooks.js";
import type { WriteEmail } from "./mail.js";
import type { ModelExtension } from "./model-extension.js";
import type { OutboxKind } from "./outbox.js";
import type { Known, PluginTypes, PublicOptionsHook, SignUpFields } from "./plugin-types.js";

/** A plugin: data, hooks and a listener. Made by `definePlugin`. */
export interface Plugin<Types extends PluginTypes & Known<Types> = PluginTypes> {
  /** For the type checker only: what the plugin adds to calls, users, sign-up, errors and all else. */
  readonly $: Types;
  readonly id: string;
  /** Ids of required plugins. */
  readonly requires: readonly string[];
  /** The second argument of every endpoint. */
  readonly options: unknown;
  readonly errors: ErrorCatalogue;
  readonly models: readonly Model[];
  /** Additions to models of core and other plugins, by name, e.g. `{ user: { columns: { plan: text() } } }`. */
  readonly extends: Readonly<Record<string, ModelExtension>>;
  /** Fields of sign-up that are no columns: the hooks at "user.create" get them. */
  readonly signUpFields: SignUpFields;
  /** Unique column of the user → the error when another user has that value. */
  readonly taken: Readonly<Record<string, ErrorEntry>>;
  /** Calls by name, nested like their URLs: `POST /sign-in/username` is `signIn.username`. */
  readonly endpoints: Types["endpoints"] & Types["serverEndpoints"];
  /** Routes for navigation of a browser, without a call in `auth.api` or the client. */
  readonly pages: readonly AnyEndpoint[];
  /** Ways to sign in: `providerId` of their accounts → display name, e.g. `{ google: "Google" }`. */
  readonly providerNames: Readonly<Record<string, string>>;
  readonly hooks: PluginHooks;
  /** The names of the hooks that the plugin calls and an app may have, e.g. `{ "terms.accept": true }`. */
  readonly hookNames: Readonly<Record<string, true>>;
  readonly onEvent: PluginEventListener | null;
  /** Columns with values of `ctx.encryptedValues`: `keyhold rotate` encrypts the values again. */
  readonly encrypted: readonly EncryptedColumn[];
  /** The kinds of outbox entries that the plugin adds: with the first kind an auth has the table `outbox`. */
  readonly outbox: readonly OutboxKind[];
  /** Writes an email in the transaction of its cause, in place of a delivery after the commit. */
  readonly writeEmail: WriteEmail | null;
  /** Whether a user is an administrator, who may act for other users if a route allows it. */
  readonly isAdmin: ((user: User) => boolean) | null;
  /** The column of the session with the id of the administrator who impersonates the user. */
  readonly actorColumn: string | null;
  /** Signed cookies that clients keep in token mode, e.g. of a sign-in in several steps: names without the prefix. */
  readonly stateCookies: readonly string[];
  /** Apps in token mode, as in `session.bearer.clients`, which counts for an app that is in both. */
  readonly clients: Readonly<
    Record<string, { readonly expiresInSeconds?: number; readonly absoluteExpiresInSeconds?: number }>
  >;
  /** Config errors, each a sentence: `createAuth` throws them. */
  readonly configErrors: ConfigErrors;
  /** What the environment did not give, each a sentence: the first request or call throws them. A build has no secrets. */
  readonly missing: readonly string[];
}

/** Config errors, or a function that finds them by the settings of the app, e.g. by the trusted origins. */
export type ConfigErrors = readonly string[] | ((settings: Settings) => readonly string[]);

/** A plugin of any types: the constraint of a list of plugins. */
export type AnyPlugin = Plugin<any>;

/** Hooks of core, and hooks that other plugins define: each plugin reads them by `hooksFor`. */
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
  readonly taken?: Readonly<
    Record<string, [Types["errorCode"]] extends [never] ? ErrorEntry : ErrorEntry<Types["errorCode"]>>
  >;
  readonly endpoints?: Types["endpoints"] & Types["serverEndpoints"];
  readonly pages?: readonly AnyEndpoint[];
  readonly providerNames?: Readonly<Record<string, string>>;
  readonly hooks?: Partial<Hooks<Types> & PublicOptionsHook<Types>> & { readonly [hookName: string]: unknown };
  readonly onEvent?: PluginEventListener;
  readonly encrypted?: readonly EncryptedColumn[];
  readonly outbox?: readonly OutboxKind[];
  readonly writeEmail?: WriteEmail;
  readonly isAdmin?: (user: User & Types["user"]) => boolean;
  readonly actorColumn?: string;
  readonly stateCookies?: readonly string[];
  readonly clients?: Plugin["clients"];
  readonly configErrors?: ConfigErrors;
  readonly missing?: readonly string[];
}

/** A plugin with hooks of its own names the hooks: an app may have no hook that the plugins do not call. */
export type HookNames<Types extends PluginTypes> = unknown extends Types["hooks"]
  ? unknown
  : { readonly hookNames: Readonly<Record<keyof Types["hooks"] & string, true>> };

/**
 * A frozen plugin. The types are declared by the plugin's function. Without declared types, the type of the error codes is
 * `never`: TypeScript would otherwise drop the types of other plugins from a list, as subtypes of this plugin.
 *
 * @example const terms = (options: TermsOptions): Plugin<TermsTypes> => definePlugin({ id: "terms", options, … });
 */
export function definePlugin<Types extends PluginTypes & Known<Types> = PluginTypes & { readonly errorCode: never }>(
  declaration: PluginDeclaration<Types> & HookNames<Types>,
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
    hookNames: (declaration as Partial<Pick<Plugin, "hookNames">>).hookNames ?? {},
    onEvent: declaration.onEvent ?? null,
    encrypted: declaration.encrypted ?? [],
    outbox: declaration.outbox ?? [],
    writeEmail: declaration.writeEmail ?? null,
    isAdmin: (declaration.isAdmin as Plugin["isAdmin"] | undefined) ?? null,
    actorColumn: declaration.actorColumn ?? null,
    stateCookies: declaration.stateCookies ?? [],
    clients: declaration.clients ?? {},
    configErrors: declaration.configErrors ?? [],
    missing: declaration.missing ?? [],
  };
  return Object.freeze(plugin) as Plugin<Types>;
}
