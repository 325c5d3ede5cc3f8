import { nodeHandler } from "@keyhold/core/node";
import { basePathOf, type Mountable } from "@keyhold/core/server";
import type { HttpAdapterHost } from "@nestjs/core";

type HttpAdapter = HttpAdapterHost["httpAdapter"];

/** What is used of an instance of Fastify, or of a scope. */
interface Fastify {
  register(plugin: (scope: Fastify) => Promise<void>): unknown;
  removeAllContentTypeParsers(): unknown;
  addContentTypeParser(type: string, parser: (request: object, payload: object) => Promise<void>): unknown;
  all(path: string, handler: ReturnType<typeof nodeHandler>): unknown;
}

/** Mounts the routes of an auth on the server of an app, at their `basePath`, without the global prefix. */
export function mount(adapter: HttpAdapter, auth: Mountable): void {
  const path = basePathOf(auth);
  const type = adapter.getType();
  if (type === "express") adapter.use?.(path, nodeHandler(auth));
  else if (type === "fastify") mountOnFastify(adapter.getInstance<Fastify>(), path, auth);
  else throw new Error(`Keyhold mounts its routes on the adapters of Express and Fastify, and this one is "${type}".`);
}

/** In a separate scope: the auth reads the bodies of its routes, and the parsers of the app stay unchanged. */
function mountOnFastify(app: Fastify, path: string, auth: Mountable): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", async () => undefined);
    scope.all(`${path}/*`, nodeHandler(auth));
  });
}

/**
 * Runs `work` when the app registers its parsers: after CORS, so that the routes have the CORS headers, and before
 * Express reads the bodies.
 */
export function beforeParsers(adapter: HttpAdapter, work: () => void): void {
  const register = adapter.registerParserMiddleware.bind(adapter);
  adapter.registerParserMiddleware = (...args) => {
    work();
    register(...args);
  };
}
