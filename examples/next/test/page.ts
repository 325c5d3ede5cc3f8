/** A browser without JavaScript: it keeps cookies and submits forms. */
export interface FormBrowser {
  readonly get: (path: string, headers?: Record<string, string>) => Promise<Page>;
  readonly post: (path: string, body: string, headers?: Record<string, string>) => Promise<Page>;
  /** Submits the form of a page with this button. */
  readonly submit: (
    page: Page,
    button: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ) => Promise<Page>;
  readonly cookies: Map<string, string>;
}

export interface Page {
  readonly url: string;
  readonly status: number;
  /** The path of a redirect. */
  readonly location: string | null;
  readonly setCookies: readonly string[];
  /** Without the comments by which React separates texts. */
  readonly text: string;
}

export function openBrowser(origin: string, basePath: string): FormBrowser {
  const cookies = new Map<string, string>();
  const send = async (url: string, init: RequestInit): Promise<Page> => {
    const headers = new Headers(init.headers);
    headers.set("cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = await fetch(url, { ...init, headers, redirect: "manual" });
    const setCookies = response.headers.getSetCookie();
    for (const line of setCookies) keep(cookies, line);
    const location = response.headers.get("location");
    const text = (await response.text()).replaceAll("<!-- -->", "");
    return {
      url,
      status: response.status,
      location: location === null ? null : new URL(location, url).pathname,
      setCookies,
      text,
    };
  };
  return {
    cookies,
    get: (path, headers = {}) => send(origin + basePath + path, { headers }),
    post: (path, body, headers = {}) =>
      send(origin + basePath + path, {
        method: "POST",
        body,
        headers: { "content-type": "application/json", origin, ...headers },
      }),
    submit: (page, button, fields = {}, headers = {}) => {
      const body = hiddenFields(formWith(page.text, button));
      for (const [name, value] of Object.entries(fields)) body.set(name, value);
      return send(page.url, { method: "POST", body, headers: { origin, ...headers } });
    },
  };
}

function keep(cookies: Map<string, string>, line: string): void {
  const [pair = "", ...attributes] = line.split("; ");
  const [name = "", value = ""] = pair.split("=", 2);
  if (attributes.includes("Max-Age=0")) cookies.delete(name);
  else cookies.set(name, value);
}

function formWith(html: string, button: string): string {
  const forms = html.match(/<form.*?<\/form>/gs) ?? [];
  const form = forms.find((text) => text.includes(`>${button}</button>`));
  if (!form) throw new Error(`No form has the button ${button}: ${html}`);
  return form;
}

/** The fields by which Next.js knows the action. */
function hiddenFields(form: string): FormData {
  const body = new FormData();
  for (const [, attributes = ""] of form.matchAll(/<input type="hidden"([^>]*)>/g)) {
    const read = (name: string): string => decode(new RegExp(`${name}="([^"]*)"`).exec(attributes)?.[1] ?? "");
    body.set(read("name"), read("value"));
  }
  return body;
}

const decode = (text: string): string =>
  text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
