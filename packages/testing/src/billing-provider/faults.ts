/** A faulty answer to later requests, until `recover()`. */
export interface ProviderFault {
  /** The beginning of the path, e.g. "/v1/checkouts/". Default: all paths of the API. */
  readonly path?: string;
  readonly method?: string;
  /** The status of the answer. Without a status the connection is closed without an answer. */
  readonly status?: number;
  /** The header `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** Whether the request takes effect before the faulty answer: the app cannot know that. Default false. */
  readonly afterWriting?: boolean;
  readonly slowMilliseconds?: number;
  /** How many requests fail. Default: all. */
  readonly times?: number;
}

/** The present faults. */
export interface Faults {
  add(fault: ProviderFault): void;
  recover(): void;
  /** The fault of a request. Counts the request. */
  take(method: string, pathname: string): ProviderFault | null;
}

export function createFaults(): Faults {
  const entries: { readonly fault: ProviderFault; left: number }[] = [];
  return {
    add: (fault) => void entries.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    recover: () => void entries.splice(0),
    take: (method, pathname) => {
      const found = entries.find(
        ({ fault, left }) =>
          left > 0 && pathname.startsWith(fault.path ?? "/v1/") && (fault.method ?? method) === method,
      );
      if (!found) return null;
      found.left -= 1;
      return found.fault;
    },
  };
}
