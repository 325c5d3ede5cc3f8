import { routes } from "./auth.ts";

export const { GET, POST } = routes;
