import type { Cookie } from "@keyhold/core/cookies";

/** What this package needs of the `RequestEvent` of SvelteKit. */
export interface CurrentEvent {
  readonly request: Request;
  readonly url: URL;
  /** What the platform of the adapter gives, e.g. the context of a worker. */
  readonly platform: unknown;
  readonly cookies: {
    getAll(): readonly { readonly name: string; readonly value: string }[];
    set(name: string, value: string, options: Cookie["options"]): void;
  };
  getClientAddress(): string;
}

/** The headers of a request, with the cookies that were set meanwhile, e.g. by a form action before the page. */
export function currentHeaders({ request, cookies }: CurrentEvent): Headers {
  const headers = new Headers(request.headers);
  const pairs = cookies.getAll().map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  headers.set("cookie", pairs.join("; "));
  return headers;
}
