import { type Auth, AuthError } from "@keyhold/core";
import { nodeHandler } from "@keyhold/core/node";
import { commonErrors } from "@keyhold/core/plugin";
import { basePathOf, type Mountable, sharedRead } from "@keyhold/core/server";
import type { FastifyInstance, FastifyPluginAsync, FastifyRequest } from "fastify";
import { type RegisteredSession, reader } from "./session.js";

/** Options of the plugin. */
export interface KeyholdOptions {
  /** The result of `createAuth`. */
  readonly auth: Mountable & Pick<Auth, "ready" | "idle"> & SessionCheck;
  /**
   * The name of the function that a request gets. Default: "session". False: the request gets no function, and the app calls
   * `readSession(request)`. `Register` tells the types another name.
   */
  readonly decorator?: string | false;
}

interface SessionCheck {
  readonly session: (request: FastifyRequest) => Promise<RegisteredSession | null>;
}

const register: FastifyPluginAsync<KeyholdOptions> = async (app, { auth, decorator = "session" }) => {
  const share = sharedRead<FastifyRequest, RegisteredSession | null>();
  const session = function (this: FastifyRequest): Promise<RegisteredSession | null> {
    return share(this, () => auth.session(this));
  };
  app.decorateRequest(reader, session);
  if (decorator !== false) {
    if (app.hasRequestDecorator(decorator)) throw new Error(isTaken(decorator));
    app.decorateRequest(decorator, session);
  }
  // A server without a secret does not start, and a server that closes has sent all emails.
  app.addHook("onReady", () => auth.ready());
  app.addHook("onClose", () => auth.idle());
  const path = pathIn(app, basePathOf(auth));
  // A separate scope: the parsers and limits of the app stay unchanged.
  app.register(async (scope) => mount(scope, path, auth));
};

const isTaken = (name: string): string =>
  `Another plugin has request.${name}: register with { auth, decorator: "auth" } for request.auth(), or with ` +
  "{ auth, decorator: false } for readSession(request) alone.";

/**
 * A Fastify plugin: the routes of an auth at `basePath`, and `request.session()`. The hooks of plugins that were
 * registered before, e.g. of @fastify/cors, run for the routes, too.
 *
 * @example await app.register(keyhold, { auth });
 */
export const keyhold: FastifyPluginAsync<KeyholdOptions> = Object.assign(register, {
  // As fastify-plugin does: what is decorated here is there in the whole app.
  [Symbol.for("skip-override")]: true,
  [Symbol.for("fastify.display-name")]: "keyhold",
  [Symbol.for("plugin-meta")]: { name: "keyhold", fastify: ">=5" },
});

function mount(scope: FastifyInstance, path: string, auth: Mountable): void {
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser("*", async (request: FastifyRequest, payload: AsyncIterable<Uint8Array>) =>
    // The handler reads the body, unless a hook of the app has replaced it, e.g. to decompress.
    Object.is(payload, request.raw) ? undefined : readAll(payload, request.routeOptions.bodyLimit),
  );
  scope.all(`${path}/*`, nodeHandler(auth));
}

async function readAll(payload: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of payload) {
    length += chunk.length;
    if (length > maxBytes) throw new AuthError(commonErrors.PAYLOAD_TOO_LARGE);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Fastify puts the prefix of a scope in front, and the auth knows the complete path. */
function pathIn({ prefix }: FastifyInstance, basePath: string): string {
  if (`${basePath}/`.startsWith(`${prefix}/`)) return basePath.slice(prefix.length);
  throw new Error(
    `Keyhold is registered below the prefix "${prefix}", but its routes are at "${basePath}": set ` +
      `basePath: "${prefix}${basePath}" in createAuth, or register the plugin outside of the prefix.`,
  );
}
