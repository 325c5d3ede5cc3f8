export {
  creditOf,
  handlers,
  orderModel,
  purchases,
  subscriptionModel,
} from "../../../examples/billing-webhooks/handlers.ts";
