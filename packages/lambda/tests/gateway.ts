import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type {
  HttpApiEvent,
  HttpApiResult,
  LambdaContext,
  LoadBalancerEvent,
  MultiValueResult,
  RestApiEvent,
} from "@keyhold/lambda";

/** The kinds of events, each as documented by AWS. `stage`: in front of the path of the event, unless "$default". */
export const kinds = {
  "a function URL": { event: httpApi, stage: "$default" },
  "an HTTP API": { event: httpApi, stage: "prod" },
  "a REST API": { event: restApi, stage: "prod" },
  "an Application Load Balancer": { event: loadBalancer, stage: "" },
} as const;

/** A request that the gateway has received. */
interface Received {
  readonly method: string;
  readonly url: URL;
  readonly rawQuery: string;
  readonly headers: Readonly<Record<string, string[]>>;
  readonly cookies: readonly string[];
  readonly body: Buffer;
  readonly stage: string;
}

/** What the gateways have in common in an answer. */
type Result = HttpApiResult | MultiValueResult | { readonly statusCode: number; readonly body: string };
export type Invoke = (
  event: HttpApiEvent | RestApiEvent | LoadBalancerEvent,
  context: LambdaContext,
) => Promise<Result>;

/** The address that each gateway tells, unlike the address in a header of the client. */
export const sourceIp = "198.51.100.9";

/** Starts a gateway in front of a function, on a free port. */
export async function startGateway(
  kind: keyof typeof kinds,
  invoke: Invoke,
  remainingMilliseconds = 30_000,
): Promise<{ readonly url: string; close(): void }> {
  const { event, stage } = kinds[kind];
  const context = { getRemainingTimeInMillis: () => remainingMilliseconds };
  const server = createServer(async (request, response) => {
    const received = await receive(request, stage);
    answer(response, await invoke(event(received), context));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function receive(request: IncomingMessage, stage: string): Promise<Received> {
  const { method = "GET", url = "/", headersDistinct } = request;
  const { cookie = [], ...others } = headersDistinct;
  const headers = Object.fromEntries(Object.entries(others).map(([name, values]) => [name, values ?? []]));
  const [, rawQuery = ""] = url.split("?");
  const cookies = cookie.flatMap((line) => line.split("; ")).filter((one) => one !== "");
  const body = await buffer(request);
  return { method, url: new URL(url, "http://gateway"), rawQuery, headers, cookies, body, stage };
}

/** Payload format 2.0: joined headers, cookies apart, a raw query, and bodies in base64 unless they are text. */
function httpApi({ method, url, rawQuery, headers, cookies, body, stage }: Received): HttpApiEvent {
  const isText = /json|text/.test(headers["content-type"]?.join() ?? "");
  return {
    rawPath: stage === "$default" ? url.pathname : `/${stage}${url.pathname}`,
    rawQueryString: rawQuery,
    ...(cookies.length > 0 && { cookies }),
    headers: joined(headers),
    ...(body.length > 0 && { body: body.toString(isText ? "utf8" : "base64") }),
    isBase64Encoded: body.length > 0 && !isText,
    requestContext: { stage, http: { method, sourceIp } },
  };
}

/** Names as the client has sent them, decoded queries, and a path without the stage. */
function restApi({ method, url, headers, cookies, body, stage }: Received): RestApiEvent {
  const lists = withCookies(headers, cookies);
  const names = [...new Set(url.searchParams.keys())];
  return {
    httpMethod: method,
    path: url.pathname,
    headers: lastOf(lists),
    multiValueHeaders: lists,
    multiValueQueryStringParameters:
      names.length === 0 ? null : Object.fromEntries(names.map((name) => [name, url.searchParams.getAll(name)])),
    body: body.length === 0 ? null : body.toString(),
    isBase64Encoded: false,
    requestContext: { stage, identity: { sourceIp } },
  };
}

/** With multi value headers; queries are not decoded, and bodies are in base64 unless their type is a text. */
function loadBalancer({ method, url, rawQuery, headers, cookies, body }: Received): LoadBalancerEvent {
  const query: Record<string, string[]> = {};
  for (const pair of rawQuery.split("&").filter((one) => one !== "")) {
    const [name = "", value = ""] = pair.split("=");
    query[name] = [...(query[name] ?? []), value];
  }
  const forwarded = [...(headers["x-forwarded-for"] ?? []), sourceIp].join(", ");
  return {
    httpMethod: method,
    path: url.pathname,
    multiValueHeaders: withCookies({ ...headers, "x-forwarded-for": [forwarded] }, cookies),
    multiValueQueryStringParameters: query,
    body: body.toString("base64"),
    isBase64Encoded: true,
    requestContext: { elb: { targetGroupArn: "arn:aws:elasticloadbalancing:eu-west-1:1:targetgroup/auth/1" } },
  };
}

const joined = (headers: Received["headers"]): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.join(",")]));

const lastOf = (headers: Received["headers"]): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(headers).map(([name, values]) => [name, values.at(-1)]));

const withCookies = (headers: Received["headers"], cookies: readonly string[]): Record<string, string[]> =>
  cookies.length === 0 ? { ...headers } : { ...headers, Cookie: [cookies.join("; ")] };

function answer(response: ServerResponse, result: Result): void {
  response.statusCode = result.statusCode;
  if ("headers" in result) for (const [name, value] of Object.entries(result.headers)) response.setHeader(name, value);
  if ("cookies" in result && result.cookies.length > 0) response.setHeader("set-cookie", result.cookies);
  if ("multiValueHeaders" in result)
    for (const [name, values] of Object.entries(result.multiValueHeaders)) response.setHeader(name, values);
  response.end(result.body);
}
