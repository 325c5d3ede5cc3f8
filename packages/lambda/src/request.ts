import { AuthError } from "@keyhold/core";
import { commonErrors } from "@keyhold/core/plugin";
import {
  basePathOf,
  type IncomingBody,
  type IncomingRequest,
  type Mountable,
  publicPathOf,
} from "@keyhold/core/server";
import type { HttpApiEvent, LambdaEvent, LoadBalancerEvent, RestApiEvent } from "./events.js";
import { headersOf } from "./headers.js";

/** The request of an event, as data. */
export function requestOf(event: LambdaEvent, auth: Mountable): IncomingRequest {
  const { method, path: sent, query } = "rawPath" in event ? targetOfHttpApi(event) : targetOf(event);
  const headers = headersOf(event);
  const path = pathOf(sent, event, auth);
  const target = query === "" ? path : `${path}?${query}`;
  return {
    method,
    path,
    query,
    headers,
    body: method === "GET" || method === "HEAD" ? null : bodyOf(event),
    // The host is not trusted: links and checks use the configured base URL.
    toRequest: () => new Request(`http://localhost${target}`, { method, headers }),
  };
}

/**
 * The address of the client. A load balancer tells the address only at the end of `X-Forwarded-For`, which
 * `clientAddress` of the auth reads.
 */
export function addressOf({ requestContext }: LambdaEvent): string | undefined {
  if ("http" in requestContext) return requestContext.http.sourceIp;
  return "identity" in requestContext ? requestContext.identity.sourceIp : undefined;
}

type Target = Pick<IncomingRequest, "method" | "path" | "query">;

const targetOfHttpApi = ({ rawPath, rawQueryString, requestContext }: HttpApiEvent): Target => ({
  method: requestContext.http.method,
  path: rawPath,
  query: rawQueryString,
});

function targetOf(event: RestApiEvent | LoadBalancerEvent): Target {
  const isEncoded = "elb" in event.requestContext;
  const write = (text: string): string => (isEncoded ? text : encodeURIComponent(text));
  const query = Object.entries(event.multiValueQueryStringParameters ?? {})
    .flatMap(([name, values = []]) => values.map((value) => `${write(name)}=${write(value)}`))
    .join("&");
  return { method: event.httpMethod, path: event.path, query };
}

/** Without the stage of an API, and without the path of `baseURL`, e.g. of a custom domain. */
function pathOf(sent: string, { requestContext }: LambdaEvent, auth: Mountable): string {
  const basePath = basePathOf(auth);
  const stage = "stage" in requestContext ? [`/${requestContext.stage}${basePath}`] : [];
  const found = [basePath, ...stage, publicPathOf(auth)].find((start) => sent.startsWith(`${start}/`));
  return found === undefined ? sent : basePath + sent.slice(found.length);
}

const bodyOf = ({ body, isBase64Encoded }: LambdaEvent): IncomingBody => ({
  async read(maxBytes) {
    const bytes = Buffer.from(body ?? "", isBase64Encoded ? "base64" : "utf8");
    if (bytes.length > maxBytes) throw new AuthError(commonErrors.PAYLOAD_TOO_LARGE);
    return bytes;
  },
  discard: async () => undefined,
});
