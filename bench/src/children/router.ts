import { createEndpoint, createRouter, type Endpoint } from "better-call";
import { answerCalls } from "../calls.ts";
import { baseURL } from "../contenders/contender.ts";

export const routerKinds = ["map", "better-call, router only", "better-call, createEndpoint"] as const;
export type RouterKind = (typeof routerKinds)[number];

const basePath = "/api/auth";
const paths = [
  "/ok",
  "/error",
  "/get-session",
  "/sign-out",
  "/sign-in/email",
  "/sign-up/email",
  "/verify-email",
  "/update-user",
];
const more = Array.from({ length: 24 }, (_, index) => `/route/${index}`);
const ready = new Response("null");
const request = new Request(`${baseURL}${basePath}/get-session`, {
  headers: {
    cookie: `session_token=${"t".repeat(32)}.${"s".repeat(43)}%3D`,
    accept: "application/json",
  },
});

/** A router whose routes all answer with the ready response. */
function routerOf(routeAt: (path: string) => Endpoint): (request: Request) => Promise<Response> {
  const routes = Object.fromEntries([...paths, ...more].map((path) => [path, routeAt(path)]));
  return createRouter(routes, { basePath, openapi: { disabled: true }, throwError: true }).handler;
}

/** As `@keyhold/core` does it: a plain function that the router calls with what it found. */
const plainRoute = (path: string): Endpoint =>
  Object.assign(async () => ready, { path, options: { method: "", disableBody: true } }) as unknown as Endpoint;
const endpointRoute = (path: string): Endpoint =>
  createEndpoint(path, { method: "GET", disableBody: true, requireRequest: true }, async () => ready);
const table = new Map([...paths, ...more].map((path) => [`GET${basePath}${path}`, async (_request: Request) => ready]));

const handlers: Record<RouterKind, (request: Request) => Promise<Response>> = {
  map: async (request) => {
    const handler = table.get(request.method + new URL(request.url).pathname);
    return handler ? handler(request) : new Response(null, { status: 404 });
  },
  "better-call, router only": routerOf(plainRoute),
  "better-call, createEndpoint": routerOf(endpointRoute),
};

const methods = {
  /** Microseconds per request from the door to the handler's ready `Response` and back. */
  async time({ by, count }: { readonly by: RouterKind; readonly count: number }): Promise<number> {
    const handler = handlers[by];
    const startedAt = performance.now();
    for (let done = 0; done < count; done += 1) {
      if ((await handler(request)) !== ready) throw new Error(`${by} did not find the route`);
    }
    return ((performance.now() - startedAt) * 1000) / count;
  },
};
export type RouterMethods = typeof methods;

answerCalls(methods);
