import type { Auth } from "@keyhold/core";
import { type Mountable, type Reply, reply } from "@keyhold/core/server";
import type {
  HttpApiEvent,
  HttpApiResult,
  LambdaContext,
  LambdaEvent,
  LoadBalancerEvent,
  MultiValueResult,
  RestApiEvent,
} from "./events.js";
import { addressOf, requestOf } from "./request.js";

/** A function of AWS Lambda, which answers each kind of event in the event's format. */
export interface LambdaHandler {
  (event: HttpApiEvent, context?: LambdaContext): Promise<HttpApiResult>;
  (event: RestApiEvent | LoadBalancerEvent, context?: LambdaContext): Promise<MultiValueResult>;
}

/**
 * The routes of an auth as a function of AWS Lambda, behind API Gateway, a function URL or an Application Load
 * Balancer. Before the answer the function waits for emails and listeners, because Lambda then freezes the process.
 *
 * @example export const handler = toLambda(auth);
 */
export function toLambda(auth: Mountable & Pick<Auth, "idle">): LambdaHandler {
  function handle(event: HttpApiEvent, context?: LambdaContext): Promise<HttpApiResult>;
  function handle(event: RestApiEvent | LoadBalancerEvent, context?: LambdaContext): Promise<MultiValueResult>;
  async function handle(event: LambdaEvent, context?: LambdaContext): Promise<HttpApiResult | MultiValueResult> {
    const answer = await reply(auth, requestOf(event, auth), { ipAddress: addressOf(event) });
    await inTime(auth.idle(), context);
    return "rawPath" in event ? httpApiResult(answer) : multiValueResult(answer);
  }
  return handle;
}

/** For the answer. */
const reservedMilliseconds = 1000;

/** Waits at most as long as the function may run: an email that hangs does not cost the answer. */
async function inTime(work: Promise<void>, context: LambdaContext | undefined): Promise<void> {
  if (!context) return work;
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, context.getRemainingTimeInMillis() - reservedMilliseconds);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}

const httpApiResult = ({ status, headers, cookies, body }: Reply): HttpApiResult => ({
  statusCode: status,
  headers: { ...headers },
  cookies: [...cookies],
  body,
  isBase64Encoded: false,
});

function multiValueResult({ status, headers, cookies, body }: Reply): MultiValueResult {
  const lists = Object.entries(headers).map(([name, value]): [string, string[]] => [name, [value]]);
  const all = Object.fromEntries(cookies.length > 0 ? [...lists, ["set-cookie", [...cookies]]] : lists);
  return { statusCode: status, multiValueHeaders: all, body, isBase64Encoded: false };
}
