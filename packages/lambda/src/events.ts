// The fields of events and results that are used, so that an app needs no package for their types.

type Values = Readonly<Record<string, string[] | undefined>>;
type Texts = Readonly<Record<string, string | undefined>>;

/** A request of a function URL, or of an HTTP API of API Gateway (payload format 2.0). */
export interface HttpApiEvent {
  readonly rawPath: string;
  readonly rawQueryString: string;
  readonly cookies?: readonly string[];
  readonly headers: Texts;
  readonly body?: string;
  readonly isBase64Encoded: boolean;
  readonly requestContext: {
    readonly stage: string;
    readonly http: { readonly method: string; readonly sourceIp: string };
  };
}

interface ProxyEvent {
  readonly httpMethod: string;
  readonly path: string;
  readonly body: string | null;
  readonly isBase64Encoded: boolean;
}

/** A request of a REST API of API Gateway, or of an HTTP API with payload format 1.0. */
export interface RestApiEvent extends ProxyEvent {
  readonly headers: Texts;
  readonly multiValueHeaders: Values;
  /** Decoded. */
  readonly multiValueQueryStringParameters: Values | null;
  readonly requestContext: { readonly stage: string; readonly identity: { readonly sourceIp: string } };
}

/** A request of an Application Load Balancer, with multi value headers in the target group. */
export interface LoadBalancerEvent extends ProxyEvent {
  readonly headers?: Texts | undefined;
  readonly multiValueHeaders?: Values | undefined;
  /** As they were sent, not decoded. */
  readonly multiValueQueryStringParameters?: Values | undefined;
  readonly requestContext: { readonly elb: object };
}

/** A request of each kind of gateway. */
export type LambdaEvent = HttpApiEvent | RestApiEvent | LoadBalancerEvent;

/** What is used of the second argument of a function. */
export interface LambdaContext {
  getRemainingTimeInMillis(): number;
}

/** The answer to an `HttpApiEvent`. */
export interface HttpApiResult {
  statusCode: number;
  headers: Record<string, string>;
  cookies: string[];
  body: string;
  isBase64Encoded: false;
}

/** The answer to a `RestApiEvent` or a `LoadBalancerEvent`. */
export interface MultiValueResult {
  statusCode: number;
  multiValueHeaders: Record<string, string[]>;
  body: string;
  isBase64Encoded: false;
}
