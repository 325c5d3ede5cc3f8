// Types of calls and of what plugins add: for typed clients, and for the compiler to name.
export type {
  CodeOf,
  GrownRows,
  InputOf,
  OutputOf,
  RowsOf,
  ServerCall,
  ServerCalls,
  SessionRowOf,
  Together,
} from "./contract/calls.js";
export type { EmailsOf, EventsOf, HooksOf, TrustedOriginsOf } from "./contract/config.js";
export type { ChangesUserColumns, ColumnsTaken, TakesUserColumns } from "./contract/endpoint.js";
export type { CoreEmail, Delivered } from "./contract/mail.js";
export type { ClientAddresses } from "./http/client-address.js";
export type { TrustedOrigins } from "./http/trusted-origins.js";
export type { CoreEndpoints, CoreServerEndpoints } from "./routes/index.js";
