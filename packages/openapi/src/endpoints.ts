// Written by `npm run fix` from the declarations in `routes`: change those instead.
import { generateSchema } from "./routes/open-api/generate-schema.js";

/** The routes without a call: pages behind links, and URLs for other servers. */
export const pages = [generateSchema] as const;
