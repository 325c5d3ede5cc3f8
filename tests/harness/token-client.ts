import type { Handler } from "@keyhold/core";
import { type Answer, readAnswer } from "./browser.ts";

/** An app without cookies: keeps the token, and the state of the flows. */
export class TokenClient {
  token: string | null = null;
  readonly state = new Map<string, string>();

  constructor(
    private readonly handler: Handler,
    private readonly home: string,
    private readonly clientId: string | null = null,
  ) {}

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("GET", path, null, headers);
  }

  post(path: string, body: object = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send("POST", path, JSON.stringify(body), headers);
  }

  /** A copy of the app with what the app knows now: an attacker's copy, or an app whose next answers get lost. */
  copy(): TokenClient {
    const copy = new TokenClient(this.handler, this.home, this.clientId);
    copy.token = this.token;
    for (const [name, value] of this.state) copy.state.set(name, value);
    return copy;
  }

  private async send(
    method: string,
    path: string,
    body: string | null,
    more: Readonly<Record<string, string>>,
  ): Promise<Answer> {
    const headers = new Headers({
      "x-return-token": "1",
      ...(body !== null && { "content-type": "application/json" }),
    });
    if (this.token !== null) headers.set("authorization", `Bearer ${this.token}`);
    if (this.clientId !== null) headers.set("x-client-id", this.clientId);
    const state = [...this.state].map(([name, value]) => `${name}=${value}`).join("; ");
    if (state !== "") headers.set("auth-state", state);
    for (const [name, value] of Object.entries(more)) headers.set(name, value);
    const answer = await readAnswer(
      await this.handler(new Request(`${this.home}/api/auth${path}`, { method, headers, body })),
    );
    this.keep(answer.headers);
    return answer;
  }

  private keep(headers: Headers): void {
    this.token = headers.get("set-auth-token") ?? this.token;
    for (const cookie of headers.get("set-auth-state")?.split(", ") ?? []) {
      const [pair = "", age] = cookie.split("; ");
      const name = pair.slice(0, pair.indexOf("="));
      if (age === "Max-Age=0") this.state.delete(name);
      else this.state.set(name, pair.slice(name.length + 1));
    }
  }
}
