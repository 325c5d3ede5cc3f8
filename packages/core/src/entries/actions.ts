import { isStorageUnavailable } from "../adapter/unavailable.js";
import type { Auth } from "../auth.js";
import type { Added, AddedBy, CallOptions, CodeOf, InputOf, OutputOf } from "../contract/calls.js";
import { type AuthError, type Issue, isAuthError } from "../contract/errors.js";
import type { AnyPlugin } from "../contract/plugin.js";
import type { Together } from "../contract/plugin-types.js";
import type { AccountListEndpoints, CoreEndpoints } from "../routes/endpoints.js";
import { type Cookie, cookiesOf } from "./cookies.js";

/** Why an action failed. A plain object, because it goes to the browser. */
export interface ActionError<Code extends string = string> {
  readonly code: Code;
  /** One English sentence. */
  readonly message: string;
  /** The HTTP status that the route would have. */
  readonly status: number;
  /** The invalid fields, if the input was rejected. */
  readonly issues?: readonly Issue[];
  /** Seconds until the user may try again, e.g. after "TOO_MANY_REQUESTS". */
  readonly retryAfterSeconds?: number;
}

/** The result of an action, as the client has it. If `error` is null, `data` is set. */
export type ActionAnswer<Data, Code extends string = string> =
  | { readonly data: Data; readonly error: null }
  | { readonly data: null; readonly error: ActionError<Code> };

/** One call. The input is an object, or the `FormData` of a form with text fields and checkboxes. */
export type Action<Input, Data, Code extends string> =
  Record<never, never> extends Input
    ? (input?: Input | FormData) => Promise<ActionAnswer<Data, Code>>
    : (input: Input | FormData) => Promise<ActionAnswer<Data, Code>>;

type Declared = {
  readonly route: string;
  readonly $: { readonly input: unknown; readonly output: unknown; readonly error: string; readonly takes: unknown };
};

/** A tree of endpoints as a tree of actions with the same names. */
export type ActionTree<Tree, A extends Added> = {
  readonly [K in keyof Tree]: Tree[K] extends Declared
    ? Action<InputOf<Tree[K], A>, OutputOf<Tree[K], A>, CodeOf<Tree[K], A>>
    : ActionTree<Tree[K], A>;
};

/** The actions of an auth with these plugins. */
export type Actions<Plugins extends readonly AnyPlugin[]> = ActionTree<
  CoreEndpoints & AccountListEndpoints & Together<Plugins>["endpoints"],
  AddedBy<Plugins>
>;

/** The request for which an action is called, as its framework has it. */
export interface ActionRequest {
  readonly headers: NonNullable<CallOptions["headers"]>;
  /** The client's address, for rate limits. */
  readonly ipAddress?: string | undefined;
  /** Puts one cookie into the response: as an object, or as the line of a `Set-Cookie` header. */
  readonly setCookie: (cookie: Cookie, line: string) => void;
}

/**
 * The calls of an auth for the server actions and form actions of a framework: `POST /sign-in/email` is
 * `actions.signIn.email(input)`. Each call is made for the current request, with its rate limits and origin check, sets
 * the cookies, and resolves to `{ data, error }`. Throws only mistakes of the app.
 *
 * @example
 * const actions = toActions(auth, () => ({ headers: request.headers, setCookie }));
 * const { error } = await actions.signIn.email(await request.formData());
 */
export const toActions = <Plugins extends readonly AnyPlugin[], AppTransaction>(
  auth: Auth<Plugins, AppTransaction>,
  currentRequest: () => ActionRequest | Promise<ActionRequest>,
): Actions<Plugins> => actionsOf(auth.api, currentRequest) as Actions<Plugins>;

type Call = (input: unknown, options: CallOptions) => Promise<unknown>;
type CurrentRequest = Parameters<typeof toActions>[1];

/** The same tree, with an action in place of each call. */
function actionsOf(calls: object, currentRequest: CurrentRequest): unknown {
  return Object.fromEntries(
    Object.entries(calls).map(([name, call]) => [
      name,
      typeof call === "function" ? toAction(call, currentRequest) : actionsOf(call, currentRequest),
    ]),
  );
}

const toAction =
  (call: Call, currentRequest: CurrentRequest) =>
  async (input: unknown = {}): Promise<ActionAnswer<unknown>> => {
    const { headers, ipAddress, setCookie } = await currentRequest();
    const lines: string[] = [];
    const answer = await answerOf(
      call(input, {
        headers,
        ...(ipAddress === undefined ? {} : { ipAddress }),
        setCookie: (line) => void lines.push(line),
        isFromClient: true,
      }),
    );
    for (const [index, cookie] of cookiesOf(lines).entries()) setCookie(cookie, lines[index] ?? "");
    return answer;
  };

async function answerOf(call: Promise<unknown>): Promise<ActionAnswer<unknown>> {
  try {
    return { data: await call, error: null };
  } catch (thrown) {
    if (isAuthError(thrown)) return { data: null, error: errorOf(thrown) };
    if (isStorageUnavailable(thrown)) return { data: null, error: unavailable };
    throw thrown;
  }
}

const unavailable: ActionError = {
  code: "SERVICE_UNAVAILABLE",
  message: "Service unavailable, try again later",
  status: 503,
  retryAfterSeconds: 1,
};

function errorOf({ code, message, status, issues, headers }: AuthError): ActionError {
  const wait = headers["retry-after"] ?? "";
  return {
    code,
    message,
    status,
    ...(issues.length > 0 ? { issues } : {}),
    ...(/^\d+$/.test(wait) ? { retryAfterSeconds: Number(wait) } : {}),
  };
}

// Loads the entry points: a compiler names the types of an app by them.
export type {} from "./plugin.js";
