import type { AddedBy, CallOptions, NodeHeaders, OutputOf, ServerCalls } from "./contract/calls.js";
import type { AuthConfig, ConfigError } from "./contract/config.js";
import { commonError, type ErrorEntry } from "./contract/errors.js";
import { logFailure } from "./contract/log.js";
import type { AnyPlugin } from "./contract/plugin.js";
import type { NoColumns, Together, WithUserColumns } from "./contract/plugin-types.js";
import type { Connection } from "./http/caller.js";
import { fromRequest } from "./http/fetch-request.js";
import { replyWithError, toResponse } from "./http/reply.js";
import type { ColumnMap } from "./model/column.js";
import type { Schema } from "./model/schema.js";
import type { CallArguments } from "./pipeline/call-arguments.js";
import { addContext } from "./pipeline/context-of.js";
import { createReplier, type Replier } from "./pipeline/handler.js";
import { addInspection } from "./pipeline/inspection.js";
import { createPipeline } from "./pipeline/pipeline.js";
import { type Mountable, replies } from "./pipeline/replies.js";
import { type Around, createServerCalls } from "./pipeline/server-calls.js";
import { createSessionCheck, type RequestHeaders, type SessionOptions } from "./pipeline/session-check.js";
import type { AccountListEndpoints, CoreEndpoints, CoreServerEndpoints } from "./routes/endpoints.js";
import { checkTables } from "./startup/check-tables.js";
import { withOutbox } from "./startup/config-shape-errors.js";
import { createContext, type LiveContext } from "./startup/create-context.js";
import { type AuthDefinition, defineAuth } from "./startup/define-auth.js";
import { withEnvironment } from "./startup/environment.js";

/** Answers a request. `connection`: facts from the server below: the peer's address, and a body that was read before. */
export type Handler = (request: Request, connection?: Connection) => Promise<Response>;

/** A running auth: the request handler, and the calls as functions. */
export interface Auth<Plugins extends readonly AnyPlugin[] = readonly [], AppTransaction = unknown> extends Mountable {
  /** Answers every request below `basePath`; any other path gets 404. Rejects only if the config is incomplete. */
  readonly handler: Handler;
  /** The routes as functions: `POST /sign-in/email` is `api.signIn.email(input, { headers })`. Throws `AuthError`. */
  readonly api: ServerCalls<
    CoreEndpoints &
      AccountListEndpoints &
      CoreServerEndpoints &
      Together<Plugins>["endpoints"] &
      Together<Plugins>["serverEndpoints"],
    AddedBy<Plugins>
  > & { readonly getSession: SessionCall<Plugins> };
  /**
   * The session and user of a request, or null. Takes the request or its headers. Changes no row and sets no cookie;
   * with `setCookie`, a due session is extended, as a visit does.
   *
   * @throws TypeError if there are no headers, StorageUnavailable if the database does not answer.
   * @example
   * const found = await auth.session(request.headers);
   * if (!found) return new Response(null, { status: 401 });
   */
  readonly session: (request: RequestHeaders, options?: SessionOptions) => Promise<SessionWithUser<Plugins> | null>;
  /**
   * Runs calls of the library and statements of the app in a database transaction: all rows or no row. `api`: the calls
   * of `auth.api`, inside the transaction. `tx`: the transaction object of the app's database layer, e.g. Kysely's
   * `Transaction`. Emails, events and cookies follow the commit. The work may run again after a deadlock, so the work
   * must have no other effects.
   *
   * @throws what the work throws, after a rollback; Error if the database has no such transactions.
   * @example
   * await auth.transaction(async ({ api, tx }) => {
   *   const { user } = await api.signUp.email({ name, email, password });
   *   await tx.insertInto("profile").values({ userId: user.id }).execute();
   * });
   */
  readonly transaction: <T>(
    work: (inside: { readonly api: Auth<Plugins>["api"]; readonly tx: AppTransaction }) => Promise<T>,
  ) => Promise<T>;
  /** All models with the plugins' columns, e.g. for `planMigration`. */
  readonly schema: Schema;
  /** For the type checker only: the columns of `user.columns`, for `userColumns<typeof auth>()` of a client. */
  readonly $: { readonly userColumns: Together<Plugins>["userColumns"] };
  /** Every error by code, e.g. to translate the messages. */
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  /**
   * Resolves if the config is complete, the database answers, and each table can be read. A config that lacks only values
   * of the environment makes an auth, so that apps can be built without secrets: a server calls this before it listens.
   * Reads each table once.
   *
   * @throws ConfigError that names the missing values, StorageUnavailable if the database does not answer, Error that names
   * a missing table.
   * @example
   * await auth.ready();
   * server.listen(3000);
   */
  readonly ready: () => Promise<void>;
  /** Resolves when all emails are delivered and all listeners are done: for the end of a process, or in a test. */
  readonly idle: () => Promise<void>;
}

/** A session and the user, with the columns of plugins. */
export type SessionWithUser<Plugins extends readonly AnyPlugin[]> = NonNullable<
  OutputOf<CoreEndpoints["getSession"], AddedBy<Plugins>>
>;

/**
 * The session of an auth with its user, with the columns of plugins.
 *
 * @example type Session = SessionOf<typeof auth>;
 */
export type SessionOf<A extends Pick<Auth, "session">> = NonNullable<Awaited<ReturnType<A["session"]>>>;

/**
 * The user of an auth, with the columns of plugins.
 *
 * @example type User = UserOf<typeof auth>;
 */
export type UserOf<A extends Pick<Auth, "session">> = SessionOf<A>["user"];

/** `getSession` as better-auth has it: one object with the headers, and the input under `query`. */
type SessionCall<Plugins extends readonly AnyPlugin[]> = (
  call: CallOptions & {
    readonly headers: Headers | NodeHeaders;
    readonly query?: CoreEndpoints["getSession"]["$"]["input"];
  },
) => Promise<SessionWithUser<Plugins> | null>;

/**
 * Creates an auth from a config. Opens no connection and reads no table. If only values of the environment are missing
 * (the secret, `baseURL`, the URL of the database), as in a build, the first request or call throws the `ConfigError`.
 *
 * @throws ConfigError with every config error at once, if the config is invalid or unsafe.
 * @example
 * const auth = createAuth({
 *   database: sqlite("app.db"), // the secret and the URL are AUTH_SECRET and AUTH_URL of the environment
 *   emailAndPassword: { enabled: true },
 * });
 */
export function createAuth<
  const Plugins extends readonly AnyPlugin[] = readonly [],
  AppTransaction = never,
  Columns extends ColumnMap = NoColumns,
>(config: AuthConfig<Plugins, AppTransaction, Columns>): Auth<WithUserColumns<Plugins, Columns>, AppTransaction> {
  type Made = Auth<WithUserColumns<Plugins, Columns>, AppTransaction>;
  // The config's own type has checked the emails and events; inside, any plugin is possible.
  const erased: AuthConfig<any, any, any> = withOutbox(withEnvironment(config as AuthConfig<any, any, any>));
  const definition = defineAuth(erased);
  const { ctx, outages, appTransactions, idle } = start(definition, erased);
  // A plugin describes the whole auth.
  addInspection(ctx, definition, erased);
  const { missing } = definition;
  const ready = async (): Promise<void> => {
    if (missing) throw missing;
    await checkTables(ctx);
  };
  const pipeline = missing ? () => Promise.reject(missing) : createPipeline(ctx, erased);
  const reply = missing
    ? replyToNone(missing, config.log)
    : createReplier(ctx, definition.routes, { pipeline, outages, log: config.log });
  const auth: Omit<Made, "$"> = {
    handler: async (request, connection) => {
      if (missing) throw missing;
      return toResponse(await reply(fromRequest(request, connection?.body), connection));
    },
    [replies]: reply,
    api: createServerCalls(pipeline, definition) as Made["api"],
    session: createSessionCheck(pipeline, definition.routes) as Made["session"],
    transaction: async (work) => {
      if (missing) throw missing;
      return appTransactions.run(async ({ ctx, tx, call, afterCommit }) => {
        const around: Around = (given, run) => call(() => run(withCookiesAfter(given, afterCommit)));
        const api = createServerCalls(createPipeline(ctx, erased), definition, around) as Made["api"];
        return work({ api, tx: tx as AppTransaction });
      });
    },
    get schema() {
      // For migrations. The command line makes schemas for other tools by the definition itself.
      if (missing) throw missing;
      return definition.schema;
    },
    errors: definition.errors,
    ready,
    idle,
  };
  addContext(auth, ctx);
  return Object.freeze(addInspection(auth, definition, erased, ctx)) as Made;
}

function start(definition: AuthDefinition, config: AuthConfig): LiveContext {
  try {
    return createContext(definition, config);
  } catch (error) {
    throw error instanceof Error ? addInspection(error, definition, config) : error;
  }
}

/** Bridges to other servers get a response, and the log gets the missing values. */
const replyToNone =
  (missing: ConfigError, log: AuthConfig["log"]): Replier =>
  async () => {
    logFailure(log, missing.message, missing);
    return replyWithError(commonError("INTERNAL_SERVER_ERROR"), []);
  };

/** The cookies of a call in a transaction follow the commit. */
function withCookiesAfter(given: CallArguments, afterCommit: (effect: () => void) => void): CallArguments {
  const { setCookie } = given.options;
  if (!setCookie) return given;
  return { ...given, options: { ...given.options, setCookie: (line) => afterCommit(() => setCookie(line)) } };
}
