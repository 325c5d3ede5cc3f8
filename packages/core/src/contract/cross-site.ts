import type { AnyEndpoint } from "./endpoint.js";

/** Whether an endpoint takes cross-site posts: they come without credentials, and their origin is not checked. */
export const isCrossSite = ({ takesCrossSiteForm, isMachine, takesSignedBody }: AnyEndpoint): boolean =>
  takesCrossSiteForm || isMachine || takesSignedBody !== null;
