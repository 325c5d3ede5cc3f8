export type {
  HttpApiEvent,
  HttpApiResult,
  LambdaContext,
  LambdaEvent,
  LoadBalancerEvent,
  MultiValueResult,
  RestApiEvent,
} from "./events.js";
export { type LambdaHandler, toLambda } from "./handler.js";
export { headersOf } from "./headers.js";
