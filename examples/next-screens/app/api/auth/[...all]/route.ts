import { toRouteHandler } from "@keyhold/next";
import { auth } from "../../../../auth.ts";

export const { GET, POST } = toRouteHandler(auth);
