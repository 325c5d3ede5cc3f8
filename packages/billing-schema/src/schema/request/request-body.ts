import type { Decoded, JsonObject } from "../entity.js";
import { BillingSchemaError, maxIssues } from "../error.js";
import type { Form } from "../names.js";
import { type CurrentRequestOptions, isFirstVersion, type RequestOptions } from "./api-version.js";
import { convert } from "./convert.js";
import { issuesIn } from "./issues.js";
import type { Part, PartDeclaration } from "./part.js";

/** The body of a request to the provider's API: the two forms, and the ways between them. */
export interface RequestBody<Wire, Client> extends Part<Wire, Client, "required"> {
  readonly name: string;
  /**
   * Encodes the app's form (camelCase, `Date`) to the provider's JSON. An unknown field, a value of another type and
   * a value outside of the provider's bounds throw with their path, so no invalid body is sent.
   *
   * @throws BillingSchemaError with the path of each error
   * @example body: JSON.stringify(checkoutCreate.encode({ products: [productId], externalCustomerId: user.id }))
   */
  encode(client: Client, options?: CurrentRequestOptions): Wire;
  encode(client: Client, options: RequestOptions): JsonObject;
  /** Like `encode`, without throwing, for a user's input. */
  safeEncode(client: unknown, options?: CurrentRequestOptions): Decoded<Wire>;
  safeEncode(client: unknown, options: RequestOptions): Decoded<JsonObject>;
  /**
   * Decodes the provider's JSON to the client form, as strictly as `encode`: for a proxy, or a test server.
   *
   * @throws BillingSchemaError with the path of each error
   */
  decode(wire: unknown, options?: RequestOptions): Client;
  /** Like `decode`, without throwing. */
  safeDecode(wire: unknown, options?: RequestOptions): Decoded<Client>;
}

/** Adds the codecs to a declared body. */
export function requestBody<Wire, Client>({ is }: Part<Wire, Client, "required">): RequestBody<Wire, Client> {
  const name = nameOf(is);
  const read = (form: Form, value: unknown, options?: RequestOptions): Decoded<never> => {
    const reading = { form, isFirstVersion: isFirstVersion(options) };
    const issues = issuesIn({ is }, value, reading);
    if (issues.length > 0) {
      return { success: false, error: new BillingSchemaError(name, issues.slice(0, maxIssues)) };
    }
    // The value was checked against the declaration, the source of the types.
    return { success: true, data: convert({ is }, value, reading) as never };
  };
  return {
    name,
    is,
    encode: (client: unknown, options?: RequestOptions) => dataOf(read("client", client, options)),
    safeEncode: (client: unknown, options?: RequestOptions) => read("client", client, options),
    decode: (wire: unknown, options?: RequestOptions) => dataOf(read("wire", wire, options)),
    safeDecode: (wire: unknown, options?: RequestOptions) => read("wire", wire, options),
  };
}

function nameOf(is: PartDeclaration): string {
  if ("name" in is) return is.name;
  throw new TypeError("The body of a request has a name.");
}

function dataOf<Data>(result: Decoded<Data>): Data {
  if (!result.success) throw result.error;
  return result.data;
}
