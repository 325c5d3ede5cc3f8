import type { LambdaEvent } from "./events.js";

/**
 * The headers of an event with the cookies, e.g. for `auth.session`.
 *
 * @throws Error for a load balancer without multi value headers: the load balancer would drop all cookies but one.
 * @example const found = await auth.session(headersOf(event));
 */
export function headersOf(event: LambdaEvent): Headers {
  const headers = new Headers();
  for (const [name, values] of Object.entries(valuesOf(event)))
    if (values) headers.set(name, values.join(name.toLowerCase() === "cookie" ? "; " : ", "));
  if ("cookies" in event && event.cookies) headers.set("cookie", event.cookies.join("; "));
  return headers;
}

function valuesOf(event: LambdaEvent): Readonly<Record<string, readonly string[] | undefined>> {
  // A test of the AWS console may send null.
  if ("multiValueHeaders" in event && event.multiValueHeaders) return event.multiValueHeaders;
  if ("elb" in event.requestContext)
    throw new Error(
      "The load balancer sends one value for each header, and would drop cookies of the answer: set the attribute " +
        "lambda.multi_value_headers.enabled of its target group.",
    );
  return Object.fromEntries(
    Object.entries(event.headers ?? {}).map(([name, value]) => [name, value === undefined ? undefined : [value]]),
  );
}
