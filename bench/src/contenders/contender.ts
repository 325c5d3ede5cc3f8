import type { RequestListener } from "node:http";

export const contenderNames = ["floor", "floor-fetch", "better-auth", "keyhold"] as const;
export type ContenderName = (typeof contenderNames)[number];

/** `own` is the contender's default hash; `scrypt` is N=16384 r=16 p=1 for all. */
export type HashChoice = "own" | "scrypt";

export interface OpenOptions {
  readonly file: string;
  readonly hash: HashChoice;
  /** Only the floors look at it: how many hashes they hand to the thread pool at a time. */
  readonly hashesAtOnce: number;
}

/** One contender on its database file, ready to be mounted, called, or migrated. All speak the same routes. */
export interface Contender {
  readonly listener: RequestListener;
  /** Null where there is no function from `Request` to `Response`. */
  readonly handler: ((request: Request) => Promise<Response>) | null;
  /** The server-side call without `Request` and `Response`. */
  readonly getSession: (headers: Headers) => Promise<unknown>;
  /** Creates the tables in an empty file. */
  migrate(): Promise<void>;
}

export interface ContenderModule {
  open(options: OpenOptions): Promise<Contender> | Contender;
}

export const secret = "a-secret-for-measurements-only-0123456789";
export const baseURL = "http://localhost:3000";
export const routes = {
  getSession: "/api/auth/get-session",
  signIn: "/api/auth/sign-in/email",
  signUp: "/api/auth/sign-up/email",
} as const;
