/** The browser's next request after the decision. */
export interface Sent {
  /** The URL of the redirect, with the parameters in the query, or of the form. */
  readonly url: string;
  /** The form that the browser posts; null after a redirect. */
  readonly form: URLSearchParams | null;
}

/** Reads the response to a decision, as a browser does. Throws the error of the page. */
export async function readSent(response: Response): Promise<Sent> {
  const location = response.headers.get("location");
  if (location !== null) return { url: location, form: null };
  const body = await response.text();
  const url = /action="([^"]+)"/.exec(body)?.[1];
  if (response.status !== 200 || url === undefined)
    throw new Error(`The provider answered ${response.status}: ${body}`);
  const fields = [...body.matchAll(/name="([^"]*)" value="([^"]*)"/g)];
  const pairs = fields.map(([, name = "", value = ""]) => [unescapeHtml(name), unescapeHtml(value)]);
  return { url: unescapeHtml(url), form: new URLSearchParams(pairs) };
}

const unescapeHtml = (text: string): string =>
  text.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
