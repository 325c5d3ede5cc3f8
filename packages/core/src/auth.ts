import type { AddedBy, CallOptions, NodeHeaders, OutputOf, ServerCalls } from "./contract/calls.js";
import type { AuthConfig } from "./contract/config.js";
import type { ErrorEntry } from "./contract/errors.js";
import type { AnyPlugin } from "./contract/plugin.js";
import type { Together } from "./contract/plugin-types.js";
import type { Connection } from "./http/caller.js";
import { fromRequest } from "./http/fetch-request.js";
import { toResponse } from "./http/reply.js";
import type { Schema } from "./model/schema.js";
import { createReplier } from "./pipeline/handler.js";
import { createPipeline } from "./pipeline/pipeline.js";
import { type Mountable, replies } from "./pipeline/replies.js";
import { createServerCalls } from "./pipeline/server-calls.js";
import { createSessionCheck, type RequestHeaders, type SessionOptions } from "./pipeline/session-check.js";
import type { CoreEndpoints, CoreServerEndpoints } from "./routes/index.js";
import { createContext } from "./startup/create-context.js";
import { defineAuth } from "./startup/define-auth.js";

/** Answers a request. `connection`: facts about it from the server below, e.g. the peer's address. */
export type Handler = (request: Request, connection?: Connection) => Promise<Response>;

/** A running auth: the request handler, and its calls as functions. */
export interface Auth<Plugins extends readonly AnyPlugin[] = readonly []> extends Mountable {
  /** Answers every request below `basePath`; any other path gets 404. Never rejects. */
  readonly handler: Handler;
  /** The routes as functions: `POST /sign-in/email` is `api.signIn.email(input, { headers })`. Throws `AuthError`. */
  readonly api: ServerCalls<
    CoreEndpoints & CoreServerEndpoints & Together<Plugins>["endpoints"] & Together<Plugins>["serverEndpoints"],
    AddedBy<Plugins>
  > & { readonly getSession: SessionCall<Plugins> };
  /**
   * Who sent a request: its session and user, or null. Takes the request or its headers. Changes no row and sets no
   * cookie; with `setCookie` it extends a session when that is due, as a visit does.
   *
   * @throws TypeError if there are no headers, StorageUnavailable if the database does not answer.
   * @example
   * const found = await auth.session(request.headers);
   * if (!found) return new Response(null, { status: 401 });
   */
  readonly session: (request: RequestHeaders, options?: SessionOptions) => Promise<SessionWithUser<Plugins> | null>;
  /** All models with the plugins' columns, e.g. for `planMigration`. */
  readonly schema: Schema;
  /** Every error by its code, e.g. to translate the messages. */
  readonly errors: ReadonlyMap<string, ErrorEntry>;
  /** Resolves when all emails are delivered and all listeners are done: for the end of a process, or in a test. */
  readonly idle: () => Promise<void>;
}

/** A session and its user, with the columns of plugins. */
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
 * Creates an auth from its config. Opens no connection and reads no table.
 *
 * @throws ConfigError with every config error at once, if the config is invalid or unsafe.
 * @example
 * const auth = createAuth({
 *   secret: process.env.AUTH_SECRET,
 *   baseURL: "http://localhost:3000",
 *   database: sqlite("app.db"),
 *   emailAndPassword: { enabled: true },
 * });
 */
export function createAuth<const Plugins extends readonly AnyPlugin[] = readonly []>(
  config: AuthConfig<Plugins>,
): Auth<Plugins> {
  // The config's own type has checked the emails and events; inside, any plugin is possible.
  const erased: AuthConfig<any> = config;
  const definition = defineAuth(erased);
  const { ctx, outages, idle } = createContext(definition, erased);
  const pipeline = createPipeline(ctx, erased);
  const reply = createReplier(ctx, definition.routes, { pipeline, outages, log: config.log });
  const auth: Auth<Plugins> = {
    handler: async (request, connection) => toResponse(await reply(fromRequest(request), connection)),
    [replies]: reply,
    api: createServerCalls(pipeline, definition) as Auth<Plugins>["api"],
    session: createSessionCheck(pipeline, definition.routes) as Auth<Plugins>["session"],
    schema: definition.schema,
    errors: definition.errors,
    idle,
  };
  return Object.freeze(auth);
}
