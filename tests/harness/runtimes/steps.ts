/** Fifteen steps over HTTP that every runtime and every framework answers alike. */

/** One request of a browser, and its answer. */
export interface Step {
  readonly name: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  /** An object is sent as JSON, a text as it is. */
  readonly body?: object | string;
  /** Default: the origin of the app. */
  readonly origin?: string;
  /** Sends the cookies from before the sign-out. */
  readonly withOldCookies?: boolean;
  readonly status: number;
  /** The JSON, or a part of it, or the text; a matcher of Vitest may stand for each. */
  readonly answer?: unknown;
  /** The lines of `Set-Cookie`, in order. Without it the step says nothing about them. */
  readonly cookies?: readonly RegExp[];
}

/** The page of the app that reads the session by a server call. */
export interface AppPage {
  readonly path: string;
  /** Its text for Ada, and for a visitor: a text, or a matcher. */
  readonly signedIn: unknown;
  readonly signedOut: unknown;
  /** The status for a visitor. */
  readonly status: number;
}

export const ownPage: AppPage = { path: "/me", signedIn: "Hello Ada", signedOut: "Sign in first", status: 401 };

const attributes = "Path=/; HttpOnly; SameSite=Lax";
const email = "ada@example.com";
const password = "correct horse battery";

export const stepsOf = (page: AppPage): readonly Step[] => [
  { name: "GET /ok answers", method: "GET", path: "/api/auth/ok", status: 200, answer: { ok: true } },
  {
    name: "a sign-up opens a session",
    method: "POST",
    path: "/api/auth/sign-up/email",
    body: { name: "Ada", email, password },
    status: 200,
    answer: { user: { name: "Ada", email } },
    cookies: [
      new RegExp(`^keyhold\\.session_token=[\\w%]+\\.[\\w%]+; Max-Age=604(800|799); ${attributes}$`),
      new RegExp(`^keyhold\\.known_browser=[\\w%.~-]+; Max-Age=15552000; ${attributes}$`),
    ],
  },
  {
    name: "its cookie is the session",
    method: "GET",
    path: "/api/auth/get-session",
    status: 200,
    answer: { user: { email } },
  },
  { name: "the app's own page knows the user", method: "GET", path: page.path, status: 200, answer: page.signedIn },
  {
    name: "the user changes the name",
    method: "POST",
    path: "/api/auth/update-user",
    body: { name: "Ada Lovelace" },
    status: 200,
    answer: { status: true },
  },
  {
    name: "a body that is no JSON gets 400",
    method: "POST",
    path: "/api/auth/update-user",
    body: '{"name":',
    status: 400,
  },
  {
    name: "a body of 200 kB gets 413",
    method: "POST",
    path: "/api/auth/update-user",
    body: { name: "x".repeat(200_000) },
    status: 413,
  },
  {
    name: "a page of another origin gets 403",
    method: "POST",
    path: "/api/auth/update-user",
    body: { name: "Eve" },
    origin: "https://attacker.example",
    status: 403,
    answer: { code: "INVALID_ORIGIN" },
  },
  {
    name: "an unknown path gets 404",
    method: "GET",
    path: "/api/auth/unknown",
    status: 404,
    answer: { code: "NOT_FOUND" },
  },
  {
    name: "a wrong password gets 401",
    method: "POST",
    path: "/api/auth/sign-in/email",
    body: { email, password: "another long one" },
    status: 401,
    answer: { code: "INVALID_EMAIL_OR_PASSWORD" },
  },
  {
    name: "a sign-in replaces the session",
    method: "POST",
    path: "/api/auth/sign-in/email",
    body: { email, password },
    status: 200,
    answer: { user: { name: "Ada Lovelace" } },
  },
  {
    name: "the one session is listed",
    method: "GET",
    path: "/api/auth/list-sessions",
    status: 200,
    answer: [{ isCurrent: true }],
  },
  {
    name: "a sign-out deletes the cookie",
    method: "POST",
    path: "/api/auth/sign-out",
    body: {},
    status: 200,
    answer: { success: true },
    cookies: ["session_token", "session_data", "dont_remember"].map(
      (name) => new RegExp(`^keyhold\\.${name}=; Max-Age=0; ${attributes}$`),
    ),
  },
  {
    name: "the old cookie is no session",
    method: "GET",
    path: "/api/auth/get-session",
    withOldCookies: true,
    status: 200,
    answer: null,
  },
  {
    name: "the app's own page asks the user to sign in",
    method: "GET",
    path: page.path,
    withOldCookies: true,
    status: page.status,
    answer: page.signedOut,
  },
];
