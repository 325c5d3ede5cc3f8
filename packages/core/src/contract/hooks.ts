import type { Locked } from "../adapter/adapter.js";
import type { HeaderLookup } from "../http/incoming-request.js";
import type { Reply } from "../http/reply.js";
import type { Insert, Patch, Row } from "../model/model.js";
import type { accountModel, SessionRow, User, userModel } from "../model/models.js";
import type { Ask, KeptWrites, Pass } from "./asked.js";
import type { AuthMethod } from "./auth-method.js";
import type { ChallengeAttempt } from "./challenge.js";
import type { Caller, Context, HookContext, ReadingContext, Session } from "./context.js";
import type { AuthError } from "./errors.js";
import type { CoreEvent, SignInMethod } from "./events.js";
import type { ParsedFields, PluginTypes } from "./plugin-types.js";
import type { SeveralAccountsHooks } from "./several-accounts.js";

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

/** A sign-up that may make the present user of a browser the account. */
export interface UpgradingSignUp<Types extends HookTypes = PluginTypes> {
  /** In stored form. */
  readonly draft: UserDraft<Types>;
  readonly caller: Caller;
  /** Ends the sign-up because another user has the value of a unique column: for the update of the user. */
  readonly onConflict: (conflict: { readonly column: string }) => never;
}

/** The call that an error answers. */
export interface ErrorCall {
  readonly headers: HeaderLookup;
  /** The session of the caller; null: not signed in, or the call failed before the session was read. */
  readonly session: Session | null;
}

/** The call that is answered. */
export interface AnsweredCall {
  /** E.g. "GET /get-session". */
  readonly route: string;
  readonly headers: HeaderLookup;
  /** The session of the caller; null: the route reads none, or the caller is not signed in. */
  readonly session: Session | null;
}

/**
 * The hooks of a plugin or an app: each may change or reject a write. A hook runs inside the transaction, gets a draft
 * and returns a draft. To reject the change, the hook calls `ctx.fail(errors.X)` with an error of its own catalogue.
 */
export interface Hooks<Types extends HookTypes = PluginTypes> extends SeveralAccountsHooks<Types> {
  readonly "user.create": (
    draft: UserDraft<Types>,
    ctx: HookContext,
    creation: UserCreation<Types>,
  ) => UserDraft | Promise<UserDraft>;
  /**
   * Called before a user who signs up is inserted, by any way to sign up. A hook may make the user of the caller's
   * session the account, e.g. a guest: it locks the user, ends the sessions from before, updates the row, and answers
   * with the row. Null: a new user is inserted. Not called if the app requires verified addresses and the address is not
   * verified.
   */
  readonly "user.upgrade": (
    signUp: UpgradingSignUp<Types>,
    ctx: HookContext,
  ) => Locked<typeof userModel> | null | Promise<Locked<typeof userModel> | null>;
  readonly "user.update": (
    change: UserChange<Types>,
    ctx: HookContext,
    user: User & Types["user"],
  ) => UserChange | Promise<UserChange>;
  /** Called before a user is deleted with all data. Remove rows of the plugin here that must go with the user. */
  readonly "user.delete": (user: User & Types["user"], ctx: HookContext) => void | Promise<void>;
  /** Before an address becomes a user's, verified or not; before the current address is asked, too. */
  readonly "email.change": (
    change: { readonly user: User & Types["user"]; readonly newEmail: string },
    ctx: HookContext,
  ) => void | Promise<void>;
  /**
   * Whether a person may act at all: fails with an error of its own catalogue if not, e.g. while the person is banned.
   * Called wherever a session is opened or a key of the person is accepted. Writes nothing.
   */
  readonly "user.act": (user: User & Types["user"], ctx: HookContext) => void | Promise<void>;
  /**
   * Called when proofs that browsers of a user carry no longer count: the password was replaced, or the user's sessions
   * were ended. Remove such proofs here, e.g. trusted browsers.
   */
  readonly "trust.end": (user: User, ctx: HookContext) => void | Promise<void>;
  /**
   * Called when a user has given a second factor, at a sign-in or in a session, e.g. by another plugin. The user is
   * locked.
   */
  readonly "factor.given": (user: User, ctx: HookContext) => void | Promise<void>;
  /**
   * Called with each error before it is answered over HTTP as JSON: also the errors of hooks and of unknown paths.
   * Answers the error to show, e.g. with a message in the user's language. A hook that throws causes 500.
   */
  readonly "error.answer": (error: AuthError, call: ErrorCall, ctx: Context) => AuthError | Promise<AuthError>;
  /** Called over HTTP with each reply that is no error: answers the reply to send. A hook that throws causes 500. */
  readonly "reply.answer": (reply: Reply, call: AnsweredCall, ctx: Context) => Reply | Promise<Reply>;
  /**
   * Called over HTTP before an action that attracts bots, after `challenge` of `createAuth` and outside of a
   * transaction. Fails with an error of its own catalogue if the client may not go on, e.g. without the response of a
   * CAPTCHA.
   */
  readonly "call.challenge": (
    attempt: ChallengeAttempt,
    ctx: Context<string>,
    /** The route, e.g. "POST /sign-in/email", and its checked input. */
    call: { readonly route: string; readonly input: unknown; readonly caller: Caller },
  ) => void | Promise<void>;
  /**
   * Called around the work of each call, over HTTP or by the server, with the headers of the request: `run` does the
   * work, with the emails and other work that it starts. Answers what `run` answers. For what follows a call through all
   * of its work, e.g. an `AsyncLocalStorage`.
   */
  readonly "call.run": <T>(headers: HeaderLookup, run: () => Promise<T>) => Promise<T>;
  /**
   * Called for each event of a transaction, at the end of the transaction: rows that the hook writes are committed
   * together with the change, e.g. an entry of the outbox. Events outside of transactions do not call it. If the hook
   * fails, the change is undone.
   */
  readonly "event.emit": (event: CoreEvent, ctx: HookContext) => void | Promise<void>;
  /** Called about once an hour, after the removal of expired rows: work that no request asks for, e.g. reminders. */
  readonly sweep: (ctx: Context) => void | Promise<void>;
  /**
   * Called when an administrator, the app or a recovery removes the second factors of a user, e.g. after a lost phone.
   * Remove factors of the plugin here; the user's sessions end afterwards.
   */
  readonly "factors.reset": (user: User, ctx: HookContext) => void | Promise<void>;
  /**
   * How many factors the user has enrolled: routes with access "fresh" and "step-up" then ask for as many. `beside`
   * "mail": without codes that are emailed to the user.
   */
  readonly "step-up.factors": (
    user: User & Types["user"],
    ctx: ReadingContext,
    beside?: "mail",
  ) => 1 | 2 | Promise<1 | 2>;
  /** The methods by which the user of a session can prove as many factors now, most convenient first. */
  readonly "step-up.methods": (
    asked: { readonly session: Session; readonly factors: 1 | 2 },
    ctx: Context,
  ) => readonly string[] | Promise<readonly string[]>;
  /**
   * Called before a sign-in opens a session, by any way to sign in: answers what is to be proven further, or null. Not
   * called when a session is exchanged for a new session, nor for an administrator who acts in the user's place. A
   * change of the second factors calls this hook, too, with the method "re-authentication": a user of whom more is
   * asked needs a recent factor.
   */
  readonly "session.ask": (
    signIn: {
      readonly user: User & Types["user"];
      readonly method: SignInMethod;
      /** What the user has proven in this sign-in. */
      readonly methods: readonly AuthMethod[];
      readonly isNewUser: boolean;
      readonly caller: Caller;
    },
    ctx: HookContext,
  ) => Ask | Pass | null | Promise<Ask | Pass | null>;
  /** Called only when a hook at "session.ask" asks: answers further methods that this user can choose from. */
  readonly "session.offer": (
    signIn: { readonly user: User & Types["user"]; readonly methods: readonly AuthMethod[] },
    ctx: HookContext,
  ) => readonly string[] | Promise<readonly string[]>;
  /**
   * Called when a pending sign-in opens a session: writes what the plugin has kept for the sign-in, and answers with
   * the locked user.
   */
  readonly "sign-in.finish": (
    writes: KeptWrites,
    ctx: HookContext,
    user: User & Types["user"],
  ) => User | undefined | Promise<User | undefined>;
  /**
   * Whether a session may only enrol or give a second factor, and sign out. Called where a session is used, and for the
   * open sessions of a changed user: the change ends a session that the hook restricts. Read a row only for rare
   * sessions: each call costs the statement.
   */
  readonly "session.restricted": (
    session: SessionRow & Types["session"] & { readonly user: User & Types["user"] },
    ctx: ReadingContext,
  ) => boolean | Promise<boolean>;
  /**
   * Called when a locked user has got a way to sign in: a password, an account at a provider, a passkey. `sessionId`: the
   * session in which it was added; true: the session gets a new token.
   */
  readonly "sign-in.way-added": (
    user: User & Types["user"],
    ctx: HookContext,
    sessionId?: string,
  ) => boolean | void | Promise<boolean> | Promise<void>;
  /** How many ways to sign in the user has beside accounts, e.g. passkeys: the last way is never removed. */
  readonly "sign-in.ways": (user: User, ctx: HookContext) => number | Promise<number>;
  /**
   * Called when the account is given to the user who has just verified the address: earlier credentials may be an
   * attacker's. Remove credentials of the plugin here, but with `keepsFactors` no second factor.
   */
  readonly "account.claim": (user: User, ctx: HookContext, keepsFactors?: boolean) => void | Promise<void>;
  /**
   * Called before accounts of a locked user are removed while the user stays: e.g. the tokens at the provider are to be
   * revoked. Before a user is deleted, "user.delete" is called instead.
   */
  readonly "account.unlink": (accounts: readonly Row<typeof accountModel>[], ctx: HookContext) => void | Promise<void>;
  /**
   * Called when the owner of an earlier address undoes a change of address: remove credentials of the plugin here that
   * were added since. `keepsFactors`: a mailbox alone asks, and removes no second factor.
   */
  readonly "email.undo": (
    undone: { readonly user: User & Types["user"]; readonly since: Date; readonly keepsFactors?: boolean },
    ctx: HookContext,
  ) => void | Promise<void>;
  /**
   * Called when a sign-in is about to end the session of another user in this browser, by any way to sign in: e.g. a
   * guest's data go to the account. `liveSession` answers that session; null if it has expired. If the hook fails, the
   * sign-in fails and the session stays.
   */
  readonly "session.replace": (
    signIn: { readonly user: User & Types["user"]; readonly caller: Caller },
    ctx: HookContext,
  ) => void | Promise<void>;
  /**
   * Called before a session is opened, by any way to sign in. Answers with columns that plugins added to the session.
   */
  readonly "session.create": (
    signIn: {
      readonly user: User & Types["user"];
      readonly method: SignInMethod;
      readonly isNewUser: boolean;
      /** The user's previous session in this browser, which is ended; else null. */
      readonly replaced: (SessionRow & Types["session"]) | null;
    },
    ctx: HookContext,
  ) => AddedColumns | undefined | Promise<AddedColumns | undefined>;
}

/** Values of columns that plugins added, by their names. */
export type AddedColumns = Readonly<Record<string, unknown>>;

/** The columns of a user that are about to change: never the address. */
export type UserChange<Types extends HookTypes = PluginTypes> = Readonly<Record<string, unknown>> &
  Omit<Patch<typeof userModel>, "email"> & { readonly email?: never } & Partial<Omit<Types["user"], "email">>;
