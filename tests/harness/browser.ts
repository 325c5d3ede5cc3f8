import type { Handler } from "@keyhold/core";
import { readPageForm } from "@keyhold/testing";

/** A parsed `Set-Cookie` line. */
export interface SetCookie {
  readonly line: string;
  readonly name: string;
  /** As sent, percent-encoded. */
  readonly value: string;
  /** Attributes with their names in lower case; a flag's value is "". */
  readonly attributes: ReadonlyMap<string, string>;
}

/** The fields of JSON responses. */
export interface Body {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
  readonly token?: string | null;
  readonly url?: string;
  readonly user?: Readonly<Record<string, unknown>>;
  readonly session?: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Null if the response is not JSON, or is the JSON `null`. */
  readonly body: Body | null;
  readonly cookies: readonly SetCookie[];
}

export interface RequestOptions {
  /** Merged over the browser's own headers; null omits one. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export function readSetCookie(line: string): SetCookie {
  const [pair = "", ...rest] = line.split("; ");
  const equals = pair.indexOf("=");
  const attributes = rest.map((part): [string, string] => {
    const [name = "", value = ""] = part.split("=");
    return [name.toLowerCase(), value];
  });
  return { line, name: pair.slice(0, equals), value: pair.slice(equals + 1), attributes: new Map(attributes) };
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = text !== "" && response.headers.get("content-type")?.startsWith("application/json");
  return {
    status: response.status,
    headers: response.headers,
    text,
    body: isJson ? (JSON.parse(text) as Body | null) : null,
    cookies: response.headers.getSetCookie().map(readSetCookie),
  };
}

/** A user's browser: stores cookies, and sends them with its page's origin. */
export class Browser {
  readonly jar = new Map<string, string>();

  constructor(
    private readonly handler: Handler,
    private readonly home: string,
  ) {}

  get(path: string, options: RequestOptions = {}): Promise<Answer> {
    return this.send("GET", path, undefined, options);
  }

  /** Sends JSON; a string is sent unchanged. */
  post(path: string, body: unknown = {}, options: RequestOptions = {}): Promise<Answer> {
    return this.send("POST", path, typeof body === "string" ? body : JSON.stringify(body), options);
  }

  /** Opens the link of an email as a user does, and submits the form if the response is a page with one. */
  async follow(path: string, options: RequestOptions = {}): Promise<Answer> {
    const answer = await this.get(path, options);
    return (await this.press(answer, options)) ?? answer;
  }

  /** Submits the form of a page; null if there is no form. */
  async press({ text }: Answer, options: RequestOptions = {}): Promise<Answer | null> {
    const form = readPageForm(text);
    if (!form) return null;
    const path = form.action.slice("/api/auth".length);
    return this.postForm(path, form.fields, options);
  }

  /** Sends a form, as a page does. */
  postForm(path: string, fields: Readonly<Record<string, unknown>>, options: RequestOptions = {}): Promise<Answer> {
    const headers = { "content-type": "application/x-www-form-urlencoded", ...options.headers };
    const pairs = Object.entries(fields).map(([name, value]) => [name, String(value)]);
    return this.send("POST", path, new URLSearchParams(pairs).toString(), { headers });
  }

  async send(method: string, path: string, body?: BodyInit, options: RequestOptions = {}): Promise<Answer> {
    const headers = new Headers(method === "GET" ? {} : { origin: this.home, "content-type": "application/json" });
    if (this.jar.size > 0) headers.set("cookie", this.cookieHeader());
    for (const [name, value] of Object.entries(options.headers ?? {})) {
      if (value === null) headers.delete(name);
      else headers.set(name, value);
    }
    const url = `${this.home}/api/auth${path}`;
    // `fetch` requires this option for a stream as a body.
    const init = { method, headers, body: body ?? null, duplex: "half" };
    const answer = await readAnswer(await this.handler(new Request(url, init)));
    for (const cookie of answer.cookies) this.keep(cookie);
    return answer;
  }

  cookieHeader(): string {
    return [...this.jar].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** The encoded value of the session cookie; "" without one. */
  get sessionCookie(): string {
    for (const [name, value] of this.jar) if (name.endsWith(".session_token")) return value;
    return "";
  }

  private keep({ name, value, attributes }: SetCookie): void {
    if (attributes.get("max-age") === "0") this.jar.delete(name);
    else this.jar.set(name, value);
  }
}
