import { AuthError } from "@keyhold/core";
import { StorageUnavailable } from "@keyhold/core/adapter";
import { commonErrors } from "@keyhold/core/plugin";
import { type ArgumentsHost, Catch, HttpException } from "@nestjs/common";
import { BaseExceptionFilter } from "@nestjs/core";

/** Answers the errors of `auth.api` in a handler as the routes do: their status, headers, code and message. */
export class AuthErrorFilter extends BaseExceptionFilter<Error> {
  override catch(thrown: Error, host: ArgumentsHost): void {
    if (host.getType() !== "http") throw thrown;
    const { code, message, status, headers, issues } = answerOf(thrown);
    const adapter = this.httpAdapterHost?.httpAdapter ?? this.applicationRef;
    for (const [name, value] of Object.entries(headers)) adapter?.setHeader?.(host.getArgByIndex(1), name, value);
    const body = issues.length > 0 ? { code, message, issues } : { code, message };
    super.catch(new HttpException(body, status, { cause: thrown }), host);
  }
}
Catch(AuthError, StorageUnavailable)(AuthErrorFilter);

const answerOf = (thrown: Error): AuthError =>
  thrown instanceof AuthError
    ? thrown
    : new AuthError(commonErrors.SERVICE_UNAVAILABLE, { headers: { "retry-after": "1" } });
