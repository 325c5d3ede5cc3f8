import type { Auth } from "@keyhold/core";
import type { Mountable } from "@keyhold/core/server";
import { type DynamicModule, Inject, Module, type NestModule, type OnApplicationShutdown } from "@nestjs/common";
import { APP_FILTER, HttpAdapterHost } from "@nestjs/core";
import { AuthErrorFilter } from "./error-filter.js";
import { AuthGuard } from "./guard.js";
import { beforeParsers, mount } from "./mount.js";
import { SessionReader } from "./session.js";

/** Options of `KeyholdModule.forRoot`. */
export interface KeyholdOptions {
  /** The result of `createAuth`. */
  readonly auth: Mountable & Pick<Auth, "session" | "ready" | "idle">;
}

const optionsToken = Symbol("keyhold.options");

/**
 * The routes of an auth in an app of Nest, on Express or Fastify, with or without the body parser, and what `AuthGuard`
 * and `@Session()` need in all modules.
 *
 * @example imports: [KeyholdModule.forRoot({ auth })]
 */
export class KeyholdModule implements NestModule, OnApplicationShutdown {
  readonly #auth: KeyholdOptions["auth"];
  #mount: () => void;

  constructor({ auth }: KeyholdOptions, { httpAdapter }: HttpAdapterHost) {
    this.#auth = auth;
    this.#mount = () => {
      this.#mount = () => undefined;
      mount(httpAdapter, auth);
    };
    // An application context, e.g. of a script, has no server.
    if (httpAdapter?.getType?.() === "express") beforeParsers(httpAdapter, () => this.#mount());
  }

  /** @throws ConfigError if a value of the environment is missing. */
  onModuleInit(): Promise<void> {
    return this.#auth.ready();
  }

  /** Called by Nest in apps with a server, after the parsers. */
  configure(): void {
    this.#mount();
  }

  /** All emails are sent before the process ends. */
  onApplicationShutdown(): Promise<void> {
    return this.#auth.idle();
  }

  static forRoot(options: KeyholdOptions): DynamicModule {
    return {
      module: KeyholdModule,
      global: true,
      providers: [
        { provide: optionsToken, useValue: options },
        { provide: SessionReader, useFactory: () => new SessionReader(options.auth) },
        { provide: APP_FILTER, useClass: AuthErrorFilter },
        AuthGuard,
      ],
      exports: [SessionReader, AuthGuard],
    };
  }
}
Module({})(KeyholdModule);
Inject(optionsToken)(KeyholdModule, undefined, 0);
Inject(HttpAdapterHost)(KeyholdModule, undefined, 1);
