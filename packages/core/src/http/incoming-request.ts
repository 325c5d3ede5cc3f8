/** What the pipeline takes of an HTTP request. A `Request` has all of it and is handed in as it is. */
export interface IncomingRequest {
  readonly method: string;
  /** Absolute, with the query. */
  readonly url: string;
  readonly headers: Headers;
  /** Only `readBytes` of http/body.ts reads it, once at most. */
  readonly body: ReadableStream<Uint8Array> | null;
}
