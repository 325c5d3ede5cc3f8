/** What the browser of somebody does next who has answered the provider. */
export interface Sent {
  /** Where it goes: with the parameters in the query, unless there is a form. */
  readonly url: string;
  /** What it posts there; null when it follows a redirect. */
  readonly form: URLSearchParams | null;
}

/** Reads the answer to a decision, as a browser does. Throws what the provider told the person instead. */
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
