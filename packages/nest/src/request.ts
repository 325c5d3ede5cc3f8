import type { ExecutionContext } from "@nestjs/common";

/** A request of Express or Fastify, of a GraphQL server, or the handshake of a WebSocket. */
export interface HttpRequest {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
}

/**
 * The HTTP request that a handler is called for. A connection that stays open is a new object at each call: its session
 * may end between two messages.
 *
 * @throws Error if the call has no HTTP request, e.g. a message of a microservice.
 */
export function requestOf(context: ExecutionContext): HttpRequest {
  const type = context.getType<string>();
  const request = candidatesOf(type, context).find(isRequest);
  if (!request) throw new Error(reasons[type] ?? unknownReason(type));
  return type === "ws" || request.headers.upgrade !== undefined ? { headers: request.headers } : request;
}

/** Where the servers of Nest put the request of a call. */
function candidatesOf(type: string, context: ExecutionContext): readonly unknown[] {
  if (type === "http") return [context.getArgByIndex(0)];
  if (type === "ws") {
    const client = propertiesOf(context.getArgByIndex(0));
    return [client.handshake, client.upgradeReq];
  }
  if (type !== "graphql") return [];
  // Arguments of a resolver: root, args, context, info.
  const { req, request, reply, extra } = propertiesOf(context.getArgByIndex(2));
  return [req, request, propertiesOf(reply).request, propertiesOf(extra).request];
}

const propertiesOf = (value: unknown): Readonly<Record<string, unknown>> => Object(value);

function isRequest(value: unknown): value is HttpRequest {
  const { headers } = propertiesOf(value);
  return typeof headers === "object" && headers !== null;
}

const reasons: Readonly<Record<string, string>> = {
  graphql:
    "Keyhold found no request in the context of the GraphQL operation: let GraphQLModule keep its default context, or " +
    "write context: ({ req }) => ({ req }).",
  ws:
    "Keyhold found no request on the client of the WebSocket: with the adapter of ws, write client.upgradeReq = request " +
    "in handleConnection(client, request).",
};

const unknownReason = (type: string): string =>
  `Keyhold reads sessions from HTTP requests, GraphQL operations and WebSockets, and the context of this handler is ` +
  `"${type}": mark the handler with @Public(), and do not use @Session() there.`;
