import { commonErrors } from "@keyhold/core/plugin";
import {
  type CanActivate,
  type CustomDecorator,
  type ExecutionContext,
  Inject,
  Injectable,
  SetMetadata,
  UnauthorizedException,
} from "@nestjs/common";
import { Reflector } from "@nestjs/core";
import { requestOf } from "./request.js";
import { SessionReader } from "./session.js";

const publicKey = "keyhold:public";

/** Lets requests without a session through `AuthGuard`, to a handler or to all handlers of a controller. */
export const Public = (): CustomDecorator => SetMetadata(publicKey, true);

/**
 * Answers 401 `UNAUTHORIZED` to requests without a session, and "Forbidden resource" to messages of a WebSocket. For
 * `@UseGuards(AuthGuard)`, or for the whole app.
 *
 * @example providers: [{ provide: APP_GUARD, useClass: AuthGuard }]
 */
export class AuthGuard implements CanActivate {
  readonly #reader: SessionReader;
  readonly #reflector: Reflector;

  constructor(reader: SessionReader, reflector: Reflector) {
    this.#reader = reader;
    this.#reflector = reflector;
  }

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const places = [context.getHandler(), context.getClass()];
    if (this.#reflector.getAllAndOverride<boolean | undefined>(publicKey, places)) return true;
    if (await this.#reader.read(requestOf(context))) return true;
    // Gateways answer an HttpException as an internal error, and false as "Forbidden resource".
    if (context.getType() === "ws") return false;
    const { code, message } = commonErrors.UNAUTHORIZED;
    throw new UnauthorizedException({ code, message });
  }
}
Injectable()(AuthGuard);
Inject(SessionReader)(AuthGuard, undefined, 0);
Inject(Reflector)(AuthGuard, undefined, 1);
