import type { Auth, SessionOf } from "@keyhold/core";
import { sharedRead } from "@keyhold/core/server";
import { createParamDecorator, type ExecutionContext, Inject, Injectable, type PipeTransform } from "@nestjs/common";
import { type HttpRequest, requestOf } from "./request.js";

type Found = SessionOf<Auth> | null;

/** Reads the session of a request once, for guards and parameters together. */
export class SessionReader {
  readonly #auth: Pick<Auth, "session">;
  readonly #share = sharedRead<HttpRequest, Found>();

  constructor(auth: Pick<Auth, "session">) {
    this.#auth = auth;
  }

  read(request: HttpRequest): Promise<Found> {
    return this.#share(request, () => this.#auth.session(request));
  }
}

class SessionPipe implements PipeTransform<HttpRequest, Promise<Found>> {
  readonly #reader: SessionReader;

  constructor(reader: SessionReader) {
    this.#reader = reader;
  }

  transform(request: HttpRequest): Promise<Found> {
    return this.#reader.read(request);
  }
}
// By calls, because decorators of parameters need a flag of the compiler.
Injectable()(SessionPipe);
Inject(SessionReader)(SessionPipe, undefined, 0);

const request = createParamDecorator((_: unknown, context: ExecutionContext) => requestOf(context));

/**
 * The session and user of the request, as a parameter of a handler, a resolver of GraphQL or a gateway; null without a
 * session, which `AuthGuard` excludes. Guard and parameters of an HTTP request share a query. Changes no row.
 *
 * @example me(@Session() { user }: SessionOf<typeof auth>) { return user; }
 */
export const Session = (): ParameterDecorator => request(SessionPipe);
