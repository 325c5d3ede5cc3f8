import { ApiError } from "../api-error.js";

/** An error of Stripe, see https://docs.stripe.com/api/errors. */
export const stripeError = (
  status: number,
  error: { readonly type: string; readonly message: string; readonly code?: string; readonly param?: string },
): ApiError => new ApiError(status, { error });

export const invalidParam = (param: string, message: string, code = "parameter_invalid"): ApiError =>
  stripeError(400, { type: "invalid_request_error", code, param, message });

/** 404 for an object of the path, 400 for an object that a parameter names. */
export const noSuch = (object: string, id: string, param?: string): ApiError =>
  stripeError(param === undefined ? 404 : 400, {
    type: "invalid_request_error",
    code: "resource_missing",
    ...(param !== undefined && { param }),
    message: `No such ${object}: '${id}'`,
  });

/** The error of a sale, which is in the form of the other dialect. */
export function inStripe(error: ApiError): ApiError {
  const { status, body } = error;
  if ("error" in body && typeof body.error === "object") return error;
  if (status === 402)
    return stripeError(402, { type: "card_error", code: "card_declined", message: "Your card was declined." });
  const [issue] = (Object(body).detail ?? []) as readonly { readonly loc: readonly unknown[]; readonly msg: string }[];
  if (status === 422 && issue) return invalidParam(String(issue.loc.at(-1)), issue.msg);
  return stripeError(status === 429 ? 429 : 400, { type: "invalid_request_error", message: "The request is refused." });
}
