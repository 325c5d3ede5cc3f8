import { connection } from "next/server.js";
import { createElement, type ReactElement, type ReactNode, Suspense } from "react";

/** The properties of `OnRequest`. */
export interface OnRequestProps<Value> {
  /** Reads what only a request knows, e.g. `session`. Not called during a build. */
  readonly read: () => Promise<Value>;
  /** Shown until the value is read, and in the part of the page that a build makes. Default: an empty place. */
  readonly fallback?: ReactNode;
  readonly children: (value: Value) => ReactNode;
}

/**
 * Renders what a request decides inside of `<Suspense>`, for server components: a build makes the rest of the page,
 * with `cacheComponents` and without.
 *
 * @example <OnRequest read={session}>{(found) => found && <p>Hello {found.user.name}</p>}</OnRequest>
 */
export function OnRequest<Value>({ fallback, ...reading }: OnRequestProps<Value>): ReactElement {
  return createElement(Suspense, { fallback }, createElement(Decided<Value>, reading));
}

/** A build waits here for a request that never comes. */
async function Decided<Value>({ read, children }: OnRequestProps<Value>): Promise<ReactNode> {
  await connection();
  return children(await read());
}
