export type { DevicesEmail, NewDeviceEmail } from "./emails.js";
export type { DevicesEndpoints } from "./endpoints.js";
export { type DevicesErrorCode, devicesErrors } from "./errors.js";
export type { DevicesEvent } from "./events.js";
export type { DevicesOptions } from "./options.js";
export { type DevicesPlugin, type DevicesTypes, devices } from "./plugin.js";
