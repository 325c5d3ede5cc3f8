import type { Auth } from "@keyhold/core";
import type {
  ALBEvent,
  ALBHandler,
  APIGatewayProxyEvent,
  APIGatewayProxyEventV2,
  APIGatewayProxyHandler,
  APIGatewayProxyHandlerV2,
  LambdaFunctionURLHandler,
} from "aws-lambda";
import { toLambda } from "./handler.js";
import { headersOf } from "./headers.js";

// The handler and the events fit the types of @types/aws-lambda, without a cast.
declare const auth: Auth;
const handler = toLambda(auth);

export const httpApi: APIGatewayProxyHandlerV2 = handler;
export const functionUrl: LambdaFunctionURLHandler = handler;
export const restApi: APIGatewayProxyHandler = handler;
export const loadBalancer: ALBHandler = handler;
export const headers = (event: APIGatewayProxyEventV2 | APIGatewayProxyEvent | ALBEvent): Headers => headersOf(event);

// @ts-expect-error -- an event of a queue is no request
handler({ Records: [] });
